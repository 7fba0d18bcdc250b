import { SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Arrival } from '../../api/types.ts';
import { usePreferences } from '../../preferences.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';
import { ArrivalsTable } from './arrivals-table.tsx';
import { Chart } from './chart.tsx';
import { pivot, type Kind } from './pivot.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');
const kinds: Kind[] = ['invoices', 'suppliers', 'workOrders'];

const today = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());

export function Arrivals({ arrivals, days }: { arrivals: Arrival[]; days: string }) {
  const t = useText(overviewText);
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
