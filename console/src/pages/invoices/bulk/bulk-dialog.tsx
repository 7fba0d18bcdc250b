import { Group, Loader, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Bulk } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { FormModal } from '../../../shared/form/form-modal.tsx';
import { bulkText } from '../../../text/bulk.ts';
import { useText } from '../../../text.ts';
import { BulkProgress } from './progress.tsx';
import { Review } from './review.tsx';
import { Summary } from './summary.tsx';

interface Props {
  decision: Bulk['decision'];
  /** What was written down; undefined until it is. */
  prepared: Bulk | undefined;
  error: unknown;
  /** `finished`: whether all of it has had its turn. */
  onClose: (finished: boolean) => void;
}

/** One decision about many: what it will be, how far it has come, and what came of it. */
export function BulkDialog({ decision, prepared, error, onClose }: Props) {
  const t = useText(bulkText);
  const path = useCompanyPath()('/bulk');
  const client = useQueryClient();
  const [newer, setBulk] = useState<Bulk>();
  // What the reader chose shows at once, also while the service is asked what that comes to.
  const [withFindings, setWithFindings] = useState<boolean>();
  const [stopping, setStopping] = useState(false);
  const stop = useRef(false);
  const bulk = newer ?? prepared;
  const next = useMutation({
    mutationFn: (id: string) => change('POST', `${path}/${id}/next`),
    onSuccess: async (after): Promise<void> => {
      setBulk(after);
      if (!after.finished && !stop.current) next.mutate(after.id);
      else await client.invalidateQueries();
    },
  });
  const patch = useMutation({
    mutationFn: ({ id, ...body }: { id: string; reason?: string; withFindings?: boolean }) =>
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
  const goOn = (id: string) => {
    stop.current = false;
    setStopping(false);
    next.mutate(id);
  };
  // What was interrupted goes on at once.
  const interrupted = useRef(prepared?.begun === true ? prepared.id : undefined);
  const { mutate } = next;
  useEffect(() => {
    stop.current = false;
    if (interrupted.current !== undefined) mutate(interrupted.current);
    // Whoever leaves the page stops after the hundred that is under way.
    return () => {
      stop.current = true;
    };
  }, [mutate]);
  const confirm = async (id: string, reason: string | undefined) => {
    if (reason !== undefined) await patch.mutateAsync({ id, reason });
    goOn(id);
  };
  const isUnderWay = bulk !== undefined && (bulk.begun || next.isPending) && !bulk.finished;
  const isOver = bulk !== undefined && bulk.begun && bulk.finished;
  const close = () => {
    stop.current = true;
    onClose(isOver);
  };
  return (
    // Once it has begun, what was typed is sent, and there is nothing to ask for.
    <FormModal key={String(isUnderWay || isOver)} opened onClose={close} title={t.titles[decision]} size="lg">
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
      ) : isUnderWay ? (
        <BulkProgress
          bulk={bulk}
          running={next.isPending}
          stopping={stopping}
          error={next.error ?? drop.error}
          onStop={() => {
            stop.current = true;
            setStopping(true);
          }}
          onGoOn={() => goOn(bulk.id)}
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
          onConfirm={(reason) => void confirm(bulk.id, reason).catch(() => undefined)}
          onClose={close}
        />
      )}
    </FormModal>
  );
}
