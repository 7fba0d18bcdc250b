import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQueue, type Queue } from '../../decisions/queue.ts';
import { useNavigation } from '../../decisions/use-navigation.ts';
import { useText } from '../../text.ts';
import { workOrdersText } from './text.ts';

const route = getRouteApi('/inside/companies/$companyId/work-orders/$workOrderId');

export const useWorkOrderQueue = (id: string) => useQueue(id, 'work-orders', route.useSearch());

export function useWorkOrderNavigation(id: string, queue: Queue) {
  const { lastOne } = useText(workOrdersText);
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const { queue: _queue, ...filters } = search;
  return useNavigation(id, queue, {
    to: (workOrderId) =>
      void navigate({
        to: '/companies/$companyId/work-orders/$workOrderId',
        params: { companyId, workOrderId },
        search,
      }),
    toList: () => void navigate({ to: '/companies/$companyId/work-orders', params: { companyId }, search: filters }),
    lastOne,
  });
}
