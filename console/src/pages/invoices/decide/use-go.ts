import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { decideText } from '../../../text/decide.ts';
import { useText } from '../../../text.ts';
import { keepFocus } from './focus.ts';
import { leftToDecide, nextToDecide } from './queue-rows.ts';
import type { Queue } from './queue.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

/** The ways from an invoice: to another one of its queue, to the list, and on to what waits. */
export function useGo(id: string, queue: Queue) {
  const t = useText(decideText);
  const navigate = useNavigate();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const { queue: _queue, ...filters } = search;
  const to = (invoiceId: string | undefined) => {
    if (invoiceId !== undefined)
      void navigate({ to: '/companies/$companyId/invoices/$invoiceId', params: { companyId, invoiceId }, search });
  };
  const toList = () => void navigate({ to: '/companies/$companyId/invoices', params: { companyId }, search: filters });
  /** To the next invoice that waits or, after the last one, to the list. Without a queue one stays, which is answered with false. */
  const on = async (): Promise<boolean> => {
    if (!queue.enabled) {
      keepFocus();
      return false;
    }
    const rows = await queue.rows();
    const next = nextToDecide(rows, id);
    if (next === undefined) {
      const left = leftToDecide(rows, id);
      notifications.show({ message: left === 0 ? t.allDone : t.lastOne(left), color: 'teal' });
      toList();
    } else to(next);
    return true;
  };
  return { to, toList, on, filters };
}

export type Go = ReturnType<typeof useGo>;
