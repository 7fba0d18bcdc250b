import { Group, Table, Text } from '@mantine/core';
import type { Invoice } from '../../../api/types.ts';
import { useFormat } from '../../../format.ts';
import { Icon } from '../../../shared/page/icon.tsx';
import { Severity } from '../../../shared/record/severity.tsx';
import { Value } from '../../../shared/record/value.tsx';
import { sumsText } from './text.ts';
import { useText } from '../../../text.ts';
import styles from './calculation.module.css';
import { readingIn } from './reading.ts';

type SumsExplanation = NonNullable<Invoice['sums']>;

/** How the sums were read. If they do not add up, the calculation is open and shows the difference. */
export function Calculation({ sums }: { sums: SumsExplanation }) {
  const t = useText(sumsText);
  const format = useFormat();
  const reading = readingIn(t.reading, sums);
  const figures = [
    [t.net, sums.net],
    [t.vat, sums.vat],
    [t.gross, sums.gross],
  ] as const;
  return (
    <div className={styles.calculation}>
      {sums.parts.length === 0 ? (
        <Text size="sm">{t.nothing}</Text>
      ) : sums.sent === undefined ? (
        <Text size="sm">{t.noTotal(reading)}</Text>
      ) : sums.matches ? (
        <Text size="sm" className={styles.matches}>
          <Icon name="check" size={16} />
          {t.addsUp(reading)}
        </Text>
      ) : (
        <Text size="sm">
          <Severity severity="warning" /> {t.nearest(reading)}
        </Text>
      )}
      {sums.parts.length > 0 && (
        <details open={!sums.matches}>
          <summary>{t.calculation}</summary>
          <Parts sums={sums} />
        </details>
      )}
      {/* Of a reading that does not add up, they would contradict what is shown. */}
      {sums.matches && (
        <Group gap="4px 16px" component="dl" aria-label={t.byReading} m={0} fz="sm">
          {figures.map(([label, amount]) => (
            <div key={label}>
              <Text component="dt" size="xs" c="dimmed">
                {label}
              </Text>
              <dd className={styles.figure}>
                <Value>{format.amount(amount)}</Value>
              </dd>
            </div>
          ))}
        </Group>
      )}
    </div>
  );
}

function Parts({ sums: { parts, expected, sent, difference, matches } }: { sums: SumsExplanation }) {
  const t = useText(sumsText);
  const format = useFormat();
  return (
    <Table fz="sm" verticalSpacing={4} aria-label={t.calculation} className={styles.parts}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.what}</Table.Th>
          <Table.Th ta="end">{t.amount}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {parts.map(({ what, amount }) => (
          <Row key={what} name={t.parts[what]} amount={format.amount(amount)} />
        ))}
        <Row name={t.expected} amount={format.amount(expected)} strong />
        {sent !== undefined && <Row name={t.sent} amount={format.amount(sent)} strong />}
        {difference !== undefined && (
          <Row name={t.difference} amount={format.amount(difference)} strong={!matches} marked={!matches} />
        )}
      </Table.Tbody>
    </Table>
  );
}

const Row = ({ name, amount, strong = false, marked = false }: RowProps) => (
  <Table.Tr data-marked={marked || undefined} fw={strong ? 650 : 400}>
    <Table.Th scope="row" fw="inherit">
      {marked ? <Severity severity="warning">{name}</Severity> : name}
    </Table.Th>
    <Table.Td ta="end">{amount}</Table.Td>
  </Table.Tr>
);

interface RowProps {
  name: string;
  amount: string;
  strong?: boolean;
  marked?: boolean;
}
