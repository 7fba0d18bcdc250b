import { Text } from '@mantine/core';

/** A line above a list that does not show the latest arrivals yet. */
export const CatchingUp = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" role="status" mb="xs">
    {children}
  </Text>
);
