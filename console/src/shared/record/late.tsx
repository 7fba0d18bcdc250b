import { common } from '../../text/common.ts';
import { named, useText } from '../../text.ts';
import { Dot } from '../page/dot.tsx';

/** Marks a file that was attached after the decision. */
export function Late({ decision }: { decision: string }) {
  const t = useText(common);
  return <Dot color="orange.6">{named(t.late, decision)}</Dot>;
}
