import { audit, type Actor } from '../audit/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** Must be the last statement of the transaction. */
export const auditWebhook = (
  tx: Db,
  company: CompanyId,
  actor: Actor,
  action: string,
  { id, url }: { id: string; url: string },
  now: Date,
  data: object = {},
) => audit(tx, company, actor, { action: `webhook.${action}`, subjectId: id, data: { url, ...data } }, now);
