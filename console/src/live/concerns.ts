import type { FeedEvent } from '../api/types.ts';

interface EventSubject {
  supplierInvoiceId?: string;
  supplierNumber?: string;
  workOrderId?: string;
  number?: string;
}

/** Paths whose every change is an event, so that polling is not needed. */
const followed = /^\/companies\/[^/]+\/(invoices(\/[^/]+)?|suppliers|work-orders(\/[^/]+)?)$/;

export const isFollowed = (path: string): boolean => followed.test(path);

/** Kinds of queries that events refresh. Forms, choices and queues stay as they were when the operator began. */
const refreshedKinds = new Set<unknown>(['list', 'record', 'latest', 'overview']);

/** Whether an event may have changed the answer of an API path. `kind` is the first part of its query key. */
export function concerns({ type, data }: Pick<FeedEvent, 'type' | 'data'>, kind: unknown, path: unknown): boolean {
  if (typeof path !== 'string' || !refreshedKinds.has(kind)) return false;
  const [, what = '', id = '', part = ''] = /^\/companies\/[^/]+\/([^/]+)\/?([^/]*)\/?(.*)$/.exec(path) ?? [];
  const subject = data as EventSubject;
  const isOne = kind === 'record' && id !== '';
  switch (type.split('.', 1)[0]) {
    case 'supplierinvoice':
      if (what === 'invoices') return !isOne || id === subject.supplierInvoiceId;
      return what === 'overview' || (part === 'figures' && id === encodeURIComponent(subject.supplierNumber ?? ''));
    case 'attachment':
      return what === 'overview' || (what === 'invoices' && isOne && id === subject.supplierInvoiceId);
    case 'workorder':
      return what === 'overview' || (what === 'work-orders' && (!isOne || id === subject.workOrderId));
    case 'supplier':
      // The page of an invoice compares it with the supplier's record.
      if (what === 'suppliers') return id === '' || id === encodeURIComponent(subject.number ?? '');
      return what === 'proposals' || (what === 'invoices' && isOne);
    default:
      return false;
  }
}
