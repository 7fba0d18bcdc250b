import { afterAll, expect, it } from 'vitest';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';
import { openOwnDoor, paths } from '../testing/door.ts';
import { createSample } from './limits.ts';
import { createHourlyBudget } from './limits.ts';
import { newId } from '../ground/db/ids.ts';

const door = await openOwnDoor('How much is kept of calls is a setting of the process.', {
  // The tests ask for the metrics more often than the 60 times a minute that a network may.
  env: { TRACE_MEGABYTES: '1', UNKNOWN_CALLS_PER_MINUTE: '0' },
});
afterAll(() => door.close());

const storedRefusal = async (company: CompanyId) =>
  (await door.pool.query<{ body: string | null }>('SELECT body FROM calls WHERE company_id = $1', [company])).rows;
const leftOut = async (why: string) => {
  const text = await (await fetch(`${door.url}/metrics`)).text();
  return Number(new RegExp(`^doorway_traces_left_out_total\\{why="${why}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

it('a few of many calls without a token or to an unknown path are stored, and the rest is counted', async () => {
  const calls = 60;
  for (let n = 0; n < calls; n++) {
    const { status } = await (n % 2 === 0
      ? door.call('POST', paths.suppliers, { token: undefined, body: {} })
      : door.call('GET', `/nothing/${n}`));
    expect([401, 404]).toContain(status);
  }
  await expect.poll(async () => (await storedRefusal(noCompany)).length + (await leftOut('nobody'))).toBe(calls);
  // A new minute may have begun once.
  expect((await storedRefusal(noCompany)).length).toBeLessThanOrEqual(12);
});

it('a partner with masses of failing calls loses first bodies, then calls of the hour, and others lose nothing', async () => {
  const body = { number: '', name: Array.from({ length: 20 }, (_, n) => `${n}${'x'.repeat(900)}`) };
  const fail = async () => expect((await door.post(paths.suppliers, body)).status).toBe(400);
  // A few at a time, until the service has added up their size.
  const failUntil = async (isSo: () => Promise<boolean>) => {
    for (let round = 0; round < 50 && !(await isSo()); round++) {
      const before = (await storedRefusal(door.company)).length;
      for (let n = 0; n < 5; n++) await fail();
      await expect
        .poll(async () => (await storedRefusal(door.company)).length + (await leftOut('budget')))
        .toBeGreaterThan(before);
    }
    expect(await isSo()).toBe(true);
  };
  await failUntil(async () => (await storedRefusal(door.company)).some((row) => row.body === null));
  const { rows } = await door.pool.query<{ bytes: number }>(
    'SELECT sum(octet_length(body))::integer AS bytes FROM calls WHERE company_id = $1',
    [door.company],
  );
  expect(rows[0]?.bytes).toBeGreaterThan(200 * 1024);
  // Simulates half a budget used by another process.
  await door.pool.query('UPDATE call_sizes SET bytes = bytes + 512 * 1024 WHERE company_id = $1', [door.company]);
  await failUntil(async () => (await leftOut('budget')) > 0);

  const { token } = await door.addCompany('Other');
  await door.call('POST', paths.suppliers, { token, body });
  await expect
    .poll(
      async () =>
        (
          await door.pool.query('SELECT FROM calls WHERE company_id NOT IN ($1, $2) AND body IS NOT NULL', [
            door.company,
            noCompany,
          ])
        ).rowCount,
    )
    .toBe(1);
});

const minute = 60_000;
const hour = 60 * minute;

it('six calls without a company per minute and network are stored, and 1,000 per hour', () => {
  const isInSample = createSample();
  const kept = (address: string, now: number, many: number) =>
    Array.from({ length: many }, () => isInSample(address, now)).filter(Boolean).length;
  expect(kept('192.0.2.1', 0, 20)).toBe(6);
  expect(kept('192.0.2.2', minute - 1, 20)).toBe(6);
  expect(kept('192.0.2.1', minute - 1, 20)).toBe(0);
  expect(kept('192.0.2.1', minute, 20)).toBe(6);
  // All addresses of an IPv6 network count as one.
  expect(
    Array.from({ length: 100 }, (_, n) => isInSample(`2001:db8::${n.toString(16)}`, minute)).filter(Boolean),
  ).toHaveLength(6);
  const many = Array.from({ length: 5_000 }, (_, n) => isInSample(`10.0.${n >> 8}.${n & 255}`, 2 * minute)).filter(
    Boolean,
  );
  expect(many).toHaveLength(1_000 - 24);
  expect(kept('192.0.2.9', hour - 1, 20)).toBe(0);
  expect(kept('192.0.2.9', hour, 20)).toBe(6);
});

it('an hour takes a quarter of the budget with bodies and half of it in total, and the next hour starts at zero', () => {
  const shares = createHourlyBudget(1_000);
  const [one, other] = [newId() as CompanyId, newId() as CompanyId];
  const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 15, 12) + milliseconds);
  const note = (bytes: number) => shares.note(one, [{ hour: at(0), bytes }]);
  expect(shares.roomFor(one, at(1))).toBe('whole');
  note(249);
  expect(shares.roomFor(one, at(1))).toBe('whole');
  note(250);
  expect(shares.roomFor(one, at(hour - 1))).toBe('without body');
  note(500);
  expect(shares.roomFor(one, at(hour - 1))).toBe('none');
  expect(shares.roomFor(other, at(hour - 1))).toBe('whole');
  expect(shares.roomFor(one, at(hour))).toBe('whole');
  // Late calls of an earlier hour do not count for this hour.
  shares.note(one, [
    { hour: at(hour), bytes: 10 },
    { hour: at(0), bytes: 900 },
  ]);
  expect(shares.roomFor(one, at(hour))).toBe('whole');
});
