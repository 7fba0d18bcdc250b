import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import { useChoiceNames, useChoices, type ChoiceOf } from './picker.tsx';

interface Props {
  of: ChoiceOf;
  label: string;
  placeholder: string;
  value?: string[];
  onChange: (values: string[]) => void;
}

/** Several records, found by what is typed. */
export function ManyPicker({ of, label, placeholder, value = [], onChange }: Props) {
  const t = useText(listsText);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), 200);
  const { data } = useChoices(of, q, isOpen);
  const nameOf = useChoiceNames(of, value);
  const found = (data?.choices ?? []).filter((choice) => !value.includes(choice.value));
  return (
    <MultiSelect
      label={label}
      value={value}
      onChange={onChange}
      placeholder={value.length === 0 ? placeholder : ''}
      data={[...value.map((one) => ({ value: one, label: nameOf(one) })), ...found]}
      searchable
      hidePickedOptions
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The service has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={t.nothingFound}
    />
  );
}
