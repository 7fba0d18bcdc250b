import { type PartnerFinding, findingsForPartner } from '../checks/message.ts';
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
const proposal = ['number', 'proposalId', 'fields'];
const workOrder = ['workOrderId', 'reference', 'title'];

/**
 * Fields of each event type that partners receive: the outcome for their own records, and the reason if they must
 * correct something. Never add who at the company decided or asked, nor notes between operators, nor the voucher.
 */
export const partnerFields = {
  'supplier.proposal.confirmed': proposal,
  'supplier.proposal.declined': [...proposal, 'reason'],
  'supplierinvoice.held': [...invoice, 'heldFor'],
  'supplierinvoice.released': invoice,
  'supplierinvoice.approved': invoice,
  'supplierinvoice.rejected': [...invoice, 'reason'],
  'supplierinvoice.reopened': [...invoice, 'from', 'state'],
  'supplierinvoice.withdrawn': [...invoice, 'reason'],
  'supplierinvoice.questioned': [...invoice, 'questionId', 'text', 'dueAt'],
  'supplierinvoice.answered': [...invoice, 'questionId', 'answer'],
  'supplierinvoice.booked': invoice,
  'supplierinvoice.checked': [...invoice, 'findings'],
  'supplierinvoice.dismissed': [...invoice, 'code', 'reason'],
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

/**
 * Types of events about records that a token may read: `workorders:read` or `workorders:write` for `workorder.done`.
 * Suppliers are the company's, so a token that may only write them reads nothing of them.
 */
export const readableTypes = (scopes: readonly string[]): PartnerEventType[] =>
  partnerEventTypes.filter((type) => {
    const kind = type.slice(0, type.indexOf('.'));
    return scopes.includes(`${kind}s:read`) || (kind !== 'supplier' && scopes.includes(`${kind}s:write`));
  });

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
    (isPartnerType(type) ? partnerFields[type] : []).flatMap((name) => {
      const value = (discreet[type]?.[name] ?? asStored(name))(data);
      return value === undefined ? [] : [[name, value]];
    }),
  );

type ValueOf = (data: Record<string, unknown>) => unknown;
const asStored =
  (name: string): ValueOf =>
  (data) =>
    data[name];

/** Values that a partner receives in another form than the company. */
const discreet: Partial<Record<string, Record<string, ValueOf>>> = {
  'supplierinvoice.checked': { findings: ({ findings }) => findingsForPartner(findings as PartnerFinding[]) },
  // An operator's reason stays in the company; the service gives the name of the file that ended the finding.
  'supplierinvoice.dismissed': { reason: ({ by, reason }) => (Object.hasOwn(by as object, 'id') ? undefined : reason) },
};

export const testType = 'webhook.test';

/** Its time is that of its id, a UUIDv7, so that the console can show the message as it was sent. */
export const testEvent = (id: string): StoredEvent => ({
  seq: '0',
  id,
  type: testType,
  data: {},
  createdAt: new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)),
});
