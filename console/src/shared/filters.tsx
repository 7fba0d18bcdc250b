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

/** One filter of a list: the name that the API has for it, and what it is chosen with. */
export interface Filter<Name extends string> {
  name: Name;
  control: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactNode;
}

interface Chosen {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

interface TextOptions {
  label: string;
  width?: number;
  search?: boolean;
  placeholder?: string;
  inputMode?: 'decimal';
  /** The length of the shortest text that the API takes. */
  least?: number;
  /** Writes what was typed in the way that the API takes it. */
  rewrite?: (typed: string) => string;
}

/** A text to look for. */
export const textFilter = <Name extends string>(name: Name, options: TextOptions): Filter<Name> => ({
  name,
  control: (value, onChange) => <TextFilter {...options} value={value} onChange={onChange} />,
});

/** Waits until the reader pauses. */
function TextFilter({
  label,
  value = '',
  onChange,
  width = 150,
  search = false,
  placeholder,
  inputMode,
  least = 1,
  rewrite = (text) => text,
}: TextOptions & Chosen) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    const taken = text.length < least ? '' : text;
    if (taken === sent.current) return;
    sent.current = taken;
    onChange(taken === '' ? undefined : rewrite(taken));
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

type Option = [value: string, label: string];
/** Values that belong together, below a heading. */
export interface OptionGroup {
  group: string;
  items: Option[];
}

interface SelectOptions {
  label: string;
  options: Option[] | OptionGroup[];
  /** What it means that nothing is chosen; otherwise "all". */
  none?: string;
  width?: number;
}

/** One of several values. */
export const selectFilter = <Name extends string>(name: Name, options: SelectOptions): Filter<Name> => ({
  name,
  control: (value, onChange) => <SelectFilter {...options} value={value} onChange={onChange} />,
});

export function SelectFilter({ label, value = '', onChange, options, none, width = 165 }: SelectOptions & Chosen) {
  const t = useText(common);
  const item = ([key, name]: Option) => ({ value: key, label: name });
  const data = [
    { value: '', label: none ?? t.all },
    ...options.map((one) => ('group' in one ? { group: one.group, items: one.items.map(item) } : item(one))),
  ];
  return (
    <NativeSelect
      label={label}
      w={{ base: '47%', xs: width }}
      value={value}
      data={data}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
