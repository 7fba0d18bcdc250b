import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** The label's line is higher than its letters, so that the ring of an Å is not cut off. */
export const Dot = ({ children, ...props }: BadgeProps & { color: string; children: ReactNode }) => (
  <Badge variant="dot" tt="none" fw={550} styles={{ label: { lineHeight: 1.5 } }} {...props}>
    {children}
  </Badge>
);
