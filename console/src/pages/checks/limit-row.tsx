import { Text, TextInput } from '@mantine/core';
import type { CheckLimit } from '../../api/types.ts';
import { isValid } from './limit.ts';
import { checksText } from './text.ts';
import { useText } from '../../text.ts';
import { SettingRow } from './setting-row.tsx';

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
    <SettingRow
      name={t.limits[name]}
      about={t.limitAbout[name]}
      warning={name === 'recentDays' && isValid(limit, typed) && Number(typed) < value ? t.fewerDays : undefined}
      usual={<Text size="sm">{t.units[name](usual)}</Text>}
    >
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
    </SettingRow>
  );
}
