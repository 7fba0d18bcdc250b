import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Webhook, WebhookPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { webhooksText } from '../../text/webhooks.ts';
import { useText } from '../../text.ts';

/** The form to send all events since a number again. */
export function ResendSince({
  endpoint: { position },
  path,
  onDone,
}: {
  endpoint: Webhook;
  path: WebhookPath;
  onDone: () => void;
}) {
  const t = useText(webhooksText);
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const resend = useChange((since: number) => change('POST', `${path}/resend`, { since }), {
    message: t.rewound,
    done: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    resend.mutate(Number(typed));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.resendSinceAbout}</Text>
        <TextInput
          label={t.since}
          description={t.sinceHint(format.number(position))}
          required
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          maxLength={15}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
        {resend.error !== null && <Failure error={resend.error} tried="done" />}
        <Group justify="flex-end">
          <Button type="submit" loading={resend.isPending}>
            {t.resendAll}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
