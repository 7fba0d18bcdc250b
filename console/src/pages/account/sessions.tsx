import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api.ts';
import { forget } from '../../session.ts';
import { ConfirmModal } from '../../shared/form/confirm-modal.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

export function Sessions() {
  const t = useText(accountText);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => change('DELETE', '/sessions'),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      forget(client);
    },
  });
  return (
    <Panel title={t.sessions}>
      <Stack align="flex-start">
        <Text size="sm">{t.everywhereAbout}</Text>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t.everywhere}
        </Button>
      </Stack>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.everywhereTitle}
        about={t.everywhereConfirm}
        confirm={t.everywhere}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate()}
      />
    </Panel>
  );
}
