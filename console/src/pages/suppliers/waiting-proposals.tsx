import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { proposalsText } from '../../text/proposals.ts';
import { useText } from '../../text.ts';

const maxNamed = 5;

export function WaitingProposals({ companyId }: { companyId: string }) {
  const t = useText(proposalsText);
  const path = useCompanyPath()('/proposals');
  const { data } = useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
    refetchInterval: 15_000,
  });
  const waiting = data?.proposals ?? [];
  if (waiting.length === 0) return null;
  const suppliers = new Map(waiting.map(({ supplierNumber, supplierName }) => [supplierNumber, supplierName]));
  return (
    <Alert color="orange" variant="light" icon={<Icon name="warning" />} mb="md" py="xs">
      {t.waiting(waiting.length)}{' '}
      {[...suppliers].slice(0, maxNamed).map(([number, name], at) => (
        <span key={number}>
          {at > 0 && ', '}
          <Link to="/companies/$companyId/suppliers/$number" params={{ companyId, number }} size="sm">
            {name}
          </Link>
        </span>
      ))}
      {suppliers.size > maxNamed && ' …'}
    </Alert>
  );
}
