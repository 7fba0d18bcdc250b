import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface Props {
  title: string;
  aside?: ReactNode;
  intro?: ReactNode;
  actions?: ReactNode;
  /** Above the heading. */
  above?: ReactNode;
  /** Less space between the parts, for pages with many rows. */
  close?: boolean;
  children: ReactNode;
}

/** The heading is also the title of the window. */
export function Page({ title, aside, intro, actions, above, close = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  return (
    <Stack gap={close ? 8 : 'lg'} data-rows={close || undefined}>
      {above}
      <Group justify="space-between" align="flex-start" gap={close ? 8 : 'md'}>
        <div style={{ minWidth: 0, flex: '1 1 320px' }}>
          <Group gap="sm">
            <Title order={1} size="h3" tabIndex={-1} style={{ overflowWrap: 'anywhere', outline: 'none' }}>
              {title}
            </Title>
            {aside}
          </Group>
          {intro !== undefined && (
            <Text size="sm" c="dimmed" mt={close ? 0 : 4} {...(!close && { maw: 680 })}>
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
