import { Button, Group, NativeSelect, Paper, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Children, useEffect, useRef, useState, type ReactNode } from 'react';
import { common } from '../text/common.ts';
import { useText } from '../text.ts';
import styles from './filters.module.css';
import { Icon } from './icon.tsx';

/** The bar above a list. What is chosen stands in the address bar. */
export function Filters({ children, onClear, active }: { children: ReactNode; onClear: () => void; active: boolean }) {
  const t = useText(common);
  const [open, setOpen] = useState(false);
  const [first, ...rest] = Children.toArray(children);
  const many = rest.length > 2;
  return (
    <Paper withBorder p="sm" bg="var(--door-surface)" component="search" aria-label={t.filters}>
      <Group gap="sm" align="flex-end">
        {first}
        <div className={styles.rest} data-folded={(many && !open) || undefined}>
          {rest}
        </div>
        {many && (
          <Button hiddenFrom="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t.fewerFilters : t.moreFilters}
          </Button>
        )}
        {active && (
          <Button variant="subtle" onClick={onClear}>
            {t.clearFilters}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  width?: number;
  search?: boolean;
  placeholder?: string;
  inputMode?: 'decimal';
  /** The API takes no shorter text than this. */
  least?: number;
}

/** Waits until the reader pauses. */
export function TextFilter({
  label,
  value = '',
  onChange,
  width = 150,
  search = false,
  placeholder,
  inputMode,
  least = 1,
}: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    const taken = text.length < least ? '' : text;
    if (taken === sent.current) return;
    sent.current = taken;
    onChange(taken === '' ? undefined : taken);
  }, 250);
  useEffect(() => {
    // Another link or "clear filters" changed the address bar; the reader's own typing did not.
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  return (
    <TextInput
      label={label}
      w={{ base: search ? '100%' : '47%', xs: width }}
      value={typed}
      placeholder={placeholder}
      inputMode={inputMode}
      type={search ? 'search' : 'text'}
      leftSection={search ? <Icon name="search" size={15} /> : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}

interface SelectFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  options: [value: string, label: string][];
  /** What it means that nothing is chosen; otherwise "all". */
  none?: string;
}

export function SelectFilter({ label, value = '', onChange, options, none }: SelectFilterProps) {
  const t = useText(common);
  const data = [{ value: '', label: none ?? t.all }, ...options.map(([key, name]) => ({ value: key, label: name }))];
  return (
    <NativeSelect
      label={label}
      w={{ base: '47%', xs: 165 }}
      value={value}
      data={data}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
