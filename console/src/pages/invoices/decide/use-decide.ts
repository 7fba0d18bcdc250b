import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Action, Invoice, InvoicePath } from '../../../api/types.ts';
import { ApiFailure, change } from '../../../api.ts';
import { useWords } from '../../../shared/page/said.tsx';
import { refresh, useChange } from '../../../shared/form/use-change.ts';
import { decideText } from '../../../text/decide.ts';
import { useText } from '../../../text.ts';
import { keepFocus } from './focus.ts';
import { numberOf } from './number.ts';
import { noteState } from './queue.ts';
import { tellWithUndo } from './undo.tsx';
import type { Go } from './use-go.ts';

interface Verdict {
  decision: 'approve' | 'reject';
  /** The comment of an approval, or the reason of a rejection. */
  written: string;
  /** Closes the dialog that it was written in. */
  close?: () => void;
}

/** Why something could not be done, for a dialog that offers the way on. */
interface Obstacle {
  title: string;
  why: string | undefined;
}

/** Approves or rejects, tells of it with a way back, and goes on to the next invoice. */
export function useDecide(invoice: Invoice, path: InvoicePath, go: Go) {
  const t = useText(decideText);
  const words = useWords();
  const client = useQueryClient();
  const [obstacle, setObstacle] = useState<Obstacle>();
  // From the press of a key until the next invoice is there: a second press is not meant for this one.
  const busy = useRef(false);
  const number = numberOf(invoice.document);
  const keep = (record: Invoice) => {
    client.setQueryData(['record', path], record);
    noteState(client, record.id, record.state);
  };
  const said = (error: unknown) =>
    error instanceof ApiFailure ? (words.refusal(error.body) ?? error.message) : String(error);
  const undo = async () => {
    try {
      const record = await change('POST', `${path}/reopen`, { reason: t.undone });
      keep(record);
      notifications.show({ message: t.reopenedOne(number), color: 'teal' });
      go.to(record.id);
      keepFocus();
    } catch (error) {
      notifications.show({ message: said(error) || t.notUndone(number), color: 'red' });
    }
    await refresh(client);
  };
  const decide = useChange(
    ({ decision, written }: Verdict) =>
      decision === 'reject'
        ? change('POST', `${path}/reject`, { reason: written })
        : change('POST', `${path}/approve`, written === '' ? {} : { comment: written }),
    {
      done: (record, { close }) => {
        close?.();
        keep(record);
        if (record.state === 'received') notifications.show({ message: t.signedOne(number), color: 'teal' });
        else
          tellWithUndo({
            message: (record.state === 'approved' ? t.approvedOne : t.rejectedOne)(number),
            words: t.undo,
            undo: () => void undo(),
          });
        void go.on().then((gone) => {
          busy.current = gone;
        });
      },
    },
  );
  const send = (verdict: Verdict) => {
    if (busy.current) return;
    busy.current = true;
    decide.mutate(verdict, {
      onError: (error) => {
        busy.current = false;
        if (!(error instanceof ApiFailure) || error.status !== 409) return;
        verdict.close?.();
        decide.reset();
        // Either somebody else was faster, or the approval itself was refused.
        const isStopped = error.body.code === 'approval.stopped';
        setObstacle({ title: isStopped ? t.cannot : t.meanwhile, why: said(error) });
        void client.invalidateQueries({ queryKey: ['record', path] });
      },
    });
  };
  /** Does what a key is for or, where that cannot be done, says why. */
  const tryTo = (action: Action, act: () => void) => {
    if (busy.current) return;
    if (action.allowed) act();
    else setObstacle({ title: t.cannot, why: words.notice(action) ?? action.why });
  };
  return {
    send,
    tryTo,
    isPending: decide.isPending,
    error: decide.error,
    obstacle,
    clear: () => setObstacle(undefined),
  };
}

export type Decide = ReturnType<typeof useDecide>;
