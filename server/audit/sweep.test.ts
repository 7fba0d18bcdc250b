import { afterAll, expect, it } from 'vitest';
import { audit } from './record.ts';
import { sweepAudit, verifyChain } from './actions.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';
import { openOwnDoor } from '../testing/door.ts';
import { newId } from '../ground/db/ids.ts';

const door = await openOwnDoor('It sweeps the audit log of all companies.');
afterAll(() => door.close());

const now = new Date('2026-11-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const write = (company: CompanyId, days: number) =>
  audit(
    door.pool,
    company,
    { id: null, name: 'X' },
    { action: 'a', subjectType: 'b', subjectId: `${days}` },
    daysAgo(days),
  );
const verify = (company: CompanyId, note?: { seq: number; hash: string }) => verifyChain(door.pool, company, note);

async function companyWith(...ages: number[]): Promise<CompanyId> {
  const { id: company } = await door.addCompany(newId());
  for (const age of ages) await write(company, age);
  return company;
}

it('entries older than the given days are removed, and the rest is still valid and says where it begins', async () => {
  const company = await companyWith(40, 31, 29, 1);
  const before = await verify(company);
  for (const days of [50, 1]) await write(noCompany, days);
  expect(await sweepAudit(door.pool, 30, now)).toBe(3);
  expect(await verify(company)).toMatchObject({ entries: 2, pruned: { seq: 2 }, last: before.last, misfit: undefined });
  expect(await verify(noCompany)).toMatchObject({ entries: 1, pruned: { seq: 1 }, misfit: undefined });
  expect(await sweepAudit(door.pool, 30, now)).toBe(0);
  await write(company, 0);
  expect(await verify(company, before.last)).toMatchObject({
    entries: 3,
    pruned: { seq: 2 },
    last: { seq: 5 },
    misfit: undefined,
  });
});

it('an old entry after a newer one stays until both are old', async () => {
  const company = await companyWith(40, 1, 40);
  expect(await sweepAudit(door.pool, 30, now)).toBe(1);
  expect(await verify(company)).toMatchObject({ entries: 2, pruned: { seq: 1 }, misfit: undefined });
});

it('a log with only old entries is removed, and the next entry continues its chain', async () => {
  const company = await companyWith(60, 50);
  expect(await sweepAudit(door.pool, 30, now)).toBe(2);
  expect(await verify(company)).toMatchObject({ entries: 0, pruned: { seq: 2 }, last: { seq: 2 }, misfit: undefined });
  await write(company, 0);
  expect(await verify(company)).toMatchObject({ entries: 1, pruned: { seq: 2 }, last: { seq: 3 }, misfit: undefined });
});

it('entries that were removed outside of the sweep, or altered, are found', async () => {
  const company = await companyWith(40, 20, 10);
  await sweepAudit(door.pool, 30, now);
  await door.pool.query('DELETE FROM audit_log WHERE company_id = $1 AND seq = 2', [company]);
  expect((await verify(company)).misfit).toMatchObject({ fault: 'missing', number: 3, missingFrom: 2 });
});

it('a note of a swept entry cannot be checked, except for the last swept entry', async () => {
  const company = await companyWith(50, 40);
  const { last } = await verify(company);
  await write(company, 1);
  await sweepAudit(door.pool, 30, now);
  expect((await verify(company, last)).misfit).toBeUndefined();
  expect((await verify(company, { ...last, hash: 'ab'.repeat(32) })).misfit).toMatchObject({
    fault: 'unexpected',
    number: 2,
  });
  expect((await verify(company, { ...last, seq: 1 })).misfit).toMatchObject({ fault: 'removed', number: 1 });
});

it('0 days keep everything, and an aborted sweep removes nothing more', async () => {
  const company = await companyWith(4_000);
  expect(await sweepAudit(door.pool, 0, now)).toBe(0);
  expect(await sweepAudit(door.pool, 30, now, AbortSignal.abort())).toBe(0);
  expect(await verify(company)).toMatchObject({ entries: 1 });
});

it('several processes may sweep many batches in parallel while entries are written', async () => {
  const company = await companyWith(40);
  // The test checks numbers and links only, so the hashes are arbitrary.
  await door.pool.query(
    `INSERT INTO audit_log (company_id, id, operator_name, action, subject_type, subject_id, data, created_at, seq, previous, hash)
     SELECT $1, gen_random_uuid(), 'X', 'a', 'b', 'c', '{}', $2, n, sha256(n::text::bytea), sha256((n + 1)::text::bytea) FROM generate_series(2, 2500) AS n`,
    [company, daysAgo(35)],
  );
  await door.pool.query(`UPDATE audit_heads SET seq = 2500, hash = sha256('2501') WHERE company_id = $1`, [company]);
  const swept = await Promise.all([
    sweepAudit(door.pool, 30, now),
    sweepAudit(door.pool, 30, now),
    write(company, 0),
    write(company, 0),
  ]);
  expect(swept[0] + swept[1]).toBeGreaterThanOrEqual(2_500);
  expect(await verify(company)).toMatchObject({
    entries: 2,
    pruned: { seq: 2_500 },
    last: { seq: 2_502 },
    misfit: undefined,
  });
});
