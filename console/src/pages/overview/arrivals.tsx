import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Arrival } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { usePreferences } from '../../preferences.tsx';
import { Empty } from '../../shared/empty.tsx';
import { Panel } from '../../shared/panel.tsx';
import { overviewText } from '../../text/overview.ts';
import { useText } from '../../text.ts';
import { ArrivalsTable } from './arrivals-table.tsx';
import { pivot, type Kind } from './pivot.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');
const colours = ['indigo.5', 'teal.5', 'yellow.6', 'grape.5', 'cyan.6', 'red.5', 'lime.6', 'gray.5'];
const kinds: Kind[] = ['invoices', 'suppliers', 'workOrders'];

const today = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());

export default function Arrivals({ arrivals, days }: { arrivals: Arrival[]; days: string }) {
  const t = useText(overviewText);
  const format = useFormat();
  const { timeZone } = usePreferences();
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const [kind, setKind] = useState<Kind>('invoices');
  const table = pivot(arrivals, kind, Number(days), today(timeZone));
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
  const open = (day: string) => {
    if (kind === 'invoices')
      void navigate({ to: '/companies/$companyId/invoices', params: { companyId }, search: { from: day, to: day } });
  };
  return (
    <Panel title={t.arrivals} actions={choose}>
      {table.partners.length === 0 ? (
        <Empty title={t.nothingArrived} next={t.nothingArrivedNext} />
      ) : (
        <>
          <div role="img" aria-label={t.chart(t.kinds[kind], days)}>
            <BarChart
              h={260}
              type="stacked"
              dataKey="label"
              data={table.days.map(({ day, counts }) => ({ label: format.day(day), day, ...counts }))}
              series={table.partners.map((partner, at) => ({
                name: partner,
                label: nameOf(partner),
                color: colours[at % colours.length] ?? 'gray.6',
              }))}
              withLegend={table.partners.length > 1}
              yAxisProps={{ allowDecimals: false, width: 36 }}
              xAxisProps={{ minTickGap: 24 }}
              tickLine="none"
              barChartProps={{
                accessibilityLayer: false,
                onClick: (state) =>
                  typeof state.activeIndex !== 'undefined' && open(table.days[Number(state.activeIndex)]?.day ?? ''),
              }}
            />
          </div>
          <ArrivalsTable days={table.days} partners={table.partners} kind={kind} nameOf={nameOf} />
        </>
      )}
    </Panel>
  );
}
