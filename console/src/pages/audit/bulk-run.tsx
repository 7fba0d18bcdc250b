import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditRow } from '../../api/types.ts';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Link } from '../../shared/page/link.tsx';
import { listsText } from '../../text/lists.ts';
import { useText } from '../../text.ts';
import { Subject } from './subject.tsx';
import { auditText } from './text.ts';

type Run = NonNullable<AuditRow['bulk']>;

const maxShown = 50;

/** A bulk decision is one row, which unfolds to its entries. */
export function BulkRun({ bulk: { id, count, sums } }: { bulk: Run }) {
  const l = useText(listsText);
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const amounts = sums.map(({ currency, total }) => format.amount(total, currency ?? l.noCurrency));
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary style={{ cursor: 'pointer' }}>
        {[l.invoices(format.number(String(count))), ...amounts].join(' · ')}
      </summary>
      {isOpen && <Entries id={id} count={count} />}
    </details>
  );
}

function Entries({ id, count }: Pick<Run, 'id' | 'count'>) {
  const t = useText(auditText);
  const format = useFormat();
  const path = useCompanyPath()('/audit');
  const { companyId } = useParams({ from: '/inside/companies/$companyId' });
  const query = { bulk: id, sort: 'seq', limit: String(maxShown) };
  const { data, error } = useQuery({
    queryKey: ['audit of bulk', path, id],
    queryFn: ({ signal }) => read(path, { query, signal }),
  });
  if (error !== null) return <Failure error={error} />;
  return (
    <>
      {data?.rows.map((row) => (
        <Text key={row.id} size="sm">
          <Subject row={row} />
        </Text>
      ))}
      {count > maxShown && (
        <Link to="/companies/$companyId/audit" params={{ companyId }} search={{ bulk: id }}>
          {t.showAll(format.number(String(count)))}
        </Link>
      )}
    </>
  );
}
