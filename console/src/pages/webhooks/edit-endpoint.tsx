import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Webhook, WebhookPath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { webhooksText } from '../../text/webhooks.ts';
import { useText } from '../../text.ts';
import { EndpointFields, formOf, isWhole, type Chosen } from './endpoint-fields.tsx';

/** The form to change where an endpoint is, and what it is told of. */
export function EditEndpoint({
  endpoint: { url, types, partnerId },
  path,
  onDone,
}: {
  endpoint: Webhook;
  path: WebhookPath;
  onDone: () => void;
}) {
  const t = useText(webhooksText);
  const c = useText(common);
  const [chosen, setChosen] = useState<Chosen>({ url, all: types.length === 0, types });
  const save = useChange(() => change('PATCH', path, formOf(chosen)), { message: t.saved, done: onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole(chosen)) save.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <EndpointFields chosen={chosen} onChange={setChosen} ofPartner={partnerId !== null} />
        {save.error !== null && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {c.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
