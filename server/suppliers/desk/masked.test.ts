import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';

const personal = '811218-9876';
const shown = '811218-****';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const administrator = await signedIn(door, 'administrator');
const path = `/companies/${door.company}/suppliers`;
await door.addSupplier('M1', { name: 'Målare', organizationalNumber: personal });
await door.addSupplier('M2', { name: 'Målarna', organizationalNumber: '556016-0680' });
afterAll(() => door.close());

const stored = async () =>
  (
    await door.pool.query(
      `SELECT organizational_number AS number FROM suppliers WHERE company_id = $1 AND number = 'M1'`,
      [door.company],
    )
  ).rows[0].number;

it('a list, its file, the record and a search show a personal number masked, and any other as it is', async () => {
  const list = await approver.call('GET', `${path}?q=8112189876`);
  expect(list.body.rows).toMatchObject([{ number: 'M1', organizationalNumber: shown }]);
  const csv = await fetch(`${door.url}${api}${path}?format=csv&q=M`, { headers: { cookie: approver.cookie } });
  const text = await csv.text();
  expect(text).toContain(`M1,Målare,${shown},`);
  expect(text).toContain('M2,Målarna,556016-0680,');
  expect((await approver.call('GET', `${path}/M1`)).body.organizationalNumber).toBe(shown);
  expect((await approver.call('GET', `${path}/M2`)).body.organizationalNumber).toBe('556016-0680');
  const search = await approver.call('GET', `/companies/${door.company}/search?q=M%C3%A5lar`);
  expect(search.body.results).toMatchObject([
    { id: 'M1', subtitle: `M1 · ${shown}` },
    { id: 'M2', subtitle: 'M2 · 556016-0680' },
  ]);
});

it('an invoice shows a personal number masked, in what was sent, in the record beside it and in its findings', async () => {
  const shownIn = async (supplierOrganizationalNumber: string) => {
    const sent = await door.post(paths.invoices, {
      externalReferenceId: supplierOrganizationalNumber,
      supplierNumber: 'M1',
      supplierName: 'Målare \\"x',
      supplierOrganizationalNumber,
      totalPrice: 10.5,
    });
    expect(sent.status).toBe(200);
    expect(sent.body.message).not.toMatch(/9876|9875/);
    return (await approver.call('GET', `/companies/${door.company}/invoices/${sent.body.id}`)).body;
  };
  expect(await shownIn('556016-0680')).toMatchObject({
    document: { supplierOrganizationalNumber: '556016-0680', supplierName: 'Målare \\"x' },
    supplier: { organizationalNumber: shown },
    findings: [{ code: 'payee.organization', parameters: { sent: '556016-0680', recorded: shown } }],
  });
  const wrong = await shownIn('19811218-9875');
  expect(wrong).toMatchObject({
    document: { supplierOrganizationalNumber: shown, supplierName: 'Målare \\"x' },
    findings: [{ code: 'payee.organization' }, { code: 'number.organization', parameters: { value: shown } }],
  });
});

it('partners get what they sent', async () => {
  const { body } = await door.call('GET', `${paths.suppliers}?number=M1`);
  expect(body.suppliers).toMatchObject([{ organizationalNumber: personal }]);
});

it('a masked personal number that is sent back changes nothing', async () => {
  const answer = await approver.call('PATCH', `${path}/M1`, { organizationalNumber: shown, city: 'Visby' });
  expect(answer).toMatchObject({ status: 200, body: { organizationalNumber: shown, city: 'Visby' } });
  expect(await stored()).toBe(personal);
  expectProblem(await approver.call('PATCH', `${path}/M1`, { organizationalNumber: '121212-****' }), 400);
  expectProblem(await approver.call('PATCH', `${path}/M2`, { organizationalNumber: shown }), 400);
});

it('the history and the audit log have the change, without the last digits', async () => {
  const change = (organizationalNumber: string) => approver.call('PATCH', `${path}/M1`, { organizationalNumber });
  expect((await change('19121212-1212')).body.organizationalNumber).toBe('121212-****');
  expect(await stored()).toBe('19121212-1212');
  const changes = [{ field: 'organizationalNumber', from: shown, to: '121212-****' }];
  expect((await approver.call('GET', `${path}/M1/history?limit=1`)).body.rows).toMatchObject([{ changes }]);
  const audit = await administrator.call('GET', `/companies/${door.company}/audit?action=supplier.updated&limit=1`);
  expect(audit.body.rows).toMatchObject([{ subjectId: 'M1', data: { changes } }]);
  const csv = await fetch(`${door.url}${api}${path}/M1/history?format=csv`, { headers: { cookie: approver.cookie } });
  expect(await csv.text()).not.toMatch(/9876|121212-?1212/);
  expect((await change(personal)).status).toBe(200);
});
