import { Combobox, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';

export function usePeople(text: string, enabled: boolean) {
  const path = useCompanyPath()('/choices');
  const q = text.trim();
  const { data } = useQuery({
    queryKey: ['people', path, q],
    queryFn: ({ signal }) => read(path, { query: { of: 'operator', ...(q !== '' && { q }) }, signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
  return data?.choices;
}

type Person = NonNullable<ReturnType<typeof usePeople>>[number];

export const PersonOption = ({ value, label, detail }: Person) => (
  <Combobox.Option value={value}>
    {label}{' '}
    <Text span size="xs" opacity={0.85}>
      {detail}
    </Text>
  </Combobox.Option>
);
