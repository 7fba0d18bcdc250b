import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { english, isProblemCode } from '../../errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import { sayFault } from '../../errors/say.ts';
import { redact } from '../redact.ts';
import { madeBy } from '../rules.ts';
import { findCalls, readDocument, type KeptCall } from '../store.ts';

const mostOthers = 20;

/**
 * A call by its trace id: the newest, or the one with the id asked for, with the others that carry the same trace id.
 * A call that made something did not keep its body, since the record has it.
 */
export async function findCall(pool: Pool, company: CompanyId, traceId: string, id: string | undefined) {
  const calls = await findCalls(pool, company, traceId.toLowerCase(), mostOthers + 1);
  const call = id === undefined ? calls[0] : calls.find((one) => one.id === id.toLowerCase());
  if (call === undefined) throw new ApiError('call.unknown');
  const others = calls
    .filter((one) => one !== call)
    .map(({ id, at, operation, status }) => ({ id, at, operation, status }));
  return { ...(await withSubject(pool, company, call)), others };
}

async function withSubject(pool: Pool, company: CompanyId, { subjectId, ...kept }: KeptCall) {
  const call = { ...kept, problems: kept.problems.map(inWords) };
  const type = madeBy[call.operation];
  if (subjectId === null || type === undefined) return { ...call, subject: null };
  const subject = { type, id: subjectId };
  const made = call.body === null ? await readDocument(pool, company, subject) : undefined;
  if (made === undefined) return { ...call, subject };
  const { document, supplierInvoiceId } = made;
  return {
    ...call,
    body: redact(document, true),
    subject: { ...subject, ...(supplierInvoiceId && { supplierInvoiceId }) },
  };
}

/** A problem with its English, which problems from before have alone. */
const inWords = (problem: KeptCall['problems'][number]) =>
  'problem' in problem
    ? problem
    : { ...problem, problem: isProblemCode(problem.code) ? sayFault(english, problem) : problem.code };
