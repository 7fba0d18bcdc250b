import type { CompanyId } from '../../ground/db/pool.ts';
import { english, isProblemCode } from '../../../common/errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import { sayFault } from '../../../common/errors/say.ts';
import { redact } from '../redact.ts';
import { findCalls, type KeptCall } from '../store.ts';
import type { OperatorDeps } from '../../deps.ts';

const mostOthers = 20;

type FindsCalls = Pick<OperatorDeps, 'pool' | 'recordKinds'>;

/**
 * A call by its trace id: the newest, or the one with the id asked for, with the others that carry the same trace id.
 * A call that made something did not keep its body, since the record has it.
 */
export async function findCall(deps: FindsCalls, company: CompanyId, traceId: string, id: string | undefined) {
  const calls = await findCalls(deps.pool, company, traceId.toLowerCase(), mostOthers + 1);
  const call = id === undefined ? calls[0] : calls.find((one) => one.id === id.toLowerCase());
  if (call === undefined) throw new ApiError('call.unknown');
  const others = calls
    .filter((one) => one !== call)
    .map(({ id, at, operation, status }) => ({ id, at, operation, status }));
  return { ...(await withSubject(deps, company, call)), others };
}

async function withSubject({ pool, recordKinds }: FindsCalls, company: CompanyId, { subjectId, ...kept }: KeptCall) {
  const call = { ...kept, problems: kept.problems.map(inWords) };
  const made = recordKinds.get(call.operation);
  if (subjectId === null || made === undefined) return { ...call, subject: null };
  const subject = { type: made.type, id: subjectId };
  const document = call.body === null ? await made.readDocument(pool, company, subjectId) : undefined;
  if (document === undefined) return { ...call, subject };
  const { belongsTo } = made;
  const owner =
    belongsTo === undefined ? {} : { [belongsTo]: (JSON.parse(document) as Record<string, string>)[belongsTo] };
  return { ...call, body: redact(document, true), subject: { ...subject, ...owner } };
}

/** A problem with its English, which problems from before have alone. */
const inWords = (problem: KeptCall['problems'][number]) =>
  'problem' in problem
    ? problem
    : { ...problem, problem: isProblemCode(problem.code) ? sayFault(english, problem) : problem.code };
