import type { ReactNode } from 'react';
import { Icon } from '../../../../shared/page/icon.tsx';
import { Value, ValueButton } from '../../../../shared/record/value.tsx';
import { documentText } from '../text.ts';
import { useText } from '../../../../text.ts';
import type { ValueKind } from './find-value.ts';
import { useMatches, useSearch } from './search.tsx';

interface Props {
  kind: ValueKind;
  /** Value to search for: an amount as 1568.75, a date as 2026-11-15. */
  value: string;
  copied?: string;
  children: ReactNode;
  before?: boolean;
}

/** A value, with a button that shows it in the file if the file contains it. */
export function Findable({ kind, value, copied, children, before }: Props) {
  const t = useText(documentText);
  const { show } = useSearch();
  const matches = useMatches(kind, value);
  return (
    <Value
      copied={copied}
      {...(before && { before })}
      button={
        matches.length > 0 && (
          <ValueButton
            label={t.find(typeof children === 'string' ? children : value)}
            onClick={() => show(`${kind} ${value}`, matches)}
          >
            <Icon name="search" size={13} />
          </ValueButton>
        )
      }
    >
      {children}
    </Value>
  );
}
