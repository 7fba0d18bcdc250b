import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkIntervalMs, watchAdmissions, type FindOperators, type OpenAnswer } from './watch-admissions.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import type { Operator } from '../../common/permissions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const company = 'one' as CompanyId;
const viewer: Operator = {
  id: '1',
  email: '',
  name: '',
  administrator: false,
  companies: [{ id: company, role: 'viewer' }],
};
const caller = (
  kind: 'session' | 'token',
  hash: string,
  other: Partial<Pick<OpenAnswer, 'company' | 'permission'>> = {},
) => ({
  credential: { kind, hash: Buffer.from(hash, 'hex') },
  company,
  permission: 'read' as OpenAnswer['permission'],
  revoked: vi.fn<() => void>(),
  ...other,
});

it('checks all open answers with one query twice a second, and only while there are any', async () => {
  const valid = new Map([
    ['aa', viewer],
    ['bb', viewer],
    ['cc', viewer],
  ]);
  const find = vi.fn<FindOperators>(async () => valid);
  const watch = watchAdmissions(find);
  const [session, token] = [caller('session', 'aa'), caller('token', 'bb')];
  const elsewhere = caller('token', 'cc', { company: 'other' as CompanyId });
  const decider = caller('token', 'cc', { permission: 'decide' });
  const leave = [session, token, elsewhere, decider].map(watch);
  await vi.advanceTimersByTimeAsync(checkIntervalMs);
  const hashes = (...hexes: string[]) => hexes.map((hex) => Buffer.from(hex, 'hex'));
  expect(find.mock.calls).toEqual([
    [{ sessions: hashes('aa'), tokens: hashes('bb', 'cc', 'cc'), companies: [company, 'other'] }],
  ]);
  expect([session, token, elsewhere, decider].map(({ revoked }) => revoked.mock.calls.length)).toEqual([0, 0, 1, 1]);

  valid.delete('aa');
  await vi.advanceTimersByTimeAsync(checkIntervalMs);
  expect(session.revoked).toHaveBeenCalledOnce();
  expect(token.revoked).not.toHaveBeenCalled();
  for (const each of leave) each();
  await vi.advanceTimersByTimeAsync(10 * checkIntervalMs);
  expect(find).toHaveBeenCalledTimes(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('a failed query ends no answer, and is repeated', async () => {
  const find = vi.fn<FindOperators>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(new Map());
  const one = caller('session', 'aa');
  watchAdmissions(find)(one);
  await vi.advanceTimersByTimeAsync(checkIntervalMs);
  expect(one.revoked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(checkIntervalMs);
  expect(one.revoked).toHaveBeenCalledOnce();
});
