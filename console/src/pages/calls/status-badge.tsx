import { Dot } from '../../shared/page/dot.tsx';
import { callsText } from '../../text/calls.ts';
import { named, useText } from '../../text.ts';

export function StatusBadge({ status, words = false }: { status: number; words?: boolean }) {
  const t = useText(callsText);
  const colour = status < 400 ? 'teal.6' : status < 500 ? 'orange.6' : 'red.6';
  return (
    <Dot
      color={colour}
      size={words ? 'lg' : 'md'}
      {...(words && { h: 'auto', mih: 26, maw: '100%', styles: { label: { whiteSpace: 'normal' } } })}
    >
      {status}
      {words && String(status) in t.statuses && ` · ${named(t.statuses, String(status))}`}
    </Dot>
  );
}
