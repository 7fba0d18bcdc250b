import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Bulk } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Failure } from '../../../shared/page/failure.tsx';
import { bulkText } from '../../../text/bulk.ts';
import { common } from '../../../text/common.ts';
import { useText } from '../../../text.ts';
import { LeftOut } from './left-out.tsx';
import { Sums } from './sums.tsx';

interface Props {
  bulk: Bulk;
  withFindings: boolean;
  busy: boolean;
  error: unknown;
  onWithFindings: (withFindings: boolean) => void;
  onConfirm: (reason: string | undefined) => void;
  onClose: () => void;
}

/** What is about to be decided: the sums first, then what is left out. */
export function Review({ bulk, withFindings, busy, error, onWithFindings, onConfirm, onClose }: Props) {
  const t = useText(bulkText);
  const c = useText(common);
  const format = useFormat();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { decision, left } = bulk;
  const many = format.number(String(left));
  const isRejection = decision === 'reject';
  const hasFindings = bulk.withFindings || bulk.leftOut.some(({ code }) => code === 'invoice.findings');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRejection && reason.trim() === '') setMissing(true);
    else onConfirm(isRejection ? reason.trim() : undefined);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {left === 0 ? (
          <Text size="sm">{t.none}</Text>
        ) : (
          <div>
            <Text size="sm" mb={4}>
              {t.willBe[decision](many)}
            </Text>
            <Sums sums={bulk.sums} />
          </div>
        )}
        <LeftOut bulk={bulk} />
        {hasFindings && !isRejection && (
          <Checkbox
            label={t.withFindings}
            checked={withFindings}
            onChange={(event) => onWithFindings(event.currentTarget.checked)}
          />
        )}
        {isRejection && left > 0 && (
          <Textarea
            label={c.reason}
            description={t.reasonAbout}
            required
            autosize
            minRows={2}
            maxLength={1000}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={missing && reason.trim() === '' ? c.required : undefined}
          />
        )}
        {error !== null && <Failure error={error} tried="decided" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {left === 0 ? t.close : c.cancel}
          </Button>
          {left > 0 && (
            <Button
              type="submit"
              loading={busy}
              data-autofocus={!isRejection || undefined}
              {...(isRejection && { color: 'red' })}
            >
              {t.confirm[decision](many)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
