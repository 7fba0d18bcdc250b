import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Panel({
  title,
  actions,
  children,
  padded = true,
  dense = false,
  className,
}: {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
  padded?: boolean;
  /** For a page that shows as much as possible at once. */
  dense?: boolean;
  className?: string | undefined;
}) {
  return (
    <Paper
      withBorder
      className={className}
      px={padded ? 'md' : 0}
      py={padded ? (dense ? 10 : 'md') : 0}
      bg="var(--door-surface)"
      component="section"
      {...(title !== undefined && { 'aria-label': title })}
    >
      {title !== undefined && (
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            justifyContent: 'space-between',
            alignItems: 'center',
            gap: dense ? '4px 12px' : 12,
            padding: dense ? (padded ? '0 0 6px' : '10px 16px 4px') : padded ? '0 0 12px' : '14px 16px 10px',
          }}
        >
          <Title order={2} size={dense ? 'h5' : 'h4'}>
            {title}
          </Title>
          {actions}
        </div>
      )}
      {children}
    </Paper>
  );
}

interface SectionProps {
  title: string;
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export const Section = ({ title, about, actions, children }: SectionProps) => (
  <section aria-label={title}>
    <Group justify="space-between" mb="sm" align="flex-start">
      <div style={{ minWidth: 0, flex: '1 1 320px' }}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {about !== undefined && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      <Group gap="sm">{actions}</Group>
    </Group>
    {children}
  </section>
);
