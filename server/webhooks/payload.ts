import { partnerEventTypes, type PartnerEventType } from '../../common/events.ts';

/** An event as it is kept, and what a test sends in its place. */
export interface StoredEvent {
  /** A whole number; 0 is a test. */
  seq: string;
  id: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
}

const invoice = ['supplierInvoiceId', 'externalReferenceId', 'supplierNumber'];
const workOrder = ['workOrderId', 'reference', 'title'];

/**
 * What a partner is told of, and which fields. It learns what became of its own records and, where it has to mend something,
 * why: never who at the company did it, nor what they wrote for each other.
 */
export const partnerFields = {
  'supplierinvoice.held': [...invoice, 'heldFor'],
  'supplierinvoice.released': invoice,
  'supplierinvoice.approved': invoice,
  'supplierinvoice.rejected': [...invoice, 'reason'],
  'supplierinvoice.reopened': [...invoice, 'from', 'state'],
  'workorder.done': workOrder,
  'workorder.cancelled': [...workOrder, 'reason'],
} as const satisfies Record<PartnerEventType, readonly string[]>;

const isPartnerType = (type: string): type is PartnerEventType => Object.hasOwn(partnerFields, type);

/** Which types an endpoint is sent; none is all. Partners are never told of others than theirs. */
export const typesFor = ({ types, partnerId }: { types: readonly string[]; partnerId: string | null }): string[] => {
  if (partnerId === null) return [...types];
  return types.length === 0 ? [...partnerEventTypes] : types.filter(isPartnerType);
};

/** What is sent, for the company itself or for one of its partners. */
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

/** Sent by hand to try an endpoint. Its time is that of its id, a UUIDv7, so that it can be shown again as it was sent. */
export const testEvent = (id: string): StoredEvent => ({
  seq: '0',
  id,
  type: testType,
  data: {},
  createdAt: new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)),
});
