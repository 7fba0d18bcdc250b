import { getRouteApi } from '@tanstack/react-router';
import type { WaitingReport } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { ExportMenu } from '../../shared/list/export-menu.tsx';
import { ListTable, type Column } from '../../shared/list/list-table.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { Link } from '../../shared/page/link.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { reportsText } from './text.ts';

const route = getRouteApi('/inside/companies/$companyId/reports');

interface Props {
  report: WaitingReport;
  path: `/companies/${string}/reports/waiting`;
  days: string;
}

type Figures = Omit<WaitingReport['approvers'][number], 'id' | 'name'>;

function useFigures(): Record<'decided' | 'waiting', Column<Figures>[]> {
  const t = useText(reportsText);
  const format = useFormat();
  const inDays = (days: number | null) => (days === null ? '–' : t.inDays(format.number(Math.round(10 * days) / 10)));
  return {
    decided: [
      { header: t.decided, numeric: true, cell: ({ decided }) => format.number(decided) },
      { header: t.half, numeric: true, cell: ({ medianDays }) => inDays(medianDays) },
      { header: t.nineInTen, numeric: true, cell: ({ nineInTenDays }) => inDays(nineInTenDays) },
    ],
    waiting: [
      { header: t.waiting, numeric: true, cell: ({ waiting }) => format.number(waiting) },
      { header: t.since, tight: true, cell: ({ since }) => (since === null ? '–' : format.date(since)) },
    ],
  };
}

export function Approvers({ report: { approvers }, path, days }: Props) {
  const t = useText(reportsText);
  const { decided, waiting } = useFigures();
  const { companyId } = route.useParams();
  return (
    <Panel
      title={t.approvers}
      padded={approvers.length === 0}
      actions={<ExportMenu path={path} query={{ days, of: 'approvers' }} />}
    >
      {approvers.length === 0 ? (
        <Empty title={t.noFigures} next={t.noFiguresNext} icon="reports" />
      ) : (
        <ListTable
          framed={false}
          label={t.approvers}
          rows={approvers}
          rowKey={({ id }) => id ?? ''}
          columns={[
            {
              header: t.user,
              cell: ({ id, name }) => (
                <Link
                  to="/companies/$companyId/invoices"
                  params={{ companyId }}
                  search={{ state: 'open', waitsFor: 'company', assigned: id ?? 'none' }}
                  fw={600}
                >
                  {id === null ? t.nobody : name}
                </Link>
              ),
            },
            ...decided,
            ...waiting,
          ]}
        />
      )}
    </Panel>
  );
}

export function Partners({ report: { partners }, path, days }: Props) {
  const t = useText(reportsText);
  const c = useText(common);
  const format = useFormat();
  const { decided, waiting } = useFigures();
  const { companyId } = route.useParams();
  const reasons = Object.keys(t.reasons) as (keyof typeof t.reasons)[];
  return (
    <Panel
      title={t.partners}
      padded={partners.length === 0}
      actions={<ExportMenu path={path} query={{ days, of: 'partners' }} />}
    >
      {partners.length === 0 ? (
        <Empty title={t.noFigures} next={t.noFiguresNext} icon="reports" />
      ) : (
        <ListTable
          framed={false}
          label={t.partners}
          rows={partners}
          rowKey={({ partner }) => partner}
          columns={[
            {
              header: c.partner,
              cell: ({ partner }) => (
                <Link
                  to="/companies/$companyId/invoices"
                  params={{ companyId }}
                  search={{ state: 'open', partner }}
                  fw={600}
                >
                  {partner}
                </Link>
              ),
            },
            { header: t.arrived, numeric: true, cell: ({ arrived }) => format.number(arrived) },
            ...decided,
            ...waiting,
            {
              header: t.waits,
              cell: ({ because }) =>
                reasons
                  .filter((reason) => because[reason] > 0)
                  .map((reason) => `${t.reasons[reason]}: ${format.number(because[reason])}`)
                  .join(', '),
            },
          ]}
        />
      )}
    </Panel>
  );
}
