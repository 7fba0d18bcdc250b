import { Text, TextInput } from '@mantine/core';
import type { CheckLimit } from '../../api/types.ts';
import { Severity } from '../../shared/record/severity.tsx';
import { isValid } from './limit.ts';
import { checksText } from './text.ts';
import { useText } from '../../text.ts';
import styles from './checks.module.css';

interface Props {
  limit: CheckLimit;
  typed: string;
  mayChange: boolean;
  onChange: (typed: string) => void;
}

export function LimitRow({ limit, typed, mayChange, onChange }: Props) {
  const t = useText(checksText);
  const { limit: name, value, usual, min, max } = limit;
  return (
    <div className={styles.rule}>
      <div className={styles.about}>
        <Text size="sm" fw={600}>
          {t.limits[name]}
        </Text>
        <Text size="sm" c="dimmed">
          {t.limitAbout[name]}
        </Text>
        {name === 'recentDays' && isValid(limit, typed) && Number(typed) < value && (
          <Text size="sm" mt={4} role="alert">
            <Severity severity="warning" /> {t.fewerDays}
          </Text>
        )}
      </div>
      <div className={styles.usual}>
        <Text size="xs" c="dimmed">
          {t.usual}
        </Text>
        <Text size="sm">{t.units[name](usual)}</Text>
      </div>
      <TextInput
        size="xs"
        w={96}
        inputMode="numeric"
        aria-label={t.choiceOf(t.limits[name])}
        value={typed}
        disabled={!mayChange}
        error={!isValid(limit, typed) && t.between(min, max)}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
    </div>
  );
}
