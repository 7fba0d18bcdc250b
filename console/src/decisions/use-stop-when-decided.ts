import { useEffect, useState } from 'react';
import type { ActionName } from '../../../common/names/events.ts';
import type { Action, Invoice } from '../api/types.ts';
import type { Decide } from './use-decide.ts';

interface DecidedRecord extends Pick<Invoice, 'decisionSeq'> {
  timeline: Pick<Invoice['timeline'][number], 'type' | 'at' | 'by'>[];
  actions: Readonly<Record<string, Action>>;
}

/** A colleague's earlier decision changes nothing about these, as long as they are allowed. */
const unaffected = new Set(['reject', 'ask', 'dismiss']);

/**
 * Closes an open dialog once a colleague has decided, and says who. Returns the number of the latest decision that the
 * reader has seen: one that arrives behind a dialog has not been seen.
 */
export function useStopWhenDecided(
  { decisionSeq, timeline, actions }: DecidedRecord,
  { asking, isPending, stop }: Pick<Decide<unknown>, 'asking' | 'isPending' | 'stop'>,
): number | null {
  const [seenSeq, setSeenSeq] = useState(decisionSeq);
  const action = asking === undefined ? undefined : actions[asking];
  const isLater = decisionSeq !== seenSeq && asking !== undefined && !unaffected.has(asking);
  const isOver = action !== undefined && !isPending && (!action.allowed || isLater);
  useEffect(() => {
    if (asking === undefined) setSeenSeq(decisionSeq);
    else if (isOver && action !== undefined) {
      const { by, at, type } = timeline.findLast((entry) => decisions.has(entry.type)) ?? {};
      stop(action, { by: by ?? undefined, at, action: type as ActionName });
    }
  });
  return seenSeq;
}

const decisions = new Set<string>(
  ['approved', 'signed', 'unsigned', 'rejected', 'released', 'reopened', 'booked', 'done', 'cancelled'].flatMap(
    (what) => [`supplierinvoice.${what}`, `workorder.${what}`],
  ),
);
