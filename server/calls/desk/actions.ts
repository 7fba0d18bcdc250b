import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { ApiError } from '../../errors/errors.ts';
import { redact } from '../redact.ts';
import { madeBy } from '../rules.ts';
import { findTraces, readDocument, type KeptTrace } from '../store.ts';

const mostOthers = 20;

/**
 * A call by its trace id: the newest, or the one with the id asked for, with the others that carry the same trace id.
 * A call that made something did not keep its body, since the record has it.
 */
export async function findCall(pool: Pool, company: CompanyId, traceId: string, id: string | undefined) {
  const calls = await findTraces(pool, company, traceId.toLowerCase(), mostOthers + 1);
  const call = id === undefined ? calls[0] : calls.find((one) => one.id === id.toLowerCase());
  if (call === undefined)
    throw new ApiError(
      404,
      'call.unknown',
      'No call with this trace id is kept here. Check that it was copied whole; a call shows up within a second. Calls without a valid token are kept for administrators.',
    );
  const others = calls
    .filter((one) => one !== call)
    .map(({ id, at, operation, status }) => ({ id, at, operation, status }));
  return { ...(await withSubject(pool, company, call)), others };
}

async function withSubject(pool: Pool, company: CompanyId, { subjectId, ...call }: KeptTrace) {
  const type = madeBy[call.operation];
  if (subjectId === null || type === undefined) return { ...call, subject: null };
  const subject = { type, id: subjectId };
  const kept = call.body === null ? await readDocument(pool, company, subject) : undefined;
  if (kept === undefined) return { ...call, subject };
  const { document, supplierInvoiceId } = kept;
  return {
    ...call,
    body: redact(document, true),
    subject: { ...subject, ...(supplierInvoiceId && { supplierInvoiceId }) },
  };
}
