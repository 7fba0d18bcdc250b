import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface TimelineEntry {
  type: string;
  at: Date;
  /** The operator or the partner; null if a check held the invoice. */
  by: string | null;
  reason: string | null;
  /** For a file that arrived after this decision. */
  afterDecision?: string;
  assignedTo?: string;
  voucher?: string;
  /** For a hold: the codes of the findings that hold it. */
  heldFor?: string[];
  /** For a release: whether the invoice's account was written to the supplier's record, or proposed for it. */
  account?: string;
}

type OptionalField = 'afterDecision' | 'assignedTo' | 'voucher' | 'account';
type TimelineRow = Omit<TimelineEntry, OptionalField | 'heldFor'> &
  Record<OptionalField, string | null> & { heldFor: string[] | null };

export interface RecordHistory {
  id: string;
  state: string;
  createdAt: Date;
  partner: string;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  booking?: Pick<TimelineEntry, 'at' | 'by' | 'voucher'> | undefined;
  withdrawal?: Pick<TimelineEntry, 'at' | 'by' | 'reason'> | undefined;
  /** Only the last one is stored. */
  release?: Pick<TimelineEntry, 'at' | 'by'> | undefined;
}

/**
 * The history of an invoice or a work order, oldest first. Events are not stored forever: if they are gone, the record
 * supplies its creation, last release, decision, booking and withdrawal.
 */
export async function readTimeline(
  db: Db,
  company: CompanyId,
  kind: 'supplierinvoice' | 'workorder',
  history: RecordHistory,
): Promise<TimelineEntry[]> {
  // Events of version 1 have no partner, or only its id. The kind is checked because a partner may give a supplier a
  // number that equals an invoice's id.
  const { rows } = await db.query<TimelineRow>({
    name: 'read-timeline',
    text: `SELECT type, created_at AS at, coalesce(data ->> 'reason', data ->> 'answer', CASE type WHEN 'supplierinvoice.questioned' THEN data ->> 'text' END) AS reason, data ->> 'afterDecision' AS "afterDecision",
             data -> 'assignedTo' ->> 'name' AS "assignedTo", data ->> 'voucher' AS voucher,
             CASE WHEN data ? 'accountAccepted' THEN 'accepted' WHEN data ? 'accountProposed' THEN 'proposed' END AS account,
             CASE type WHEN 'supplierinvoice.held' THEN data -> 'heldFor' END AS "heldFor",
             CASE WHEN type = 'supplierinvoice.held' THEN CASE WHEN NOT data -> 'by' ? 'id' THEN data -> 'by' ->> 'name' END ELSE coalesce(data -> 'by' ->> 'name', data ->> 'partnerName', (
               SELECT name FROM partners WHERE company_id = $1 AND id = coalesce(
                 (data ->> 'partnerId')::uuid,
                 (SELECT partner_id FROM attachments WHERE company_id = $1 AND id = (data ->> 'attachmentId')::uuid)
               )
             )) END AS by
           FROM events WHERE company_id = $1 AND subject_id = $2 AND split_part(type, '.', 1) = $3
             AND type NOT IN ('supplier.created', 'supplierinvoice.created', 'workorder.created')
           ORDER BY seq`,
    values: [company, history.id, kind],
  });
  return [
    { type: `${kind}.created`, at: history.createdAt, by: history.partner, reason: null },
    ...withDecision(rows.map(withoutNull), kind, history),
  ];
}

const withoutNull = ({
  afterDecision,
  assignedTo,
  voucher,
  heldFor,
  account,
  ...entry
}: TimelineRow): TimelineEntry => ({
  ...entry,
  ...(afterDecision !== null && { afterDecision }),
  ...(assignedTo !== null && { assignedTo }),
  ...(voucher !== null && { voucher }),
  ...(heldFor !== null && { heldFor }),
  ...(account !== null && { account }),
});

/** Events are deleted oldest first, so entries that the record supplies precede those of events. */
function withDecision(entries: TimelineEntry[], kind: string, history: RecordHistory): TimelineEntry[] {
  const { state, decidedAt, decidedBy, reason, booking, release, withdrawal } = history;
  const hasEvent = (type: string) => entries.some((entry) => entry.type === type);
  const decided = `${kind}.${state === 'booked' ? 'approved' : state}`;
  const booked = `${kind}.booked`;
  const released = `${kind}.released`;
  const withdrawn = `${kind}.withdrawn`;
  return [
    ...(release === undefined || hasEvent(released) ? [] : [{ type: released, reason: null, ...release }]),
    ...(decidedAt === null || hasEvent(decided) ? [] : [{ type: decided, at: decidedAt, by: decidedBy, reason }]),
    ...(booking === undefined || hasEvent(booked) ? [] : [{ type: booked, reason: null, ...booking }]),
    ...(withdrawal === undefined || hasEvent(withdrawn) ? [] : [{ type: withdrawn, ...withdrawal }]),
    ...entries,
  ];
}
