import { Text } from '@mantine/core';

export const CatchingUp = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" role="status" mb="xs">
    {children}
  </Text>
);
