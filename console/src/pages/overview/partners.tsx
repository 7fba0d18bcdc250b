import { getRouteApi } from '@tanstack/react-router';
import type { Overview } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { common } from '../../text/common.ts';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/overview');

/** In per cent, with one decimal. */
const share = (part: number, whole: number) => Math.round((1_000 * part) / whole) / 10;

/** How much of what each partner sends is refused, and whether that is more than the week before. */
export function FailureRates({ calls: { from, to, partners } }: { calls: Overview['calls'] }) {
  const t = useText(overviewText);
  const c = useText(common);
  const format = useFormat();
  const { companyId } = route.useParams();
  return (
    <Panel title={t.rates} padded={partners.length === 0}>
      {partners.length === 0 ? (
        <Empty title={t.noCalls} next={t.noCallsNext} icon="calls" />
      ) : (
        <ListTable
          label={t.rates}
          framed={false}
          rows={partners}
          rowKey={({ partner }) => partner}
          columns={[
            { header: c.partner, cell: ({ partner }) => partner },
            { header: t.count, numeric: true, cell: ({ calls }) => format.number(calls) },
            {
              header: t.failedOnes,
              numeric: true,
              cell: ({ partner, failed }) =>
                failed === 0 ? (
                  '0'
                ) : (
                  <Link
                    to="/companies/$companyId/requests"
                    params={{ companyId }}
                    search={{ failed: 'true', partner, from, to }}
                    fw={600}
                  >
                    {format.number(failed)}
                  </Link>
                ),
            },
            {
              header: t.rate,
              numeric: true,
              cell: ({ calls, failed }) => (calls === 0 ? '–' : t.percent(format.number(share(failed, calls)))),
            },
            { header: t.weekBefore, numeric: true, cell: (row) => <Change {...row} /> },
          ]}
        />
      )}
    </Panel>
  );
}

function Change({ calls, failed, callsBefore, failedBefore }: Overview['calls']['partners'][number]) {
  const t = useText(overviewText);
  const format = useFormat();
  if (callsBefore === 0) return '–';
  const before = share(failedBefore, callsBefore);
  const now = calls === 0 ? before : share(failed, calls);
  const words = t.percent(format.number(before));
  if (now === before) return words;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {words}{' '}
      <span
        role="img"
        aria-label={now > before ? t.rose : t.fell}
        style={{ color: now > before ? 'var(--mantine-color-error)' : 'light-dark(#087f5b, #63e6be)' }}
      >
        {now > before ? '▲' : '▼'}
      </span>
    </span>
  );
}
