import { Code, Group, Modal, Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../api/addresses.ts';
import type { WebhookPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { parseExact } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { CopyButton } from '../../shared/page/copy-button.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Json } from '../../shared/record/json.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { common } from '../../text/common.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';
import { useReason, useSending, useTypeName } from './sending.ts';

/** An answer with this many characters may be cut off: the service limits it in bytes. */
const maxAnswerLength = 340;

interface Props {
  path: WebhookPath;
  /** The dialog is closed while this is undefined. */
  id: string | undefined;
  onClose: () => void;
}

export function DeliveryModal({ path, id, onClose }: Props) {
  const t = useText(webhooksText);
  const c = useText(common);
  return (
    <Modal
      opened={id !== undefined}
      onClose={onClose}
      title={t.delivery}
      size="xl"
      closeButtonProps={{ 'aria-label': c.close }}
    >
      {id !== undefined && (
        <RecordOf path={`${path}/deliveries/${id}`} refresh={false} loading={<RowsSkeleton />}>
          {(delivery) => <DeliveryView delivery={delivery} path={path} />}
        </RecordOf>
      )}
    </Modal>
  );
}

interface ViewProps {
  delivery: Answer<`${WebhookPath}/deliveries/${string}`>;
  path: WebhookPath;
}

function DeliveryView({ delivery: data, path }: ViewProps) {
  const t = useText(webhooksText);
  const format = useFormat();
  const typeName = useTypeName();
  const reason = useReason();
  const administer = useAllowed('administer');
  const resend = useSending(async (seq: number) => {
    const { delivery } = await change('POST', `${path}/resend`, { seq });
    return delivery ?? { error: null, status: null };
  }, t.resent);
  const { seq, payload } = data;
  const fields: Field[] = [
    [t.number, seq === 0 ? '' : String(seq)],
    [t.event, typeName(data.type)],
    [t.at, format.seconds(data.at)],
    [t.outcome, data.error === null ? t.outcomes.delivered : `${t.outcomes.failed}: ${reason(data)}`],
    [t.took, t.milliseconds(format.number(data.tookMs))],
    [t.askedBy, data.askedBy],
    ['webhook-id', <Code key="id">{data.eventId}</Code>],
  ];
  return (
    <Stack>
      <Fields fields={fields} />
      <Group>
        {seq !== 0 && payload !== null && (
          <ActionButton action={administer} size="xs" loading={resend.isPending} onClick={() => resend.mutate(seq)}>
            {t.resend}
          </ActionButton>
        )}
      </Group>
      <section aria-label={t.answer}>
        <Title order={3} size="h5" mb={6}>
          {t.answer}
        </Title>
        <Answer answer={data.answer} status={data.status} />
      </section>
      <section aria-label={t.payload}>
        <Group justify="space-between" mb={6}>
          <Title order={3} size="h5">
            {t.payload}
          </Title>
          {payload !== null && <CopyButton value={payload} />}
        </Group>
        {payload === null ? <Text c="dimmed">{t.noPayload}</Text> : <Json value={parseExact(payload)} broken />}
      </section>
    </Stack>
  );
}

function Answer({ answer, status }: { answer: string | null; status: number | null }) {
  const t = useText(webhooksText);
  if (answer === null || answer === '')
    return <Text c="dimmed">{status === null ? t.noAnswer : `${status}. ${t.emptyAnswer}`}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" mb={4}>
        {status}
        {answer.length >= maxAnswerLength && `. ${t.answerAbout}`}
      </Text>
      <Code block tabIndex={0} mah={240} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', overflow: 'auto' }}>
        {answer}
      </Code>
    </>
  );
}
