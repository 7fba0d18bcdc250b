import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../ground/db/ids.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { openOwnDatabase, ownDatabaseForThisTest } from '../testing/database.ts';
import { hashOf, hashOfRow } from './chain.ts';
import type { ChainPosition } from './rules.ts';
import { audit } from './record.ts';
import { verifyChain } from './actions.ts';

const open = (of = database, size = 5) => createPool({ connection: of.connection, size, onIdleError: () => undefined });
const database = await openOwnDatabase('It has chains of its own, broken in many ways.');
const pool = open();
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const actor = { id: newId(), name: 'The approver' };
const newCompany = () => newId() as CompanyId;
const write = (company: CompanyId, n: number) => transaction(pool, (tx) => writeIn(tx, company, n));
const writeIn = (tx: Db, company: CompanyId, n: number) =>
  audit(
    tx,
    company,
    actor,
    { action: 'thing.done', subjectType: 'thing', subjectId: `T${n}`, data: { n, amount: '1.10' } },
    new Date(Date.UTC(2026, 5, n, 12)),
  );

async function chained(many: number, company = newCompany()): Promise<CompanyId> {
  for (let n = 1; n <= many; n++) await write(company, n);
  return company;
}

/** Changes rows as an attacker with access to the database could; $1 is the company. */
const tamper = (company: CompanyId, ...statements: string[]) =>
  transaction(pool, async (tx) => {
    for (const statement of statements) await tx.query(statement, [company]);
  });
const misfit = async (company: CompanyId, note?: ChainPosition) => (await verifyChain(pool, company, note)).misfit;
const lastOf = async (company: CompanyId) => (await verifyChain(pool, company)).last;
const idOf = async (company: CompanyId, seq: number): Promise<string> =>
  (await pool.query('SELECT id FROM audit_log WHERE company_id = $1 AND seq = $2', [company, seq])).rows[0].id;
const rehash = `UPDATE audit_log SET hash = ${hashOfRow} WHERE company_id = $1 AND seq`;

