import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { change } from '../../api.ts';
import { forget } from '../../session.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

export function Sessions() {
  const t = useText(accountText);
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Panel title={t.sessions}>
      <Stack align="flex-start">
        <Text size="sm">{t.everywhereAbout}</Text>
        <ConfirmButton
          words={t.everywhere}
          title={t.everywhereTitle}
          about={t.everywhereConfirm}
          send={async () => {
            await change('DELETE', '/sessions');
            await navigate({ to: '/sign-in' });
            forget(client);
          }}
        />
      </Stack>
    </Panel>
  );
}
