import type { FeedEvent } from '../api/types.ts';

/** What an event says of the record that it tells of. */
interface Told {
  supplierInvoiceId?: string;
  supplierNumber?: string;
  workOrderId?: string;
  number?: string;
}

/** What events tell of completely, so that nobody has to ask for it again and again. */
const followed = /^\/companies\/[^/]+\/(invoices(\/[^/]+)?|suppliers|work-orders(\/[^/]+)?)$/;

export const isFollowed = (path: string): boolean => followed.test(path);

/** What is asked for while somebody edits, chooses or decides one after the other stays as it was when they began. */
const kinds = new Set<unknown>(['list', 'record', 'latest', 'overview']);

/** Whether what was read from this path of the API may be another after the event. `kind` is what it was read for. */
export function concerns({ type, data }: Pick<FeedEvent, 'type' | 'data'>, kind: unknown, path: unknown): boolean {
  if (typeof path !== 'string' || !kinds.has(kind)) return false;
  const [, what = '', id = '', part = ''] = /^\/companies\/[^/]+\/([^/]+)\/?([^/]*)\/?(.*)$/.exec(path) ?? [];
  const told = data as Told;
  const isOne = kind === 'record' && id !== '';
  switch (type.split('.', 1)[0]) {
    case 'supplierinvoice':
      if (what === 'invoices') return !isOne || id === told.supplierInvoiceId;
      return what === 'overview' || (part === 'figures' && id === encodeURIComponent(told.supplierNumber ?? ''));
    case 'workorder':
      return what === 'overview' || (what === 'work-orders' && (!isOne || id === told.workOrderId));
    case 'supplier':
      // An invoice is compared with its supplier's record.
      if (what === 'suppliers') return id === '' || id === encodeURIComponent(told.number ?? '');
      return what === 'proposals' || (what === 'invoices' && isOne);
    default:
      return false;
  }
}
