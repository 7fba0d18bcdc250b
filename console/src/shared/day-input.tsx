import '@mantine/dates/styles.css';
import 'dayjs/locale/sv.js';
import { DatePickerInput } from '@mantine/dates';
import { usePreferences } from '../preferences.tsx';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';
import type { Filter } from './filters.tsx';

interface Props {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  description?: string;
  /** In a form instead of a bar. */
  wide?: boolean;
}

/** A day to begin or to end with. */
export const dayFilter = <Name extends string>(name: Name, label: string): Filter<Name> => ({
  name,
  control: (value, onChange) => <DayInput label={label} value={value} onChange={onChange} />,
});

/** A day, YYYY-MM-DD. */
export function DayInput({ label, value, onChange, description, wide = false }: Props) {
  const t = useText(common);
  const { language } = usePreferences();
  return (
    <DatePickerInput
      label={label}
      description={description}
      w={wide ? '100%' : { base: '47%', xs: 150 }}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
      valueFormat="YYYY-MM-DD"
      locale={language}
      firstDayOfWeek={1}
      clearable
      highlightToday
      placeholder={t.chooseDay}
      clearButtonProps={{ 'aria-label': t.clearDay }}
      ariaLabels={{ previousMonth: t.previousMonth, nextMonth: t.nextMonth }}
    />
  );
}
