import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';

export const Dot = ({ children, ...props }: BadgeProps & { color: string; children: ReactNode }) => (
  <Badge variant="dot" tt="none" fw={550} {...props}>
    {children}
  </Badge>
);
