import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface Moment {
  type: string;
  at: Date;
  /** The operator or the partner; null where the service itself did it. */
  by: string | null;
  reason: string | null;
  /** Of a file: what had become of the invoice when it arrived. */
  afterDecision?: string;
  /** Of an assignment: to whom. */
  assignedTo?: string;
  /** Of a booking. */
  voucher?: string;
  /** Of a release: the invoice's account was written into the supplier's record, or proposed for it. */
  account?: string;
}

type Told = 'afterDecision' | 'assignedTo' | 'voucher' | 'account';
type Row = Omit<Moment, Told> & Record<Told, string | null>;

/** What the record itself knows. */
export interface Known {
  id: string;
  state: string;
  createdAt: Date;
  partner: string;
  /** Null until somebody has decided. */
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** Left out where it is not booked. */
  booking?: Pick<Moment, 'at' | 'by' | 'voucher'> | undefined;
  /** Its last release; left out if there was none. */
  release?: Pick<Moment, 'at' | 'by'> | undefined;
}

/**
 * What happened to an invoice or a work order, in the order in which it happened. Events are not kept for ever, so that how it
 * began, who released it last, how it was decided and that it was booked are told by the record where no event tells it any more.
 */
export async function readTimeline(
  db: Db,
  company: CompanyId,
  kind: 'supplierinvoice' | 'workorder',
  known: Known,
): Promise<Moment[]> {
  // The first version of an event names no partner, or has its id alone.
  // A partner may give a supplier the number that is an invoice's id, so the kind counts as well.
  const { rows } = await db.query<Row>({
    name: 'read-timeline',
    text: `SELECT type, created_at AS at, data ->> 'reason' AS reason, data ->> 'afterDecision' AS "afterDecision",
             data -> 'assignedTo' ->> 'name' AS "assignedTo", data ->> 'voucher' AS voucher,
             CASE WHEN data ? 'accountAccepted' THEN 'accepted' WHEN data ? 'accountProposed' THEN 'proposed' END AS account,
             coalesce(data -> 'by' ->> 'name', data ->> 'partnerName', (
               SELECT name FROM partners WHERE company_id = $1 AND id = coalesce(
                 (data ->> 'partnerId')::uuid,
                 (SELECT partner_id FROM attachments WHERE company_id = $1 AND id = (data ->> 'attachmentId')::uuid)
               )
             )) AS by
           FROM events WHERE company_id = $1 AND subject_id = $2 AND split_part(type, '.', 1) = $3
             AND type NOT IN ('supplier.created', 'supplierinvoice.created', 'workorder.created')
           ORDER BY seq`,
    values: [company, known.id, kind],
  });
  return [
    { type: `${kind}.created`, at: known.createdAt, by: known.partner, reason: null },
    ...withDecision(rows.map(withoutNull), kind, known),
  ];
}

const withoutNull = ({ afterDecision, assignedTo, voucher, account, ...moment }: Row): Moment => ({
  ...moment,
  ...(afterDecision !== null && { afterDecision }),
  ...(assignedTo !== null && { assignedTo }),
  ...(voucher !== null && { voucher }),
  ...(account !== null && { account }),
});

/** Where an event is gone, all that came before it is gone too, so that what the record tells comes first. */
function withDecision(moments: Moment[], kind: string, known: Known): Moment[] {
  const { state, decidedAt, decidedBy, reason, booking, release } = known;
  const isTold = (type: string) => moments.some((moment) => moment.type === type);
  const decided = `${kind}.${state === 'booked' ? 'approved' : state}`;
  const booked = `${kind}.booked`;
  const released = `${kind}.released`;
  return [
    ...(release === undefined || isTold(released) ? [] : [{ type: released, reason: null, ...release }]),
    ...(decidedAt === null || isTold(decided) ? [] : [{ type: decided, at: decidedAt, by: decidedBy, reason }]),
    ...(booking === undefined || isTold(booked) ? [] : [{ type: booked, reason: null, ...booking }]),
    ...moments,
  ];
}
