import { Dot } from '../../shared/page/dot.tsx';
import { operationsText } from '../../text/operations.ts';
import { named, useText } from '../../text.ts';

/** With `words` also what the status means, and how many fields are wrong. */
export function StatusBadge({ status, words = false, wrong = 0 }: { status: number; words?: boolean; wrong?: number }) {
  const t = useText(operationsText);
  const colour = status < 400 ? 'teal.6' : status < 500 ? 'orange.6' : 'red.6';
  return (
    <Dot
      color={colour}
      size={words ? 'lg' : 'md'}
      {...(words && { h: 'auto', mih: 26, maw: '100%', styles: { label: { whiteSpace: 'normal' } } })}
    >
      {status}
      {words && String(status) in t.statuses && ` · ${named(t.statuses, String(status))}`}
      {wrong > 0 && `: ${t.fieldsWrong(wrong)}`}
    </Dot>
  );
}
