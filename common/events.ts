/** These names are published and never change. */
export const eventTypes = [
  'supplier.created',
  'supplier.updated',
  'supplier.proposed',
  'supplierinvoice.created',
  'supplierinvoice.held',
  'supplierinvoice.checked',
  'supplierinvoice.attached',
  'supplierinvoice.approved',
  'supplierinvoice.signed',
  'supplierinvoice.unsigned',
  'supplierinvoice.rejected',
  'supplierinvoice.released',
  'supplierinvoice.reopened',
  'supplierinvoice.booked',
  'supplierinvoice.withdrawn',
  'supplierinvoice.dismissed',
  'supplierinvoice.noted',
  'supplierinvoice.assigned',
  'supplierinvoice.questioned',
  'supplierinvoice.answered',
  'attachment.damaged',
  'workorder.created',
  'workorder.done',
  'workorder.cancelled',
  'workorder.reopened',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A partner's endpoints receive only these. A company's own endpoints receive all types. */
export const partnerEventTypes = [
  'supplierinvoice.held',
  'supplierinvoice.released',
  'supplierinvoice.approved',
  'supplierinvoice.rejected',
  'supplierinvoice.reopened',
  'supplierinvoice.withdrawn',
  'supplierinvoice.questioned',
  'supplierinvoice.answered',
  'supplierinvoice.booked',
  'workorder.done',
  'workorder.cancelled',
  'workorder.reopened',
] as const satisfies readonly EventType[];
export type PartnerEventType = (typeof partnerEventTypes)[number];
