import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Webhook, WebhookPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { webhooksText } from './text.ts';
import { useText } from '../../text.ts';

interface Props {
  opened: boolean;
  endpoint: Webhook;
  path: WebhookPath;
  onClose: () => void;
}

export function ResendSince({ opened, ...props }: Props) {
  const t = useText(webhooksText);
  return (
    <FormModal opened={opened} onClose={props.onClose} title={t.resendSinceTitle}>
      <ResendForm {...props} />
    </FormModal>
  );
}

function ResendForm({ endpoint, path, onClose }: Omit<Props, 'opened'>) {
  const t = useText(webhooksText);
  const form = useForm({ initialValues: { since: '' } });
  const resend = useChange(
    ({ since }: typeof form.values) => change('POST', `${path}/resend`, { since: Number(since) }),
    { message: t.rewound, done: onClose },
  );
  return (
    <Form form={form} change={resend} submit={t.resendAll} tried="done">
      <Text size="sm">{t.resendSinceAbout}</Text>
      <TextInput
        label={t.since}
        description={t.sinceHint(String(endpoint.position))}
        required
        inputMode="numeric"
        pattern="\s*[1-9][0-9]*\s*"
        maxLength={15}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('since')}
      />
    </Form>
  );
}
