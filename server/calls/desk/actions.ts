import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { english, isProblemCode, sayFault } from '../../../common/errors/catalogue.ts';
import { ApiError } from '../../errors/errors.ts';
import { findUnknownFields, type UnknownField } from '../../ground/http/document/unknown-fields.ts';
import { redact, scrub } from '../redact.ts';
import { callList, findCalls, whereCalls, type CallFilter, type StoredCall } from '../store.ts';
import type { OperatorDeps } from '../../deps.ts';

const maxOthers = 20;

type CallDeps = Pick<OperatorDeps, 'pool' | 'recordKinds'>;

export const callsIn = async (pool: Pool, company: CompanyId, filter: CallFilter) => ({
  list: callList,
  where: await whereCalls(pool, company, filter),
});

/** Without `id`, the newest call. Also returns the other calls with the same trace id. */
export async function findCall(deps: CallDeps, company: CompanyId, traceId: string, id: string | undefined) {
  const calls = await findCalls(deps.pool, company, traceId.toLowerCase(), maxOthers + 1);
  const call = id === undefined ? calls[0] : calls.find((one) => one.id === id.toLowerCase());
  if (call === undefined) throw new ApiError('call.unknown');
  const others = calls
    .filter((one) => one !== call)
    .map(({ id, at, operation, status }) => ({ id, at, operation, status }));
  return { ...(await withSubject(deps, company, call)), others };
}

/** A call that created a record has no stored body: the body is read from the record. */
async function withSubject({ pool, recordKinds }: CallDeps, company: CompanyId, { subjectId, ...stored }: StoredCall) {
  const call = { ...stored, problems: stored.problems.map(inWords), unused: [], moreUnused: 0 };
  const kind = recordKinds.get(call.operation);
  if (subjectId === null || kind === undefined) return { ...call, subject: null };
  const subject = { type: kind.type, id: subjectId };
  const document = call.body === null ? await kind.readDocument(pool, company, subjectId) : undefined;
  if (document === undefined) return { ...call, subject };
  const { belongsTo, shape, removed } = kind;
  const sent = JSON.parse(document) as Record<string, string>;
  const owner = belongsTo === undefined ? {} : { [belongsTo]: sent[belongsTo] };
  const { named, count } = findUnknownFields(shape, sent, removed);
  const unused = { unused: named.map(unusedField), moreUnused: count - named.length };
  return { ...call, ...unused, body: redact(document, true), subject: { ...subject, ...owner } };
}

const unusedField = ({ path, nearest, instead }: UnknownField) => ({
  path: scrub(path),
  nearest: nearest ?? null,
  isRemoved: instead !== undefined,
});

/** Problems stored before problems had codes have only an English sentence. */
const inWords = (problem: StoredCall['problems'][number]) =>
  'problem' in problem
    ? problem
    : { ...problem, problem: isProblemCode(problem.code) ? sayFault(english, problem) : problem.code };
