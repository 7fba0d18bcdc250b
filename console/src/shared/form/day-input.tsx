import '@mantine/dates/styles.css';
import 'dayjs/locale/sv.js';
import { ActionIcon, CloseButton, Group, Popover, TextInput } from '@mantine/core';
import { DatePicker, DatePickerInput } from '@mantine/dates';
import { useEffect, useState, type ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import { usePreferences } from '../../preferences.tsx';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import { markSet, type Filter } from '../list/filters.tsx';
import styles from '../list/filters.module.css';
import { Icon } from '../page/icon.tsx';
import { typedDay } from './typed-day.ts';

export const dayFilter = <Name extends string>(name: Name, label: string, folds = false): Filter<Name> => ({
  name,
  label,
  folds,
  display: (day) => day,
  control: (value, onChange, inBar) => <TypedDay label={label} value={value} onChange={onChange} inBar={inBar} />,
});

function useCalendar() {
  const t = useText(common);
  const { language: locale } = usePreferences();
  const ariaLabels = { previousMonth: t.previousMonth, nextMonth: t.nextMonth };
  return { locale, firstDayOfWeek: 1 as const, highlightToday: true, ariaLabels };
}

interface TypedDayProps {
  label: string;
  inBar: boolean;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

/**
 * A day that is typed in any notation, or chosen from a calendar. It counts when the reader presses Enter or leaves the
 * field. DateInput of @mantine/dates does not fit here: it applies every keystroke that happens to be a day, drops a
 * text that is not one instead of saying so, and offers its calendar to the mouse only.
 */
function TypedDay({ label, inBar, value = '', onChange }: TypedDayProps) {
  const t = useText(listsText);
  const c = useText(common);
  const calendar = useCalendar();
  const today = useFormat().date(new Date());
  const [typed, setTyped] = useState(value);
  const [opened, setOpened] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const show = (day: string) => {
    setTyped(day);
    setWrong(false);
  };
  useEffect(() => show(value), [value]);
  const take = (day: string) => {
    show(day);
    if (day !== value) onChange(day === '' ? undefined : day);
  };
  const leave = () => {
    const day = typed.trim() === '' ? '' : typedDay(typed, today);
    if (day === undefined) setWrong(true);
    else take(day);
  };
  return (
    <TextInput
      label={label}
      {...(inBar && { className: styles.inline })}
      {...markSet(value)}
      size="xs"
      w={{ base: 'calc(50% - 4px)', xs: inBar ? 175 : 165 }}
      value={typed}
      placeholder="2026-11-15"
      title={t.dayHint}
      error={isWrong && t.notADay}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
      rightSectionWidth={typed === '' ? 28 : 50}
      rightSection={
        <Group gap={0} wrap="nowrap">
          {typed !== '' && <CloseButton size="xs" aria-label={`${c.clearDay}: ${label}`} onClick={() => take('')} />}
          <Popover opened={opened} onChange={setOpened} shadow="md" position="bottom-end" trapFocus returnFocus>
            <Popover.Target>
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={t.openCalendar(label)}
                onClick={() => setOpened(!opened)}
              >
                <Icon name="calendar" size={14} />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown aria-label={label}>
              <DatePicker
                {...calendar}
                size="xs"
                value={typedDay(typed, today) ?? null}
                defaultDate={typedDay(typed, today) ?? today}
                onChange={(day) => {
                  take(day ?? '');
                  setOpened(false);
                }}
              />
            </Popover.Dropdown>
          </Popover>
        </Group>
      }
    />
  );
}

interface DayInputProps {
  label: string;
  description?: string;
  error?: ReactNode;
  /** YYYY-MM-DD, or empty. */
  value?: string;
  onChange: (day: string) => void;
}

export function DayInput({ value, onChange, ...input }: DayInputProps) {
  const t = useText(common);
  return (
    <DatePickerInput
      {...useCalendar()}
      {...input}
      w="100%"
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      valueFormat="YYYY-MM-DD"
      clearable
      placeholder={t.chooseDay}
      clearButtonProps={{ 'aria-label': t.clearDay }}
    />
  );
}
