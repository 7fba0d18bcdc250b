import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodingKind } from '../../../../common/coding.ts';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { common } from '../../text/common.ts';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import { labelled, markSet, type Filter } from '../list/filters.tsx';

export type ChoiceOf = 'supplier' | 'partner' | 'project' | 'operator' | `coding.${CodingKind}`;

type Option = [value: string, label: string];

interface Options {
  of: ChoiceOf;
  label: string;
  folds?: boolean;
  /** More options, such as the reader. */
  fixed?: Option[];
  /** Whether the filter uses the record's number instead of its id. */
  byNumber?: boolean;
  width?: number;
}

export const pickerFilter = <Name extends string>(name: Name, options: Options): Filter<Name> => ({
  name,
  label: options.label,
  folds: options.folds ?? true,
  display: (value) => <Name of={options.of} value={value} fixed={options.fixed} />,
  control: (value, onChange, inBar) => <Picker {...options} value={value} onChange={onChange} inBar={inBar} />,
});

const nameIn = (fixed: Option[] = [], value: string | undefined) => fixed.find(([key]) => key === value)?.[1];

export function Name({ of, value, fixed }: { of: ChoiceOf; value: string; fixed?: Option[] | undefined }) {
  const known = nameIn(fixed, value);
  return useChoiceName(of, known === undefined ? value : undefined) ?? known;
}

interface Props extends Options {
  placeholder?: string;
  /** What the button does that empties the field; by default it removes a filter. */
  clear?: string;
  inBar: boolean;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function Picker(props: Props) {
  const { of, label, inBar, fixed = [], byNumber = false, width = 190, value, onChange, placeholder, clear } = props;
  const t = useText(listsText);
  const c = useText(common);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const known = nameIn(fixed, value);
  const name = useChoiceName(of, known === undefined ? value : undefined) ?? known;
  // The field also shows the name of the chosen record, which is not searched for.
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
      {...labelled(label, inBar)}
      {...(clear === undefined && markSet(value))}
      size="xs"
      w={{ base: 'calc(50% - 4px)', xs: width }}
      searchable
      clearable
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={options}
      // The service has already filtered the options.
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <div>
          {option.label}{' '}
          <Text span size="xs" c="dimmed">
            {options.find((one) => one.value === option.value)?.detail}
          </Text>
        </div>
      )}
      placeholder={placeholder ?? (inBar ? c.allOf(label) : c.all)}
      nothingFoundMessage={t.nothingFound}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': clear ?? `${t.removeFilter} ${label}` }}
    />
  );
}

export function useChoices(of: ChoiceOf, q: string, enabled: boolean) {
  const path = useCompanyPath()('/choices');
  return useQuery({
    queryKey: ['choices', path, of, q],
    queryFn: ({ signal }) => read(path, { query: { of, ...(q !== '' && { q }) }, signal }),
    enabled,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

const choiceQuery = (path: `/companies/${string}/choices`, of: ChoiceOf, value: string | undefined) =>
  queryOptions({
    queryKey: ['choices', path, of, { value }],
    queryFn: ({ signal }) => read(path, { query: { of, value }, signal }),
    enabled: value !== undefined,
    staleTime: 300_000,
  });

/** Returns the id until the name is loaded. */
function useChoiceName(of: ChoiceOf, value: string | undefined): string | undefined {
  const { data } = useQuery(choiceQuery(useCompanyPath()('/choices'), of, value));
  return data?.choices[0]?.label ?? value;
}

/** As useChoiceName, for several. */
export function useChoiceNames(of: ChoiceOf, values: readonly string[]): (value: string) => string {
  const path = useCompanyPath()('/choices');
  const names = useQueries({ queries: values.map((value) => choiceQuery(path, of, value)) });
  return (value) => names[values.indexOf(value)]?.data?.choices[0]?.label ?? value;
}
