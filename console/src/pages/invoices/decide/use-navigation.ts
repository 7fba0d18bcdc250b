import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQueue, type Queue } from '../../../decisions/queue.ts';
import { decideText } from '../../../decisions/text.ts';
import { useNavigation } from '../../../decisions/use-navigation.ts';
import { useText } from '../../../text.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export const useInvoiceQueue = (id: string) => useQueue(id, 'invoices', route.useSearch());

export function useInvoiceNavigation(id: string, queue: Queue) {
  const { lastOne } = useText(decideText);
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const { queue: _queue, ...filters } = search;
  return useNavigation(id, queue, {
    to: (invoiceId) =>
      void navigate({ to: '/companies/$companyId/invoices/$invoiceId', params: { companyId, invoiceId }, search }),
    toList: () => void navigate({ to: '/companies/$companyId/invoices', params: { companyId }, search: filters }),
    lastOne,
  });
}
