import { Text } from '@mantine/core';

/** A quiet line above what does not have everything yet that arrived. */
export const CatchingUp = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" role="status" mb="xs">
    {children}
  </Text>
);
