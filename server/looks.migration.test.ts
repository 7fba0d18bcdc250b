import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { confusables } from '../common/text/confusables.ts';
import { numberKey } from './checks/keys.ts';
import { legalForms } from './checks/names.ts';
import { newId } from './ground/db/ids.ts';
import { migrate } from './ground/db/migrate.ts';
import { fillLooks } from './supplier-invoices/checking/fill-looks.ts';
import { looksOf, looksVersion } from './suppliers/looks.ts';
import { databaseBefore } from './testing/before.ts';

it('the first start gives suppliers from before their looks, also after it was interrupted', async () => {
  const { connection, pool } = await databaseBefore('0042');
  const companies = [newId(), newId()];
  const insert = (company: string | undefined, first: number, last: number) =>
    pool.query(
      `INSERT INTO suppliers (company_id, number, name, organizational_number, city, street, post_index, country, phone, email,
                              website, bank_giro, post_giro, iban, bic_swift, extra, created_at, updated_at)
       SELECT $1, 'Ⅸ' || n, 'Nоrdbygg ' || n || ' i likvidation', 'SE' || 5560160680 + n, '', '', '', '', '', '', '', '', '', '', '', '{}', now(), now()
       FROM generate_series($2::integer, $3::integer) AS n`,
      [company, first, last],
    );
  for (const company of companies) {
    await pool.query('INSERT INTO company_counters (company_id) VALUES ($1)', [company]);
    await insert(company, 1, 700);
  }
  expect(await migrate(connection)).toContain('0042_looks');

  const stop = new AbortController();
  const isInterrupted = fillLooks(pool, stop.signal);
  stop.abort();
  await expect(isInterrupted).rejects.toThrow();
  // Several processes may start at once.
  await Promise.all([fillLooks(pool), fillLooks(pool)]);
  expect(await fillLooks(pool)).toBe(0);
  // A process of the former version may still have written this one.
  await insert(companies[0], 701, 701);
  expect(await fillLooks(pool)).toBe(1);

  const { rows } = await pool.query(
    `SELECT number, name, organizational_number AS "organizationalNumber",
            json_build_object('number_look', number_look, 'name_look', name_look, 'organization_look', organization_look) AS looks
     FROM suppliers`,
  );
  expect(rows).toHaveLength(1_401);
  expect(
    rows.filter(({ looks, ...supplier }) => JSON.stringify(looks) !== JSON.stringify(JSON.parse(looksOf(supplier)))),
  ).toEqual([]);

  await pool.query('INSERT INTO company_counters (company_id) VALUES ($1)', [newId()]);
  expect(await fillLooks(pool), 'a new company has the current version').toBe(0);
});

/** If this fails, stored looks are no longer what the service computes: see `looksVersion`. */
it('the looks of characters and legal forms are those of their version', () => {
  const hash = createHash('sha256');
  const add = (text: string) =>
    hash.update(looksOf({ number: text, name: `${text} AB`, organizationalNumber: text }) + numberKey(text));
  for (const [first, last] of [
    [0x20, 0x24f],
    [0x370, 0x52f],
    [0x1e00, 0x1eff],
    [0xff01, 0xff5e],
  ] as const)
    for (let code = first; code <= last; code++) add(`a${String.fromCharCode(code)} 7${String.fromCharCode(code)}`);
  for (const form of legalForms) add(`Nord ${form}`);
  hash.update(confusables);
  expect([looksVersion, hash.digest('hex')]).toEqual([
    1,
    'a943d5135377e8a2a7f3eae80a18aa4772ae65c8e6b7a85fdace360c278a96e1',
  ]);
});
