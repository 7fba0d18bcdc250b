import { ActionIcon, Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { change } from '../api.ts';
import { forget, useSession } from '../session.ts';
import { Icon } from '../shared/page/icon.tsx';
import { layout } from './text.ts';
import { useText } from '../text.ts';

export function UserMenu() {
  const t = useText(layout);
  const { name, email } = useSession();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} radius="xl" aria-label={t.account}>
          <Icon name="account" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" fw={600} px="sm" pt={6}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" px="sm" pb={6} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account">
          {t.account}
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>{t.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function useSignOut() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => change('DELETE', '/session'),
    onSettled: async () => {
      await navigate({ to: '/sign-in' });
      forget(client);
    },
  });
}
