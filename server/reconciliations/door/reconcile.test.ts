import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { postText } from '../../testing/operations.ts';
import { nowMs } from '../../testing/time.ts';

const door = await openDoor();
await door.addSupplier('1');
afterAll(() => door.close());

const path = '/doorway/v1/reconciliations';
const day = 24 * 60 * 60 * 1000;
const period = { from: nowMs() - day, to: nowMs() + day };

/** As text, because JSON.stringify would change the digits. */
async function send(token: string, reference: string, total?: string, more = ''): Promise<string> {
  const price = total === undefined ? '' : `,"totalPrice":${total}`;
  const raw = `{"externalReferenceId":"${reference}","supplierNumber":"1"${price}${more}}`;
  return (await postText(door, paths.invoices, raw, { token })).body.id as string;
}

async function reconcile(token: string, listed: [reference: string, total?: string][], { from, to } = period) {
  const entries = listed.map(
    ([reference, total]) =>
      `{"externalReferenceId":"${reference}"${total === undefined ? '' : `,"totalPrice":${total}`}}`,
  );
  const response = await fetch(door.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: `{"from":${from},"to":${to},"supplierInvoices":[${entries.join(',')}]}`,
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}

let partners = 0;
const newPartner = () => door.tokenFor({ partner: `Partner ${(partners += 1)}` });

it('names what never arrived, what differs and what is not listed, with every digit and the state', async () => {
  const token = await newPartner();
  await send(token, 'same', '1.10');
  await send(token, 'without a total');
  const other = await send(token, 'other', '100000000000000.000000000000000000000000000001');
  const credit = await send(token, 'credit', '-5.50');
  const withdrawn = await send(token, 'withdrawn', '1e3');
  await door.call('POST', `${paths.invoices}/${withdrawn}/withdraw`, { token, body: {} });
  const { status, text, body } = await reconcile(token, [
    ['same', '11e-1'],
    ['lost', '3'],
    ['other', '100000000000000.0'],
    [' without a total '],
  ]);
  expect([status, body]).toEqual([
    200,
    {
      matched: 2,
      missing: ['lost'],
      differing: [
        {
          externalReferenceId: 'other',
          id: other,
          sent: 1e14,
          stored: expect.any(Number),
          state: 'received',
          credit: false,
        },
      ],
      unlisted: [
        { externalReferenceId: 'credit', id: credit, totalPrice: -5.5, state: 'received', credit: true },
        { externalReferenceId: 'withdrawn', id: withdrawn, totalPrice: 1000, state: 'withdrawn', credit: false },
      ],
      message: 'The books differ: 2 of 4 listed invoices match, 1 missing, 1 differing, 2 not listed.',
    },
  ]);
  expect(text).toContain('"sent":100000000000000.0,"stored":100000000000000.000000000000000000000000000001,');
  expect(text).toContain('"totalPrice":-5.50');
});

it('is right before and after the lists of operators have followed', async () => {
  const token = await newPartner();
  await send(token, 'listed', '1');
  await send(token, 'not listed', '-2.20');
  const projected = async () =>
    (
      await door.pool.query(
        `SELECT FROM invoice_projections AS projection JOIN partners ON partners.id = partner_id
         WHERE projection.company_id = $1 AND partners.company_id = $1 AND name = $2`,
        [door.company, `Partner ${partners}`],
      )
    ).rowCount;
  const before = await reconcile(token, [['listed', '2']]);
  expect(before.body).toMatchObject({ matched: 0, differing: [{ stored: 1 }], unlisted: [{ credit: true }] });
  await expect.poll(projected).toBe(2);
  expect((await reconcile(token, [['listed', '2']])).text).toBe(before.text);
});

it('the period decides what is unlisted, not what is compared', async () => {
  const token = await newPartner();
  await send(token, 'a', '1');
  await send(token, 'b', '1');
  const { rows } = await door.pool.query<{ at: Date }>(
    'SELECT created_at AS at FROM supplier_invoices WHERE company_id = $1 ORDER BY id DESC LIMIT 1',
    [door.company],
  );
  const at = rows[0]?.at.getTime() as number;
  const references = ({ body }: Awaited<ReturnType<typeof reconcile>>) =>
    body.unlisted.map(({ externalReferenceId }: { externalReferenceId: string }) => externalReferenceId);
  expect(references(await reconcile(token, [], { from: at, to: at + 1 }))).toContain('b');
  expect(references(await reconcile(token, [], { from: at - day, to: at }))).not.toContain('b');
  expect((await reconcile(token, [['a', '1']], { from: at + 1, to: at + day })).body).toMatchObject({
    matched: 1,
    unlisted: [],
  });
});

it('what other partners sent is neither found nor named', async () => {
  await send(await newPartner(), 'foreign', '1');
  const { body } = await reconcile(await newPartner(), [['foreign', '1']]);
  expect(body).toMatchObject({ matched: 0, missing: ['foreign'], unlisted: [] });
});

it('a reference listed twice, in any form, is a 400, and so are an end before the beginning and seconds', async () => {
  const token = await newPartner();
  const twice = await reconcile(token, [['Å'], ['x'], ['A\u030a ']]);
  expect([twice.status, twice.body.message]).toEqual([
    400,
    'supplierInvoices[2].externalReferenceId is the same as supplierInvoices[0].externalReferenceId.',
  ]);
  const { from } = period;
  expect((await reconcile(token, [], { from, to: from })).body.message).toBe('to must be after from.');
  expect((await reconcile(token, [], { from: Math.round(from / 1000), to: from })).body.message).toMatch(
    /looks like seconds/,
  );
});

it('10,000 references are compared at once, and one more is a 400', async () => {
  const token = await newPartner();
  await send(token, 'reference 9999', '1');
  const list = Array.from({ length: 10_001 }, (_, at): [string, string] => [`reference ${at}`, '1.0']);
  const { body } = await reconcile(token, list.slice(0, 10_000));
  expect([body.matched, body.missing.length, body.unlisted]).toEqual([1, 9_999, []]);
  const refused = await reconcile(token, list);
  expect([refused.status, refused.body.message]).toEqual([400, 'supplierInvoices must have at most 10,000 lines.']);
});

it('unknown fields are named, because a misspelt total compares nothing', async () => {
  const supplierInvoices = [{ externalReferenceId: 'x', totalprice: 1 }];
  const { body } = await door.post(path, { ...period, supplierInvoices });
  expect(body.message).toMatch(
    /unknown field supplierInvoices\[\]\.totalprice .*did you mean supplierInvoices\[\]\.totalPrice\?/,
  );
});

it('reading is enough, and other scopes are a 403', async () => {
  const statusWith = async (scope: string) => (await reconcile(await door.tokenFor({ scopes: [scope] }), [])).status;
  expect(
    await Promise.all(['supplierinvoices:read', 'supplierinvoices:write', 'suppliers:write'].map(statusWith)),
  ).toEqual([200, 200, 403]);
});
