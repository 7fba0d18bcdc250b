import { Code, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WebhookPath } from '../../api/types.ts';
import { change, read } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { parseExact } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { ActionButton } from '../../shared/page/action-button.tsx';
import { CopyButton } from '../../shared/page/copy-button.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Fields, type Field } from '../../shared/record/fields.tsx';
import { Json } from '../../shared/record/json.tsx';
import { RowsSkeleton } from '../../shared/page/skeletons.tsx';
import { common } from '../../text/common.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';
import { useTypeName } from './type-names.ts';
import { useReason, useSending } from './use-sending.ts';

/** An answer of this many characters may have been cut: the service keeps a number of bytes. */
const maxAnswerLength = 340;

interface Props {
  path: WebhookPath;
  /** The id of the attempt; the dialog is closed, if this is undefined. */
  id: string | undefined;
  onClose: () => void;
}

/** One attempt to deliver an event. */
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
      {id !== undefined && <DeliveryView path={path} id={id} />}
    </Modal>
  );
}

function DeliveryView({ path, id }: { path: WebhookPath; id: string }) {
  const t = useText(webhooksText);
  const format = useFormat();
  const typeName = useTypeName();
  const reason = useReason();
  const administer = useAllowed('administer');
  const address = `${path}/deliveries/${id}` as const;
  const { data, error, refetch } = useQuery({
    queryKey: ['record', address],
    queryFn: ({ signal }) => read(address, { signal }),
  });
  const resend = useSending(async (seq: number) => {
    const { delivery } = await change('POST', `${path}/resend`, { seq });
    return delivery ?? { error: null, status: null };
  }, t.resent);
  if (data === undefined)
    return error === null ? <RowsSkeleton /> : <Failure error={error} retry={() => void refetch()} />;
  const { seq, payload } = data;
  const fields: Field[] = [
    [t.number, seq === 0 ? '' : format.number(seq)],
    [t.event, typeName(data.type)],
    [t.at, format.exactTime(data.at)],
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
