import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Invoice } from '../../../api/types.ts';
import { digitsOf, isNum, oneLine } from '../../../exact.ts';
import { useFormat } from '../../../format.ts';
import { shortened } from '../../../shared/record/amount.tsx';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { Calculation } from './calculation.tsx';
import { Findable } from '../files/find/findable.tsx';
import { FindingsAt, Target } from '../findings/findings-at.tsx';
import { currencyOf, sumFields } from '../known-fields.ts';
import styles from './calculation.module.css';

interface Sum {
  field: (typeof sumFields)[number];
  text: ReactNode;
  digits: string;
  copied: string;
}

export function Sums({ invoice: { document, findings, sums: explained } }: { invoice: Invoice }) {
  const t = useText(invoicesText);
  const format = useFormat();
  const sums = sumFields.flatMap((field): Sum[] => {
    const value = document[field];
    if (value === null || value === undefined || value === '') return [];
    if (!isNum(value)) return [{ field, text: oneLine(value), digits: '', copied: oneLine(value) }];
    const text = shortened(value, (digits) => format.amount(digits, currencyOf(document)));
    return [{ field, text, digits: digitsOf(value), copied: format.plainAmount(value) }];
  });
  return (
    <div className={styles.sums}>
      <Stack gap={2} component="dl" m={0} className={styles.figures}>
        {sums.map(({ field, text, digits, copied }) => (
          <Group
            key={field}
            justify="space-between"
            fw={field === 'totalPrice' ? 700 : 400}
            fz={field === 'totalPrice' ? 'md' : 'sm'}
          >
            <dt>{t.sumFields[field]}</dt>
            <Text component="dd" m={0} inherit style={{ fontVariantNumeric: 'tabular-nums' }}>
              <Findable kind="amount" value={digits} copied={copied} before>
                {text}
              </Findable>
            </Text>
            {findings.some(({ path }) => path === field) && (
              <Text component="dd" m={0} w="100%" fw={400} fz="sm">
                <Target path={field}>
                  <FindingsAt findings={findings} path={field} />
                </Target>
              </Text>
            )}
          </Group>
        ))}
      </Stack>
      {explained !== null && <Calculation sums={explained} />}
    </div>
  );
}
