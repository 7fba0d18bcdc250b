import { notifications } from '@mantine/notifications';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { keepFocus } from '../../../decisions/use-decide.ts';
import { decideText } from '../../../decisions/text.ts';
import { useText } from '../../../text.ts';
import { isDecided, nextToDecide, type Queue } from './queue.ts';

const route = getRouteApi('/inside/companies/$companyId/invoices/$invoiceId');

export function useInvoiceNavigation(id: string, queue: Queue) {
  const t = useText(decideText);
  const navigate = useNavigate();
  const router = useRouter();
  const { companyId } = route.useParams();
  const search = route.useSearch();
  const { queue: _queue, ...filters } = search;
  const to = (invoiceId: string | undefined) => {
    if (invoiceId !== undefined)
      void navigate({ to: '/companies/$companyId/invoices/$invoiceId', params: { companyId, invoiceId }, search });
  };
  const toList = () => void navigate({ to: '/companies/$companyId/invoices', params: { companyId }, search: filters });
  /**
   * Goes to the next open invoice, or to the list after the last one. Without a queue it stays and resolves to false.
   */
  const toNext = async (): Promise<boolean> => {
    if (!queue.enabled) {
      keepFocus();
      return false;
    }
    const rows = await queue.rows();
    // The reader has left this invoice: the next one must not open over another page.
    if (!router.latestLocation.pathname.endsWith(`/${id}`)) return true;
    const next = nextToDecide(rows, id);
    if (next === undefined) {
      const left = rows.filter((row) => row.id !== id && !isDecided(row)).length;
      notifications.show({ message: left === 0 ? t.allDone : t.lastOne(left), color: 'teal' });
      toList();
    } else to(next);
    return true;
  };
  return { to, toList, toNext };
}

export type InvoiceNavigation = ReturnType<typeof useInvoiceNavigation>;
