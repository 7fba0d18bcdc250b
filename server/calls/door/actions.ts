import { setTimeout as sleep } from 'node:timers/promises';
import { english, isProblemCode, sayFault } from '../../../common/errors/catalogue.ts';
import type { Partner } from '../../partners/store.ts';
import { ApiError } from '../../errors/errors.ts';
import { uuidOf } from '../../ground/db/ids.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { cursorPattern } from './schemas.ts';
import { findOwnCall, listOwnFailures, type OwnCall, type OwnFailures } from '../store.ts';

/** Another process that answered the call writes it within 200 ms. */
const otherProcessMs = 400;

interface CallReader {
  pool: Pool;
  /** Writes the calls that this process has answered. */
  flush(company: CompanyId): Promise<void>;
}

export async function readOwnCall({ pool, flush }: CallReader, partner: Partner, traceId: string) {
  const { companyId, id } = partner;
  const find = () => findOwnCall(pool, companyId, id, traceId);
  // First, because an earlier call with the same trace id may be stored already.
  await flush(companyId);
  const found = (await find()) ?? (await sleep(otherProcessMs).then(find));
  if (found === undefined) throw new ApiError('call.unknown');
  return shown(found);
}

export interface CallsPage extends Pick<OwnFailures, 'operation' | 'limit'> {
  /** For example 409 or 4xx. */
  status: string | undefined;
  after: string | undefined;
}

export async function listOwnCalls({ pool, flush }: CallReader, partner: Partner, page: CallsPage) {
  const { status, operation, limit, after } = page;
  const before = after === undefined ? undefined : positionIn(after);
  await flush(partner.companyId);
  const calls = await listOwnFailures(pool, partner.companyId, partner.id, {
    statuses: statusesOf(status),
    operation,
    before,
    limit: limit + 1,
  });
  const last = calls[limit - 1];
  return {
    calls: calls.slice(0, limit).map(shown),
    ...(calls.length > limit && last !== undefined && { next: cursorOf(last) }),
  };
}

function statusesOf(status = 'xxx'): [least: number, most: number] {
  if (status === 'xxx') return [400, 599];
  return [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))];
}

/** Six bytes of milliseconds and the 16 of the id. */
function cursorOf({ at, id }: OwnCall): string {
  const cursor = Buffer.alloc(22);
  cursor.writeUIntBE(at.getTime(), 0, 6);
  cursor.write(id.replaceAll('-', ''), 6, 'hex');
  return cursor.toString('base64url');
}

function positionIn(after: string): OwnFailures['before'] {
  if (!new RegExp(cursorPattern).test(after)) throw new ApiError('query.invalid', { why: 'after' });
  const cursor = Buffer.from(after, 'base64url');
  return { at: new Date(cursor.readUIntBE(0, 6)), id: uuidOf(cursor.subarray(6)) };
}

const shown = ({ id: _id, at, problems, ...call }: OwnCall) => ({
  ...call,
  at: at.getTime(),
  problems: problems.map((problem) =>
    'problem' in problem
      ? { path: problem.path, code: null, message: problem.problem }
      : {
          path: problem.path,
          code: problem.code,
          message: isProblemCode(problem.code) ? sayFault(english, problem) : problem.code,
        },
  ),
});
