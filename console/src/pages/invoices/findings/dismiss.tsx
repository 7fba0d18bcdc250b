import type { InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useAllowed } from '../../../company.ts';
import { ReasonButton } from '../../../shared/form/reason-modal.tsx';
import { findingsText } from './text.ts';
import { rulesText } from '../../../text/rules.ts';
import { named, useText } from '../../../text.ts';
import type { Finding } from './places.ts';

export function Dismiss({ finding: { code, place }, path }: { finding: Finding; path: InvoicePath }) {
  const t = useText(findingsText);
  const title = t.dismissOf(named(useText(rulesText).names, code));
  return (
    <ReasonButton
      action={useAllowed('decide')}
      words={t.dismiss}
      title={title}
      about={t.dismissAbout}
      message={t.dismissed}
      send={(reason) => change('POST', `${path}/findings/${String(place)}/dismiss`, { reason })}
      button={{ size: 'compact-xs', 'aria-label': title }}
    />
  );
}
