import { partnerEventTypes, type PartnerEventType } from '../../common/events.ts';

export interface StoredEvent {
  /** An integer; 0 for a test message. */
  seq: string;
  id: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
}

const invoice = ['supplierInvoiceId', 'externalReferenceId', 'supplierNumber'];
const workOrder = ['workOrderId', 'reference', 'title'];

/**
 * Fields of each event type that partners receive: the outcome for their own records, and the reason if they must
 * correct something. Never add who at the company decided or asked, nor notes between operators, nor the voucher.
 */
export const partnerFields = {
  'supplierinvoice.held': [...invoice, 'heldFor'],
  'supplierinvoice.released': invoice,
  'supplierinvoice.approved': invoice,
  'supplierinvoice.rejected': [...invoice, 'reason'],
  'supplierinvoice.reopened': [...invoice, 'from', 'state'],
  'supplierinvoice.withdrawn': [...invoice, 'reason'],
  'supplierinvoice.questioned': [...invoice, 'questionId', 'text', 'dueAt'],
  'supplierinvoice.answered': [...invoice, 'questionId', 'answer'],
  'supplierinvoice.booked': invoice,
  'workorder.done': workOrder,
  'workorder.cancelled': [...workOrder, 'reason'],
  'workorder.reopened': workOrder,
} as const satisfies Record<PartnerEventType, readonly string[]>;

const isPartnerType = (type: string): type is PartnerEventType => Object.hasOwn(partnerFields, type);

/** An empty list means all types. Endpoints of partners receive only types that are meant for partners. */
export const typesFor = ({ types, partnerId }: { types: readonly string[]; partnerId: string | null }): string[] => {
  if (partnerId === null) return [...types];
  return types.length === 0 ? [...partnerEventTypes] : types.filter(isPartnerType);
};

export function payloadOf({ id, seq, type, createdAt, data }: StoredEvent, partnerId: string | null): string {
  return JSON.stringify({
    id,
    seq: Number(seq),
    type,
    timestamp: createdAt.toISOString(),
    data: partnerId === null ? data : forPartner(type, data),
  });
}

const forPartner = (type: string, data: Record<string, unknown>) =>
  Object.fromEntries(
    (isPartnerType(type) ? partnerFields[type] : []).flatMap((name) =>
      data[name] === undefined ? [] : [[name, data[name]]],
    ),
  );

export const testType = 'webhook.test';

/** Its time is that of its id, a UUIDv7, so that the console can show the message as it was sent. */
export const testEvent = (id: string): StoredEvent => ({
  seq: '0',
  id,
  type: testType,
  data: {},
  createdAt: new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)),
});
