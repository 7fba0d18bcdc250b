import { Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Fragment, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import styles from './filters.module.css';
import { Icon } from '../page/icon.tsx';

export interface Filter<Name extends string> {
  name: Name;
  label: string;
  /** `inBar`: in the one-line toolbar, where no label stands above the field. */
  control: (value: string | undefined, onChange: (value: string | undefined) => void, inBar: boolean) => ReactNode;
  display: (value: string) => ReactNode;
  /** Hidden behind a button until somebody opens it. */
  folds?: boolean;
}

interface Props {
  filters: Filter<string>[];
  chosen: Record<string, string | undefined>;
  set: (change: Record<string, string | undefined>) => void;
  onClear: () => void;
  active: boolean;
  choice?: ReactNode;
  /** At the end of the toolbar. */
  tools?: ReactNode;
}

/** The address bar holds the filters. A filter that is set but hidden shows as a chip that removes it. */
export function Filters({ filters, chosen, set, onClear, active, choice, tools }: Props) {
  const t = useText(common);
  const [open, setOpen] = useState(false);
  const more = useId();
  const control = ({ name, control: draw, folds }: Filter<string>) => (
    <Fragment key={name}>{draw(chosen[name], (value) => set({ [name]: value }), !folds)}</Fragment>
  );
  const folding = filters.filter(({ folds }) => folds);
  const bar = [...(choice === undefined ? [] : [choice]), ...filters.filter(({ folds }) => !folds).map(control)];
  const [first, ...rest] = bar;
  const many = rest.length > 2;
  return (
    <div className={styles.bar}>
      <search className={styles.filters} aria-label={t.filters}>
        {first}
        <div className={styles.rest} data-folded={((many || folding.length > 0) && !open) || undefined}>
          {rest}
        </div>
        {(many || folding.length > 0) && (
          <Button
            hiddenFrom={folding.length > 0 ? undefined : 'xs'}
            size="xs"
            variant="default"
            aria-expanded={open}
            aria-controls={folding.length > 0 ? more : undefined}
            onClick={() => setOpen(!open)}
          >
            {open ? t.fewerFilters : t.moreFilters}
          </Button>
        )}
        {!open && (
          <Chips filters={folding.filter(({ name }) => chosen[name] !== undefined)} chosen={chosen} set={set} />
        )}
        {active && (
          <Button size="xs" px={8} variant="transparent" onClick={onClear}>
            {t.clearFilters}
          </Button>
        )}
        {folding.length > 0 && (
          <div id={more} className={styles.folding} hidden={!open}>
            {open && folding.map(control)}
          </div>
        )}
      </search>
      {tools !== undefined && <div className={styles.tools}>{tools}</div>}
    </div>
  );
}

function Chips({ filters, chosen, set }: Pick<Props, 'filters' | 'chosen' | 'set'>) {
  const t = useText(listsText);
  return filters.map(({ name, label, display }) => (
    <Button
      key={name}
      size="xs"
      px={8}
      variant="light"
      fw={500}
      rightSection={<Icon name="cross" size={12} />}
      onClick={() => set({ [name]: undefined })}
    >
      <VisuallyHidden>{t.removeFilter} </VisuallyHidden>
      {label}: {display(chosen[name] ?? '')}
    </Button>
  ));
}

/** The label of a field: above it, or in the toolbar only for screen readers and as a tooltip. */
export const labelled = (label: string, inBar: boolean) => (inBar ? { 'aria-label': label, title: label } : { label });

/** Marks a field of the toolbar that narrows the list. */
export const markSet = (value: string | undefined) =>
  value === undefined || value === '' ? {} : { classNames: { input: styles.set } };

interface ControlProps {
  inBar: boolean;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

interface TextOptions {
  label: string;
  folds?: boolean;
  width?: number;
  search?: boolean;
  placeholder?: string;
  inputMode?: 'decimal';
  /** The shortest text that the API takes. */
  minLength?: number;
  rewrite?: (typed: string) => string;
}

export const textFilter = <Name extends string>(name: Name, options: TextOptions): Filter<Name> => ({
  name,
  label: options.label,
  folds: options.folds ?? false,
  display: (value) => value,
  control: (value, onChange, inBar) => <TextFilter {...options} value={value} onChange={onChange} inBar={inBar} />,
});

function TextFilter({
  label,
  inBar,
  value = '',
  onChange,
  width = 150,
  search = false,
  placeholder,
  inputMode,
  minLength = 1,
  rewrite = (text) => text,
}: TextOptions & ControlProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    const taken = text.length < minLength ? '' : text;
    if (taken === sent.current) return;
    sent.current = taken;
    onChange(taken === '' ? undefined : rewrite(taken));
  }, 250);
  useEffect(() => {
    // The address bar was changed by a link or "clear filters", not by typing.
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  return (
    <TextInput
      {...labelled(label, inBar)}
      {...markSet(value)}
      size="xs"
      w={{ base: search ? '100%' : 'calc(50% - 4px)', xs: width }}
      value={typed}
      placeholder={placeholder ?? (inBar ? label : undefined)}
      inputMode={inputMode}
      type={search ? 'search' : 'text'}
      minLength={minLength}
      leftSection={search ? <Icon name="search" size={15} /> : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
      onKeyDown={({ key }) => (key === 'Enter' || key === 'ArrowDown') && send.flush()}
    />
  );
}

type Option = [value: string, label: string];
export interface OptionGroup {
  group: string;
  items: Option[];
}

interface SelectOptions {
  label: string;
  folds?: boolean;
  options: (Option | OptionGroup)[];
  /** Label of the empty choice; "all" by default. */
  none?: string;
  width?: number;
}

export const selectFilter = <Name extends string>(name: Name, options: SelectOptions): Filter<Name> => ({
  name,
  label: options.label,
  folds: options.folds ?? false,
  display: (value) =>
    options.options
      .flatMap((one): Option[] => ('group' in one ? one.items : [one]))
      .find(([key]) => key === value)?.[1] ?? value,
  control: (value, onChange, inBar) => <SelectFilter {...options} value={value} onChange={onChange} inBar={inBar} />,
});

export function SelectFilter({
  label,
  inBar,
  value = '',
  onChange,
  options,
  none,
  width = 150,
}: SelectOptions & ControlProps) {
  const t = useText(common);
  const item = ([key, name]: Option) => ({ value: key, label: name });
  const data = [
    { value: '', label: none ?? (inBar ? t.allOf(label) : t.all) },
    ...options.map((one) => ('group' in one ? { group: one.group, items: one.items.map(item) } : item(one))),
  ];
  return (
    <NativeSelect
      {...labelled(label, inBar)}
      {...markSet(value)}
      size="xs"
      w={{ base: 'calc(50% - 4px)', xs: width }}
      value={value}
      data={data}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
