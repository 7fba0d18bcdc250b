import { ScrollArea, Table } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../format.ts';
import { Link } from '../../shared/page/link.tsx';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';
import type { Day, Kind } from './pivot.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');

interface Props {
  days: Day[];
  partners: string[];
  kind: Kind;
  nameOf: (partner: string) => string;
}

/** The chart's figures for who cannot see it, and for who wants the invoices behind one of them. */
export function ArrivalsTable({ days, partners, kind, nameOf }: Props) {
  const t = useText(overviewText);
  const format = useFormat();
  const { companyId } = route.useParams();
  const figure = (day: string, count: number, partner?: string) =>
    kind === 'invoices' && count > 0 ? (
      <Link
        to="/companies/$companyId/invoices"
        params={{ companyId }}
        search={{ from: day, to: day, ...(partner !== undefined && { partner }) }}
      >
        {format.number(count)}
      </Link>
    ) : (
      format.number(count)
    );
  return (
    <details style={{ marginTop: 12 }}>
      <summary style={{ cursor: 'pointer' }}>{t.asTable}</summary>
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t.asTable }}>
        <Table fz="sm" mt="xs" aria-label={t.arrivals}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.day}</Table.Th>
              {partners.map((partner) => (
                <Table.Th key={partner} ta="end">
                  {nameOf(partner)}
                </Table.Th>
              ))}
              <Table.Th ta="end">{t.total}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days
              .filter(({ total }) => total > 0)
              .map(({ day, counts, total }) => (
                <Table.Tr key={day}>
                  <Table.Td>{day}</Table.Td>
                  {partners.map((partner) => (
                    <Table.Td key={partner} ta="end">
                      {figure(day, counts[partner] ?? 0, partner)}
                    </Table.Td>
                  ))}
                  <Table.Td ta="end">{figure(day, total)}</Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </details>
  );
}
