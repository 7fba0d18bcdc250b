import { Anchor } from '@mantine/core';
import { Icon } from '../../../shared/page/icon.tsx';
import { findingsText } from '../../../text/findings.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { named, useText } from '../../../text.ts';
import { lineOf, targetOf } from './places.ts';

/** Leads to a field on the same page, which takes the focus. */
export function Jump({ path }: { path: string }) {
  const t = useText(findingsText);
  const jump = () => {
    const target = document.getElementById(targetOf(path));
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  };
  return (
    <Anchor component="button" type="button" size="sm" onClick={jump}>
      {t.shownAt(useFieldName(path))} <Icon name="down" size={13} />
    </Anchor>
  );
}

function useFieldName(path: string): string {
  const t = useText(findingsText);
  const { fields, sumFields } = useText(invoicesText);
  const line = lineOf(path);
  return line === undefined ? named({ ...fields, ...sumFields }, path) : t.line(line.at + 1);
}
