import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export function Empty({
  title,
  next,
  icon = 'inbox',
  children,
}: {
  title: string;
  next: ReactNode;
  icon?: IconName;
  children?: ReactNode;
}) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={460} ta="center">
        <Text c="dimmed" component="span">
          <Icon name={icon} size={36} />
        </Text>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed">{next}</Text>
        {children}
      </Stack>
    </Center>
  );
}
