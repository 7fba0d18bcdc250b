import { Group, Loader, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Bulk } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { FormModal } from '../../../shared/form/form-modal.tsx';
import { bulkText } from './text.ts';
import { useText } from '../../../text.ts';
import { BulkProgress } from './progress.tsx';
import { Review, Summary, type ReviewValues } from './review.tsx';
import { useBulkUndo } from './undo.ts';

interface Props {
  decision: Bulk['decision'];
  prepared: Bulk | undefined;
  error: unknown;
  /** `finished`: whether no invoice is left. */
  onClose: (finished: boolean) => void;
}

export function BulkDialog({ decision, prepared, error, onClose }: Props) {
  const t = useText(bulkText);
  const path = useCompanyPath()('/bulk');
  const client = useQueryClient();
  const [newer, setBulk] = useState<Bulk>();
  // Shown at once, before the server has answered with the new sums.
  const [withFindings, setWithFindings] = useState<boolean>();
  const [stopping, setStopping] = useState(false);
  const stop = useRef(false);
  const bulk = newer ?? prepared;
  const undo = useBulkUndo();
  const leftOutBefore = useRef(prepared?.leftOutCount);
  const next = useMutation({
    mutationFn: (id: string) => change('POST', `${path}/${id}/next`),
    onSuccess: async (after): Promise<void> => {
      setBulk(after);
      if (!after.finished && !stop.current) return next.mutate(after.id);
      if (after.done > 0) undo.offer(after);
      // Nothing is left to say, except for the message.
      if (after.finished && after.leftOutCount === leftOutBefore.current) onClose(true);
      await client.invalidateQueries();
    },
  });
  const patch = useMutation({
    mutationFn: ({ id, ...body }: { id: string; withFindings?: boolean } & ReviewValues) =>
      change('PATCH', `${path}/${id}`, body),
    onSuccess: setBulk,
  });
  const drop = useMutation({
    mutationFn: (id: string) => change('DELETE', `${path}/${id}`),
    onSuccess: async () => {
      onClose(true);
      await client.invalidateQueries();
    },
  });
  const proceed = (id: string) => {
    stop.current = false;
    setStopping(false);
    next.mutate(id);
  };
  // An interrupted bulk continues at once.
  const interrupted = useRef(prepared?.begun === true ? prepared.id : undefined);
  const { mutate } = next;
  useEffect(() => {
    stop.current = false;
    if (interrupted.current !== undefined) mutate(interrupted.current);
    // Leaving the page stops the bulk after the current hundred invoices.
    return () => {
      stop.current = true;
    };
  }, [mutate]);
  const confirm = async (reviewed: Bulk, values: ReviewValues) => {
    leftOutBefore.current = reviewed.leftOutCount;
    if (Object.keys(values).length > 0) await patch.mutateAsync({ id: reviewed.id, ...values });
    proceed(reviewed.id);
  };
  const isRunning = bulk !== undefined && (bulk.begun || next.isPending) && !bulk.finished;
  const isOver = bulk !== undefined && bulk.begun && bulk.finished;
  const close = () => {
    stop.current = true;
    onClose(isOver);
  };
  return (
    // A new key when the bulk begins: the reason has been sent, so closing must not ask about unsaved text.
    <FormModal key={String(isRunning || isOver)} opened onClose={close} title={t.titles[decision]} size="lg">
      {bulk === undefined ? (
        error === null ? (
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">{t.counting}</Text>
          </Group>
        ) : (
          <Failure error={error} tried="decided" />
        )
      ) : isOver ? (
        <Summary bulk={bulk} onClose={close} />
      ) : isRunning ? (
        <BulkProgress
          bulk={bulk}
          running={next.isPending}
          stopping={stopping}
          error={next.error ?? drop.error}
          onStop={() => {
            stop.current = true;
            setStopping(true);
          }}
          onContinue={() => proceed(bulk.id)}
          onDrop={() => drop.mutate(bulk.id)}
        />
      ) : (
        <Review
          bulk={bulk}
          withFindings={withFindings ?? bulk.withFindings}
          busy={patch.isPending || next.isPending}
          error={patch.error ?? next.error}
          onWithFindings={(chosen) => {
            setWithFindings(chosen);
            patch.mutate({ id: bulk.id, withFindings: chosen }, { onError: () => setWithFindings(undefined) });
          }}
          onConfirm={(values) => void confirm(bulk, values).catch(() => undefined)}
          onClose={close}
        />
      )}
    </FormModal>
  );
}
