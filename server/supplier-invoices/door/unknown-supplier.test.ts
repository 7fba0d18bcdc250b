import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { expectProblem } from '../../testing/problem.ts';

const door = await openDoor();
for (const number of ['1001', '556016-0680', '00042', 'SE-7 7']) await door.addSupplier(number);
await door.call('POST', paths.suppliers, {
  token: (await door.addCompany('Other')).token,
  body: { number: '2001', name: 'Theirs' },
});
afterAll(() => door.close());

const send = (supplierNumber: string) => door.post(paths.invoices, { externalReferenceId: 'x', supplierNumber });

it.each([
  ['without its separators', '5560160680', '556016-0680'],
  ['without leading zeros', '42', '00042'],
  ['in other letters, written together', 'se77', 'SE-7 7'],
  ['with a blank in it', '10 01', '1001'],
  ['with a letter that looks like a digit', '10O1', '1001'],
  ['with two digits swapped', '0101', '1001'],
  ['with a digit too much', '11001', '1001'],
  ['with a digit too few', '101', '1001'],
])('an unknown number %s is answered with the nearest known one', async (_how, sent, known) => {
  const answer = await send(sent);
  expectProblem(
    answer,
    400,
    `There is no supplier with the number "${sent}". Did you mean "${known}"? Correct the number, or create the supplier, then send this invoice again.`,
  );
  expect(answer.headers.get('doorway-error')).toBe('supplier.unknown');
});

it('an unknown number without a near one in the company is answered without a proposal', async () => {
  for (const sent of ['9999', '2002', 'x'.repeat(255), '---', 'Ö', '😀'])
    expect((await send(sent)).body.message).toMatch(
      /^There is no supplier with the number "[^"]+"\. Create the supplier, then send this invoice again\.$/,
    );
});

it('a supplier number that no call can send is never proposed', async () => {
  await door.pool.query(
    `INSERT INTO suppliers SELECT company_id, '77001 ', 'Left', '', '', '', '', '', '', '', '', '', '', '', '', '{}', NULL, now(), now() FROM suppliers WHERE company_id = $1 AND number = '1001'`,
    [door.company],
  );
  expect((await send('77001')).body.message).not.toContain('Did you mean');
});
