import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventType } from '../../common/events.ts';
import { catalogue } from './catalogue.ts';
import { invoiceDecisions } from '../decisions/invoices.ts';
import { importSuppliers, checkSuppliers, supplierLayout } from '../suppliers/import.ts';
import { readContents } from '../testing/imports.ts';
import { openOwnDatabase } from '../testing/database.ts';
import { openDoor, type Door } from '../testing/door.ts';
import { faultyEvents } from '../testing/events.ts';
import { happeningsOn, requestedEvents } from '../testing/happenings.ts';
import { workOrderDecisions } from '../decisions/work-orders.ts';

const types = Object.keys(catalogue) as EventType[];

describe('what happens', () => {
  let door: Door;
  let happenings: Awaited<ReturnType<typeof happeningsOn>>;
  beforeAll(async () => {
    door = await openDoor();
    happenings = await happeningsOn(door);
  });
  afterAll(() => door.close());

  const lastEvent = async () =>
    (
      await door.pool.query(
        `SELECT type, version, data, (SELECT id FROM partners WHERE company_id = $1) AS partner
         FROM events WHERE company_id = $1 ORDER BY seq DESC LIMIT 1`,
        [door.company],
      )
    ).rows[0];

  it.each(requestedEvents)(
    '%s carries the partner, the trace id of its cause, and who acted where an operator did',
    async (type) => {
      const traceId = await happenings[type](`seed of ${type}`);
      const { partner, ...event } = await lastEvent();
      const isOperators =
        /updated|confirmed|coded|declined|approved|signed|unsigned|rejected|released|reopened|booked|dismissed|noted|assigned|questioned|done|cancelled/.test(
          type,
        );
      expect(event).toMatchObject({
        type,
        version: catalogue[type].version,
        data: {
          traceId,
          ...(type !== 'supplier.updated' && { partnerId: partner, partnerName: 'Scanner' }),
          ...(isOperators && {
            by: {
              id: expect.any(String),
              name: /\.(un)?signed$/.test(type) ? 'The approver' : 'The administrator',
            },
          }),
          ...(/declined|rejected|released|reopened|dismissed|cancelled/.test(type) && {
            reason: expect.stringMatching(/\w/),
          }),
        },
      });
      expect('by' in event.data).toBe(isOperators);
    },
  );

  it('an import names the command line, without an operator id and a trace id', async () => {
    const run = async (text: string) =>
      importSuppliers(
        door.pool,
        door.companyName,
        await checkSuppliers(readContents(Buffer.from(text), '-', supplierLayout)),
      );
    for (const [name, type] of [
      ['Gamla', 'supplier.created'],
      ['Nya', 'supplier.updated'],
    ]) {
      await run(`number,name\nimported,${name}`);
      const { data, ...event } = await lastEvent();
      expect(event).toMatchObject({ type, version: 2 });
      expect(data).toEqual({ number: 'imported', name, by: { name: 'the command line' } });
    }
  });
});

it.each(types)('%s is written by the slice that the catalogue names', async (type) => {
  const folder = new URL(`../${catalogue[type].slice}/`, import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  expect(texts.filter((text) => text.includes(`'${type}'`)).length).toBeGreaterThan(0);
});

it.each([...invoiceDecisions.transitions, ...workOrderDecisions.transitions])(
  '$event, which a decision records, is in it',
  ({ event }) => {
    expect(types).toContain(event);
  },
);

describe('every database of a test is looked through when it is dropped', () => {
  const complete = {
    supplierInvoiceId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
    externalReferenceId: 'a',
    supplierNumber: '1',
    state: 'received',
    findings: [],
    partnerId: '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88',
    partnerName: 'Scanner',
    traceId: 'a'.repeat(32),
  };
  const { traceId: _traceId, ...incomplete } = complete;

  it.each([
    ['a type that is not in the catalogue', 'supplierinvoice.eaten', 2, complete, 'is not in the catalogue'],
    ['a field that is missing', 'supplierinvoice.created', 2, incomplete, "required property 'traceId'"],
    ['a field that is too many', 'supplierinvoice.created', 2, { ...complete, why: '' }, 'additional properties'],
    ['a value of the wrong kind', 'supplierinvoice.created', 2, { ...complete, traceId: 'none' }, 'must match pattern'],
    ['a version that the catalogue does not have', 'supplierinvoice.created', 3, complete, 'is of version 3'],
  ])('%s fails it', async (_what, type, version, data, why) => {
    const database = await openOwnDatabase('Dropping it must fail.');
    const client = new pg.Client(database.connection);
    await client.connect();
    const insert = `INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
                    VALUES (gen_random_uuid(), $1, gen_random_uuid(), $2, $3, '1', $4, now())`;
    await client.query(insert, [1, 'supplierinvoice.created', 2, complete]);
    // Payloads of version 1 are not checked.
    await client.query(insert, [2, 'supplierinvoice.created', 1, {}]);
    expect(await faultyEvents(database.connection)).toEqual([]);
    await client.query(insert, [3, type, version, data]);
    await client.end();
    await expect(database.drop()).rejects.toMatchObject({ actual: [expect.stringContaining(why)] });
    await expect(faultyEvents(database.connection)).rejects.toMatchObject({ code: '3D000' });
  });
});
