import { Alert, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Icon } from '../../shared/page/icon.tsx';
import { editingText } from './text.ts';
import { useText } from '../../text.ts';
import type { Choice, Difference } from './use-versioned-save.ts';

interface Props<Field extends string> {
  differences: Difference<Field>[];
  labels: Readonly<Record<Field, string>>;
  chosen: Partial<Record<Field, Choice>>;
  onChoose: (field: Field, choice: Choice) => void;
}

export function ChangedMeanwhile<Field extends string>({ differences, labels, chosen, onChoose }: Props<Field>) {
  const t = useText(editingText);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  const option = (field: Field, choice: Choice, value: string) => (
    <Radio
      value={choice}
      label={
        <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <Text span size="sm" c="dimmed">
            {t[choice]}:{' '}
          </Text>
          {value === '' ? t.nothing : value}
        </span>
      }
      name={field}
    />
  );
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="orange"
      variant="outline"
      icon={<Icon name="warning" />}
      title={t.title}
      role="alert"
      bg="var(--door-surface)"
    >
      <Stack gap="sm">
        <Text size="sm">{t.about}</Text>
        {differences.map(({ field, yours, theirs, usual }) => (
          <Radio.Group
            key={field}
            label={labels[field]}
            value={chosen[field] ?? usual}
            onChange={(choice) => onChoose(field, choice)}
          >
            <Stack gap={6} mt={4}>
              {option(field, 'yours', yours)}
              {option(field, 'theirs', theirs)}
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
    </Alert>
  );
}
