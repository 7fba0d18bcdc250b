import { Group, Stack, Text } from '@mantine/core';
import type { InvoiceDocument } from '../../api/types.ts';
import { isNum, oneLine } from '../../exact.ts';
import { useFormat } from '../../format.ts';
import { invoicesText } from '../../text/invoices.ts';
import { useText } from '../../text.ts';
import { currencyOf, sumFields } from './known-fields.ts';

export function Sums({ document }: { document: InvoiceDocument }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const sums = sumFields.flatMap((field) => {
    const value = document[field];
    if (value === null || value === undefined || value === '') return [];
    return [{ field, text: isNum(value) ? format.amount(value, currencyOf(document)) : oneLine(value) }];
  });
  return (
    <Stack gap={6} component="dl" m={0} maw={380} ms="auto">
      {sums.map(({ field, text }) => (
        <Group
          key={field}
          justify="space-between"
          fw={field === 'totalPrice' ? 700 : 400}
          fz={field === 'totalPrice' ? 'lg' : 'sm'}
        >
          <dt>{t.sumFields[field]}</dt>
          <Text component="dd" m={0} inherit style={{ fontVariantNumeric: 'tabular-nums' }}>
            {text}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
