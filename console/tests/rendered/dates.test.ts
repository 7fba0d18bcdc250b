import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../../server/testing/door.ts';
import { signedIn } from '../../../server/testing/operator.ts';
import { invoicesText } from '../../src/pages/invoices/text.ts';
import { submit } from '../company.ts';
import { render } from './render.ts';

const door = await openDoor();
await door.addSupplier('1');
// Midnight in Stockholm, which is the day before in New York.
const id = await submit(door, door.token, {
  externalReferenceId: '1',
  supplierNumber: '1',
  invoiceDate: Date.parse('2026-10-24T22:00:00Z'),
  paymentDueDate: Date.parse('2026-11-24T23:00:00Z'),
});
await door.pool.query(
  `UPDATE supplier_invoices SET created_at = '2026-10-26T03:30:00Z' WHERE company_id = $1 AND id = $2`,
  [door.company, id],
);
afterAll(() => door?.close());

it.each([
  ['Europe/Stockholm', 'sv', '2026-10-26 04:30 CET'],
  ['America/New_York', 'en', '2026-10-25 23:30 GMT-4'],
] as const)(
  'a reader in %s sees the same dates, and times in that zone with its name',
  async (timeZone, language, arrived) => {
    const viewer = await signedIn(door, 'viewer');
    const list = await render(door, viewer, `/companies/${door.company}/invoices`, { language, timeZone });
    list.one('cell', '2026-11-25');
    const page = await render(door, viewer, `/companies/${door.company}/invoices/${id}`, { language, timeZone });
    const { text } = page.one('main');
    expect(text).toContain(`${arrived}, Scanner`);
    expect(text).toContain('2026-10-25');
    expect(text).toContain('2026-11-25');
    expect(text).not.toMatch(/2026-10-24|2026-11-24/);
    expect(text).toContain(invoicesText[language].fields.invoiceDate);
  },
);
