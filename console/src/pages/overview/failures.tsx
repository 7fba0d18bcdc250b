import { Progress } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FailureCause, Overview } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { common } from '../../text/common.ts';
import { overviewText } from './text.ts';
import { operationsText } from '../../text/operations.ts';
import { named, useText } from '../../text.ts';
import { StatusBadge } from '../calls/status-badge.tsx';

const route = getRouteApi('/inside/companies/$companyId/overview');

export function FailureCauses({ failures, from }: { failures: FailureCause[]; from: string }) {
  const t = useText(overviewText);
  const r = useText(operationsText);
  const words = useWords();
  const format = useFormat();
  const { companyId } = route.useParams();
  const max = Math.max(1, ...failures.map(({ count }) => count));
  return (
    <Panel title={t.failures} padded={failures.length === 0}>
      {failures.length === 0 ? (
        <Empty title={t.noFailures} next={t.noFailuresNext} icon="check" />
      ) : (
        <ListTable
          label={t.failures}
          framed={false}
          rows={failures}
          rowKey={({ operation, status, reason }) => `${operation} ${status} ${reason}`}
          columns={[
            {
              header: t.cause,
              cell: ({ operation, status, reason, ...cause }) => (
                <Link
                  to="/companies/$companyId/requests"
                  params={{ companyId }}
                  search={{ failed: 'true', operation, status: String(status), cause: reason, from }}
                  fw={600}
                >
                  <Said words={words.cause(cause)} english={reason} />
                </Link>
              ),
            },
            { header: r.status, cell: ({ status }) => <StatusBadge status={status} /> },
            { header: t.operation, cell: ({ operation }) => named(r.operations, operation) },
            {
              header: t.count,
              numeric: true,
              cell: ({ count }) => <Count text={format.number(count)} share={(100 * count) / max} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

const Count = ({ text, share }: { text: string; share: number }) => (
  <div>
    {text}
    <Progress value={share} size="xs" color="orange.6" aria-hidden="true" miw={80} />
  </div>
);

const percentOf = (part: number, whole: number) => Math.round((1_000 * part) / whole) / 10;

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
              cell: ({ calls, failed }) => (calls === 0 ? '–' : t.percent(format.number(percentOf(failed, calls)))),
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
  const before = percentOf(failedBefore, callsBefore);
  const now = calls === 0 ? before : percentOf(failed, calls);
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