it('an untouched chain is valid and numbered from 1 without gaps', async () => {
  const company = await chained(5);
  expect(await verifyChain(pool, company)).toEqual({
    entries: 5,
    erased: 0,
    pruned: { seq: 0, hash: '0'.repeat(64) },
    last: { seq: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    misfit: undefined,
  });
  const { rows } = await pool.query<{ seq: string; previous: Buffer; hash: Buffer }>(
    'SELECT seq, previous, hash FROM audit_log WHERE company_id = $1 ORDER BY seq',
    [company],
  );
  expect(rows.map(({ seq }) => seq)).toEqual(['1', '2', '3', '4', '5']);
  expect(rows.map(({ previous }) => previous)).toEqual([
    Buffer.alloc(32),
    ...rows.slice(0, -1).map(({ hash }) => hash),
  ]);
});

it('an empty chain is valid', async () => {
  expect(await verifyChain(pool, newCompany())).toMatchObject({ entries: 0, last: { seq: 0 }, misfit: undefined });
});

describe('an entry with', () => {
  it.each([
    ['another name', `operator_name = 'Somebody else'`],
    ['another operator', `operator_id = gen_random_uuid()`],
    ['no operator', `operator_id = NULL`],
    ['another action', `action = 'thing.undone'`],
    ['another kind of subject', `subject_type = 'other'`],
    ['another subject', `subject_id = 'T30'`],
    ['a field more in its data', `data = data || '{"more": 1}'`],
    ['another digit in its data', `data = data || '{"n": 3.0}'`],
    ['a later time', `created_at = created_at + interval '1 day'`],
    ['a time a microsecond later', `created_at = created_at + interval '1 microsecond'`],
    ['the same time before Christ', `created_at = '2026-06-03 12:00:00+00 BC'`],
    ['no time', `created_at = 'infinity'`],
    ['another id', `id = gen_random_uuid()`],
    ['another hash', `hash = sha256('x')`],
    ['another hash of the one before', `previous = sha256('x')`],
  ])('%s is found, and named', async (_, change) => {
    const company = await chained(5);
    await tamper(company, `UPDATE audit_log SET ${change} WHERE company_id = $1 AND seq = 3`);
    expect(await misfit(company)).toEqual({
      fault: 'altered',
      number: 3,
      id: await idOf(company, 3),
      at: expect.stringMatching(/Z$/),
    });
  });
});

it('an altered entry with a new hash does not fit the next entry', async () => {
  const company = await chained(5);
  await tamper(company, `UPDATE audit_log SET subject_id = 'X' WHERE company_id = $1 AND seq = 3`, `${rehash} = 3`);
  expect(await misfit(company)).toEqual({
    fault: 'unchained',
    number: 4,
    id: await idOf(company, 4),
    at: '2026-06-04T12:00:00Z',
  });
});

it('the last entry, altered with its hash, is not the one that was written last', async () => {
  const company = await chained(5);
  await tamper(company, `UPDATE audit_log SET subject_id = 'X' WHERE company_id = $1 AND seq = 5`, `${rehash} = 5`);
  expect(await misfit(company)).toEqual({
    fault: 'replaced',
    number: 5,
    id: await idOf(company, 5),
    at: '2026-06-05T12:00:00Z',
  });
});

it.each([
  ['in the middle', 'seq = 3', { fault: 'missing', number: 4, missingFrom: 3 }],
  ['several of them', 'seq IN (2, 3)', { fault: 'missing', number: 4, missingFrom: 2 }],
  ['the first', 'seq = 1', { fault: 'missing', number: 2, missingFrom: 1 }],
])('a removed entry is found: %s', async (_, which, expected) => {
  const company = await chained(5);
  await tamper(company, `DELETE FROM audit_log WHERE company_id = $1 AND ${which}`);
  expect(await misfit(company)).toEqual({
    ...expected,
    id: await idOf(company, expected.number),
    at: `2026-06-0${expected.number}T12:00:00Z`,
  });
});

it('a removed last entry is found; with a restored head, a note finds it', async () => {
  const company = await chained(5);
  const note = await lastOf(company);
  await tamper(company, 'DELETE FROM audit_log WHERE company_id = $1 AND seq = 5');
  expect(await misfit(company)).toEqual({ fault: 'missing', number: 5, id: null, at: null, missingFrom: 5 });
  await tamper(
    company,
    'UPDATE audit_heads SET (seq, previous, hash) = (SELECT seq, previous, hash FROM audit_log WHERE company_id = $1 AND seq = 4) WHERE company_id = $1',
  );
  expect(await misfit(company)).toBeUndefined();
  expect(await misfit(company, note)).toEqual({ fault: 'missing', number: 5, id: null, at: null, missingFrom: 5 });
  // Another entry in its place does not hide it from the note.
  await write(company, 6);
  expect(await misfit(company)).toBeUndefined();
  expect(await misfit(company, note)).toEqual({
    fault: 'unexpected',
    number: 5,
    id: await idOf(company, 5),
    at: '2026-06-06T12:00:00Z',
  });
});

it('a note finds the removal of a whole log and its head', async () => {
  const company = await chained(2);
  const note = await lastOf(company);
  await tamper(company, 'DELETE FROM audit_log WHERE company_id = $1', 'DELETE FROM audit_heads WHERE company_id = $1');
  expect(await misfit(company)).toBeUndefined();
  expect(await misfit(company, note)).toMatchObject({ fault: 'missing', number: 2, missingFrom: 1 });
});

it('a note of an earlier entry fits if nothing before it was changed', async () => {
  const company = await chained(3);
  const note = await lastOf(company);
  await write(company, 4);
  expect(await misfit(company, note)).toBeUndefined();
});

it('two swapped entries are found', async () => {
  const company = await chained(5);
  await tamper(
    company,
    'UPDATE audit_log SET seq = -2 WHERE company_id = $1 AND seq = 2',
    'UPDATE audit_log SET seq = 2 WHERE company_id = $1 AND seq = 3',
    'UPDATE audit_log SET seq = 3 WHERE company_id = $1 AND seq = -2',
  );
  expect(await misfit(company)).toEqual({
    fault: 'altered',
    number: 2,
    id: await idOf(company, 2),
    at: '2026-06-03T12:00:00Z',
  });
});

const forge = (seq: string, previous: string) => `
  INSERT INTO audit_log (company_id, id, operator_id, operator_name, action, subject_type, subject_id, data, created_at, seq, previous, hash)
  SELECT company_id, gen_random_uuid(), operator_id, operator_name, 'thing.forged', subject_type, subject_id, data, created_at, ${seq}, ${previous}, hash
  FROM audit_log WHERE company_id = $1 AND seq = 3`;

it.each([
  [
    'at the end',
    forge('6', `(SELECT hash FROM audit_log WHERE company_id = $1 AND seq = 5)`),
    6,
    { fault: 'added', number: 6 },
  ],
  ['before the first', forge('0', `decode(repeat('00', 32), 'hex')`), 0, { fault: 'added', number: 0 }],
])('a forged entry with a valid hash is found: %s', async (_, forged, seq, expected) => {
  const company = await chained(5);
  await tamper(company, forged, `${rehash} = ${seq}`);
  expect(await misfit(company)).toMatchObject({ ...expected, id: await idOf(company, seq) });
});

it('a forged entry between two others is found', async () => {
  const company = await chained(5);
  await tamper(
    company,
    'UPDATE audit_log SET seq = -seq - 1 WHERE company_id = $1 AND seq > 3',
    'UPDATE audit_log SET seq = -seq WHERE company_id = $1 AND seq < 0',
    forge('4', 'hash'),
    `${rehash} = 4`,
    'UPDATE audit_heads SET seq = 6 WHERE company_id = $1',
  );
  expect(await misfit(company)).toMatchObject({ fault: 'altered', number: 5, id: await idOf(company, 5) });
});

it('each company has its own chain, and so has the service', async () => {
  const [one, two] = [await chained(3), newCompany()];
  await Promise.all([1, 2, 3].flatMap((n) => [write(two, n), write(noCompany, n)]));
  for (const company of [two, noCompany])
    expect(await verifyChain(pool, company)).toMatchObject({ entries: 3, last: { seq: 3 }, misfit: undefined });
  await tamper(one, `UPDATE audit_log SET subject_id = 'X' WHERE company_id = $1 AND seq = 1`);
  expect([await misfit(one), await misfit(two), await misfit(noCompany)]).toMatchObject([
    { number: 1 },
    undefined,
    undefined,
  ]);
  // An entry of one company does not fit into the other's chain, although its content is equal.
  await pool.query('DELETE FROM audit_log WHERE company_id = $1 AND seq = 3', [two]);
  await pool.query('UPDATE audit_log SET company_id = $1 WHERE company_id = $2 AND seq = 3', [two, one]);
  expect(await misfit(two)).toMatchObject({ fault: 'altered', number: 3 });
});

it('50 parallel writers over several pools leave no gap and no fork, even if a third of them roll back', async () => {
  const pools = [open(database, 6), open(database, 6), open(database, 6)];
  const company = newCompany();
  const undone = new Error('undone');
  const written = await Promise.all(
    Array.from({ length: 50 }, (_, writer) =>
      (async () => {
        let kept = 0;
        for (const n of [1, 2, 3, 4]) {
          const undo = (writer + n) % 3 === 0;
          await transaction(pools[writer % 3] as Pool, async (tx) => {
            await writeIn(tx, company, n);
            if (undo) throw undone;
          }).catch((error: unknown) => {
            if (error !== undone) throw error;
          });
          if (!undo) kept++;
        }
        return kept;
      })(),
    ),
  );
  const many = written.reduce((sum, kept) => sum + kept, 0);
  expect(await verifyChain(pool, company)).toMatchObject({ entries: many, last: { seq: many }, misfit: undefined });
  await Promise.all(pools.map((each) => each.end()));
});

it('entries that are written while a chain is verified do not disturb it', async () => {
  const company = await chained(1);
  let writing = true;
  const writer = (async () => {
    for (let n = 1; writing; n++) await write(company, (n % 28) + 1);
  })();
  for (let round = 0; round < 20; round++) expect(await misfit(company)).toBeUndefined();
  writing = false;
  await writer;
});

it('a long chain is read in batches, without the content of the entries', async () => {
  const company = newCompany();
  const hash = hashOf({
    previous: 'before.hash',
    company: '$1::uuid',
    seq: 'before.seq + 1',
    id: 'new.id',
    at: '$3::timestamptz',
    operatorId: 'NULL::uuid',
    operatorName: `'X'::text`,
    action: `'a'::text`,
    subjectType: `'b'::text`,
    subjectId: `'c'::text`,
    data: 'new.data',
  });
  await pool.query(
    `WITH RECURSIVE chain AS (
       SELECT 0::bigint AS seq, $2::bytea AS previous, $2::bytea AS hash, NULL::uuid AS id, NULL::jsonb AS data
       UNION ALL
       SELECT before.seq + 1, before.hash, ${hash}, new.id, new.data
       FROM chain AS before, LATERAL (SELECT md5(before.seq::text)::uuid AS id, jsonb_build_object('text', repeat('x', 1000), 'n', before.seq) AS data) AS new
       WHERE before.seq < 10000
     ), entries AS (
       INSERT INTO audit_log (company_id, id, operator_id, operator_name, action, subject_type, subject_id, data, created_at, seq, previous, hash)
       SELECT $1, id, NULL, 'X', 'a', 'b', 'c', data, $3, seq, previous, hash FROM chain WHERE seq > 0
     )
     INSERT INTO audit_heads SELECT $1, seq, previous, hash, 0, $2 FROM chain WHERE seq = 10000`,
    [company, Buffer.alloc(32), new Date()],
  );
  const watched = open(database, 1);
  const answers: { rows: number; bytes: number }[] = [];
  watched.on('connect', (client) => {
    const ask = client.query.bind(client) as (...given: unknown[]) => Promise<{ rows: object[] }>;
    Object.assign(client, {
      query: async (...given: unknown[]) => {
        const result = await ask(...given);
        answers.push({ rows: result.rows.length, bytes: JSON.stringify(result.rows).length });
        return result;
      },
    });
  });
  expect(await verifyChain(watched, company)).toMatchObject({
    entries: 10_000,
    last: { seq: 10_000 },
    misfit: undefined,
  });
  expect(Math.max(...answers.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
  expect(Math.max(...answers.map(({ bytes }) => bytes))).toBeLessThan(500_000);
  await watched.end();
  await tamper(company, `UPDATE audit_log SET data = data || '{"n": -1}' WHERE company_id = $1 AND seq = 7777`);
  expect(await misfit(company)).toMatchObject({ fault: 'altered', number: 7777 });
});

it('the migration chains earlier entries in the order of time', async () => {
  const old = await ownDatabaseForThisTest('It has entries from before the chain.');
  const there = open(old);
  const companies = [noCompany, newCompany(), newCompany()];
  await there.query('DROP TABLE audit_heads');
  await there.query('ALTER TABLE audit_log DROP COLUMN seq, DROP COLUMN previous, DROP COLUMN hash');
  for (const company of companies)
    for (const n of [3, 1, 2])
      await there.query(
        `INSERT INTO audit_log (company_id, id, operator_id, operator_name, action, subject_type, subject_id, data, created_at) VALUES ($1, $2, $3, 'Å', 'a', 'b', $4, $5, $6)`,
        [company, newId(), n === 1 ? null : newId(), String(n), { n, text: 'ö"\\\n' }, new Date(Date.UTC(2026, 0, n))],
      );
  await there.query(await readFile(new URL('../migrations/0009_audit_chain.sql', import.meta.url), 'utf8'));
  for (const company of companies) {
    const { rows } = await there.query('SELECT subject_id AS id FROM audit_log WHERE company_id = $1 ORDER BY seq', [
      company,
    ]);
    expect(rows).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
    await writeIn(there, company, 4);
    expect(await verifyChain(there, company)).toMatchObject({
      entries: 4,
      pruned: { seq: 0 },
      last: { seq: 4 },
      misfit: undefined,
    });
  }
  await there.end();
});
