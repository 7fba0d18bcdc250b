import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DutyDetails } from '../../../common/errors/notices.ts';
import type { Action } from '../api/types.ts';
import { ApiFailure } from '../api.ts';
import { useChange } from '../shared/form/use-change.ts';
import { useKeyHint } from '../shared/page/key-hint.tsx';
import { useWords } from '../shared/page/said.tsx';
import { useIsDocumentLoading, useIsSeen } from './seen.tsx';
import type { CodedMessage } from '../text/said.ts';
import { decideText } from './text.ts';
import { useText } from '../text.ts';

export interface Decision<Record> {
  /** Tells the decisions of a page apart, such as `approve`. */
  name: string;
  action: Action;
  /** `isChecked` is the state of the dialog's checkbox. */
  send: (text: string, isChecked: boolean) => Promise<Record>;
  /** The success message, or a function that shows one and resolves to whether the reader leaves the page. */
  done: string | ((record: Record) => Promise<boolean>);
}

interface Input<Record> {
  decision: Decision<Record>;
  text: string;
  isChecked: boolean;
}

export interface Obstacle {
  title: string;
  why?: string | undefined;
  /** Whether it took the place of a dialog in which the reader may be typing. */
  isSudden?: boolean;
}

/** `path` is also the key under which the record is cached. */
export function useDecide<Record>(path: string) {
  const t = useText(decideText);
  const words = useWords();
  const sentence = useFailureSentence();
  const client = useQueryClient();
  const [asking, setAsking] = useState<string>();
  const [obstacle, setObstacle] = useState<Obstacle>();
  const isSeen = useIsSeen();
  const isLoading = useIsDocumentLoading();
  const [hint, sayHint] = useKeyHint();
  // True until the next record is shown: pressing a key twice must not decide about that record as well.
  const isBusy = useRef(false);
  const change = useChange(({ decision, text, isChecked }: Input<Record>) => decision.send(text, isChecked), {
    done: async (record, { decision: { done } }) => {
      setAsking(undefined);
      client.setQueryData(['record', path], record);
      if (typeof done === 'string') {
        notifications.show({ message: done, color: 'teal' });
        keepFocus();
        isBusy.current = false;
      } else isBusy.current = await done(record);
    },
  });
  const obstacleOf = ({ code, parameters }: CodedMessage, why: string | undefined): Obstacle => {
    if (code === 'decision.later') return { title: t.meanwhile, why };
    if (code === 'invoice.withdrawn') return { title: t.withdrawnMeanwhile, why };
    // A sentence that names who decided needs no heading.
    return why !== undefined && 'action' in (parameters ?? {}) ? { title: why } : { title: t.cannot, why };
  };
  return {
    asking,
    ask: (name: string | undefined) => {
      change.reset();
      setAsking(name);
    },
    send: (decision: Decision<Record>, text = '', isChecked = false) => {
      if (isBusy.current) return;
      isBusy.current = true;
      change.mutate(
        { decision, text, isChecked },
        {
          onError: (error) => {
            isBusy.current = false;
            if (!(error instanceof ApiFailure) || error.status !== 409) return;
            setAsking(undefined);
            change.reset();
            const { why, ...parameters } = error.body.parameters as { why?: string };
            setObstacle(obstacleOf({ code: why, parameters }, sentence(error)));
            void client.invalidateQueries({ queryKey: ['record', path] });
          },
        },
      );
    },
    /** For shortcuts: acts if the decision may be made and the record has been seen, or says why not. */
    attempt: (action: Action, act: () => void) => {
      if (isBusy.current) return;
      const why = action.allowed ? undefined : (words.notice(action) ?? action.why);
      const early = isLoading ? t.notLoaded : t.notSeen;
      sayHint(why ?? (isSeen ? undefined : early));
      if (why === undefined && isSeen) act();
    },
    /** Closes the dialog, because the action is no longer allowed or somebody has decided since it was opened. */
    stop: (action: Action, latest: DutyDetails) => {
      change.reset();
      setAsking(undefined);
      const said = action.allowed ? words.decision(latest) : (words.notice(action) ?? action.why);
      setObstacle({ ...obstacleOf(action.allowed ? { parameters: latest } : action, said), isSudden: true });
    },
    isSeen,
    /** Why the last key did nothing. */
    hint,
    isPending: change.isPending,
    error: change.error,
    obstacle,
    clearObstacle: () => setObstacle(undefined),
  };
}

export type Decide<Record> = ReturnType<typeof useDecide<Record>>;

export function useFailureSentence(): (error: unknown) => string {
  const words = useWords();
  return (error) => (error instanceof ApiFailure ? (words.refusal(error.body) ?? error.message) : String(error));
}

const patienceMs = 2_000;
const stepMs = 40;

/**
 * Puts the focus on the heading once the dialog is closed, unless the focus is back on some element of the page. It
 * keeps watching for two seconds, because that element may disappear when the page shows the decision.
 */
export function keepFocus(stepsLeft = patienceMs / stepMs): void {
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && document.querySelector('[role="dialog"]') === null)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    else if (stepsLeft > 0) keepFocus(stepsLeft - 1);
  }, stepMs);
}
