import { ScrollArea, SegmentedControl, Table } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Arrival } from '../../api/types.ts';
import { todayIn } from '../../days.ts';
import { useFormat } from '../../format.ts';
import { usePreferences } from '../../preferences.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';
import { Chart } from './chart.tsx';
import { pivot, type ArrivalKind, type DayCounts } from './pivot.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');
const kinds: ArrivalKind[] = ['invoices', 'suppliers', 'workOrders'];

export function Arrivals({ arrivals, days }: { arrivals: Arrival[]; days: string }) {
  const t = useText(overviewText);
  const { timeZone } = usePreferences();
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const [kind, setKind] = useState<ArrivalKind>('invoices');
  const table = pivot(arrivals, kind, Number(days), todayIn(timeZone));
  const nameOf = (partner: string) => (partner === 'the company' ? t.theCompany : partner);
  const choose = (
    <SegmentedControl
      size="xs"
      aria-label={t.kind}
      value={kind}
      onChange={(value) => setKind(value)}
      data={kinds.map((value) => ({ value, label: t.kinds[value] }))}
    />
  );
  const open = (day: string) =>
    void navigate({ to: '/companies/$companyId/invoices', params: { companyId }, search: { from: day, to: day } });
  return (
    <Panel title={t.arrivals} actions={choose}>
      {table.partners.length === 0 ? (
        <Empty title={t.nothingArrived} next={t.nothingArrivedNext} />
      ) : (
        <>
          <Chart
            label={t.chart(t.kinds[kind], days)}
            days={table.days}
            partners={table.partners}
            nameOf={nameOf}
            {...(kind === 'invoices' && { open })}
          />
          <ArrivalsTable days={table.days} partners={table.partners} kind={kind} nameOf={nameOf} />
        </>
      )}
    </Panel>
  );
}

interface TableProps {
  days: DayCounts[];
  partners: string[];
  kind: ArrivalKind;
  nameOf: (partner: string) => string;
}

function ArrivalsTable({ days, partners, kind, nameOf }: TableProps) {
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
