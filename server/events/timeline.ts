import type { CompanyId, Db } from '../db/pool.ts';

export interface Moment {
  type: string;
  at: Date;
  /** The operator or the partner; null where the service itself did it. */
  by: string | null;
  reason: string | null;
}

export interface Created {
  id: string;
  createdAt: Date;
  partner: string;
}

/** What happened to an invoice or a work order, in the order in which it happened. */
export async function readTimeline(db: Db, company: CompanyId, kind: 'supplierinvoice' | 'workorder', { id, createdAt, partner }: Created): Promise<Moment[]> {
  // A partner may give a supplier the number that is an invoice's id, so the kind counts as well.
  const { rows } = await db.query<Moment>({
    name: 'read-timeline',
    text: `SELECT type, created_at AS at, data ->> 'reason' AS reason,
             coalesce(data -> 'by' ->> 'name', (
               SELECT name FROM partners WHERE company_id = $1 AND id = coalesce(
                 (data ->> 'partnerId')::uuid,
                 (SELECT partner_id FROM attachments WHERE company_id = $1 AND id = (data ->> 'attachmentId')::uuid)
               )
             )) AS by
           FROM events WHERE company_id = $1 AND subject_id = $2 AND split_part(type, '.', 1) = $3
             AND type NOT IN ('supplier.created', 'supplierinvoice.created', 'workorder.created')
           ORDER BY seq`,
    values: [company, id, kind],
  });
  return [{ type: `${kind}.created`, at: createdAt, by: partner, reason: null }, ...rows];
}
