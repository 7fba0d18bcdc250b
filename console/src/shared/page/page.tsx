import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface Props {
  title: string;
  aside?: ReactNode;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Less space between the parts, for pages with many rows. */
  close?: boolean;
  children: ReactNode;
}

/** The heading is also the title of the window. */
export function Page({ title, aside, intro, actions, close = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  return (
    <Stack gap={close ? 'sm' : 'lg'}>
      <Group justify="space-between" align="flex-start" gap="md">
        <div style={{ minWidth: 0, flex: '1 1 320px' }}>
          <Group gap="sm">
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {aside}
          </Group>
          {intro !== undefined && (
            <Text c="dimmed" mt={4} maw={680}>
              {intro}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
