import { Progress } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { FailureCause } from '../../api/types.ts';
import { useFormat } from '../../format.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Link } from '../../shared/page/link.tsx';
import { ListTable } from '../../shared/list/list-table.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { overviewText } from './text.ts';
import { callsText } from '../../text/calls.ts';
import { named, useText } from '../../text.ts';
import { StatusBadge } from '../calls/status-badge.tsx';

const route = getRouteApi('/inside/companies/$companyId/overview');

export function FailureCauses({ failures, from }: { failures: FailureCause[]; from: string }) {
  const t = useText(overviewText);
  const r = useText(callsText);
  const words = useWords();
  const format = useFormat();
  const { companyId } = route.useParams();
  const most = Math.max(1, ...failures.map(({ count }) => count));
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
              cell: ({ count }) => <Count text={format.number(count)} share={(100 * count) / most} />,
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
