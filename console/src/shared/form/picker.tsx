import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import { useChoiceName, useChoices, type ChoiceOf } from './choices.ts';
import type { Filter } from '../list/filters.tsx';

type Option = [value: string, label: string];

interface Options {
  of: ChoiceOf;
  label: string;
  folds?: boolean;
  /** What can be chosen besides, such as oneself. */
  fixed?: Option[];
  /** Whether the number is chosen instead of the value that the API gives. */
  byNumber?: boolean;
  width?: number;
}

/** A record, found by a part of its name or number. */
export const pickerFilter = <Name extends string>(name: Name, options: Options): Filter<Name> => ({
  name,
  label: options.label,
  folds: options.folds ?? true,
  told: (value) => <Name of={options.of} value={value} fixed={options.fixed} />,
  control: (value, onChange) => <Picker {...options} value={value} onChange={onChange} />,
});

const nameIn = (fixed: Option[] = [], value: string | undefined) => fixed.find(([key]) => key === value)?.[1];

function Name({ of, value, fixed }: { of: ChoiceOf; value: string; fixed: Option[] | undefined }) {
  const known = nameIn(fixed, value);
  return useChoiceName(of, known === undefined ? value : undefined) ?? known;
}

interface Props extends Options {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Looks at the service for what is typed. */
export function Picker({ of, label, fixed = [], byNumber = false, width = 190, value, onChange }: Props) {
  const t = useText(listsText);
  const c = useText(common);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const known = nameIn(fixed, value);
  const name = useChoiceName(of, known === undefined ? value : undefined) ?? known;
  // The name of what is chosen stands in the field and is not looked for.
  const [q] = useDebouncedValue(typed === name ? '' : typed.trim(), 200);
  const { data } = useChoices(of, q, isOpen);
  const found = (data?.choices ?? [])
    .map((choice) => ({ ...choice, value: byNumber ? choice.detail : choice.value }))
    .filter((choice) => choice.value !== '' && choice.value !== value);
  const own = fixed.filter(([key]) => key !== value).map(([key, words]) => ({ value: key, label: words, detail: '' }));
  const options = [
    ...(value === undefined ? [] : [{ value, label: name ?? value, detail: '' }]),
    ...(q === '' ? own : []),
    ...found,
  ];
  return (
    <Select
      label={label}
      size="xs"
      w={{ base: '47%', xs: width }}
      searchable
      clearable
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={options}
      // The service has found them already.
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <div>
          {option.label}{' '}
          <Text span size="xs" c="dimmed">
            {options.find((one) => one.value === option.value)?.detail}
          </Text>
        </div>
      )}
      placeholder={c.all}
      nothingFoundMessage={t.nothingFound}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': `${t.removeFilter} ${label}` }}
    />
  );
}
