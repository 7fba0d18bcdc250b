import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { useInZone } from '../../../shared/list/use-in-zone.ts';

/** What stands beside the title, too: it is asked for once. */
export function useTotals(filters: object) {
  const path = useCompanyPath()('/invoices/totals');
  const query = useInZone(filters);
  return useQuery({ queryKey: ['list', path, query], queryFn: ({ signal }) => read(path, { query, signal }) }).data;
}
