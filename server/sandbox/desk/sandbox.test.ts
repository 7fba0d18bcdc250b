import { afterAll, expect, it } from 'vitest';
import { partnerNamed } from '../../partners/store.ts';
import { scopes } from '../../app.ts';
import { transaction } from '../../ground/db/pool.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { fromNow } from '../../testing/time.ts';
import { insertOperator, setCompanies } from '../../operators/store.ts';
import { findByToken } from '../../operators/store.ts';
import { insertOperatorToken } from '../../operators/admin-store.ts';
import { hashToken, newOperatorToken } from '../../ground/secrets/tokens.ts';
import { newId } from '../../ground/db/ids.ts';
import { queueNotifications } from '../../notifications/notifications.ts';
import pino from 'pino';

const door = await openDoor();
afterAll(() => door.close());
await door.addSupplier('1', { bankGiro: '991-2346' });
const [administrator, approver, stranger] = [
  await signedIn(door, 'administrator'),
  await signedIn(door, 'approver'),
  await signedIn(door, 'approver', (await door.addCompany('Other')).id),
];
const partner = (await partnerNamed(door.pool, door.company, 'Scanner')) ?? '';
const path = `/companies/${door.company}/partners/${partner}/sandbox`;
const sent = { externalReferenceId: 'a', supplierNumber: '1', supplierBankGiro: '5050-1055' };

let sandbox = '';
let token = '';

it('an administrator creates a sandbox and reads its checklist', async () => {
  const preview = {
    suppliers: 1,
    projects: 0,
    kept: ['number', 'country'],
    replaced: ['bankGiro', 'postGiro', 'iban', 'bicSwift', 'phone', 'email'],
    replacedOfPersons: ['organizationalNumber', 'name', 'street', 'postIndex', 'city', 'website'],
    scopes: [...scopes].sort(),
  };
  expect((await administrator.call('GET', path)).body).toEqual({ copies: preview });
  const opened = await administrator.call('POST', path);
  expect(opened).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^dwt_/), suppliers: 1 } });
  ({ id: sandbox, token } = opened.body);
  expect((await door.call('POST', paths.invoices, { token, body: sent })).status).toBe(200);
  const { body } = await administrator.call('GET', path);
  expect(body.sandbox).toMatchObject({ id: sandbox, name: `${door.companyName} (sandbox for Scanner)` });
  expect(body.sandbox.items[0]).toMatchObject({ code: 'invoice.first', done: true, at: expect.any(String) });
  // A further token, and the same sandbox.
  expect((await administrator.call('POST', path)).body.id).toBe(sandbox);
  const inside = await partnerNamed(door.pool, sandbox as typeof door.company, 'Scanner');
  expect((await administrator.call('POST', `/companies/${sandbox}/partners/${inside}/sandbox`)).status).toBe(404);
});

it('operators of the company enter the sandbox with their role, and no others', async () => {
  const { companies } = (await approver.call('GET', '/session')).body;
  expect(companies).toMatchObject([
    { id: door.company, role: 'approver' },
    { id: sandbox, role: 'approver', sandboxOf: { company: door.companyName, partner: 'Scanner' } },
  ]);
  expect(companies[0]).not.toHaveProperty('sandboxOf');
  const { body } = await approver.call('GET', `/companies/${sandbox}/invoices`);
  expect(body.rows).toMatchObject([{ externalReferenceId: 'a' }]);
  expect((await approver.call('POST', path)).status).toBe(403);
  expect((await stranger.call('GET', `/companies/${sandbox}/invoices`)).status).toBe(404);
  expect((await stranger.call('GET', '/session')).body.companies).toHaveLength(1);
});

it('a system of the company does not enter it', async () => {
  const [id, secret] = [newId(), newOperatorToken()];
  await transaction(door.pool, async (tx) => {
    await insertOperator(tx, { id, email: `${id}@example.com`, name: 'Ledger', administrator: false }, new Date());
    await setCompanies(tx, id, [{ id: door.company, role: 'system' }]);
    const made = { id: newId(), hash: hashToken(secret), operatorId: id, name: 'x', expiresAt: undefined };
    await insertOperatorToken(tx, { ...made, createdAt: new Date() });
  });
  const found = await findByToken(door.pool, hashToken(secret), new Date());
  expect(found?.companies.map((company) => company.id)).toEqual([door.company]);
});

it('nothing of it reaches the real company’s lists, figures, events, files or mail', async () => {
  const of = (what: string) => approver.call('GET', `/companies/${door.company}/${what}`);
  expect((await of('invoices')).body.rows).toEqual([]);
  expect((await of('events?after=0')).body.events.map(({ type }: { type: string }) => type)).not.toContain(
    'supplierinvoice.created',
  );
  expect(JSON.stringify((await of('overview')).body)).not.toContain('5050-1055');
  expect((await of('requests')).body.rows.map(({ operation }: { operation: string }) => operation)).not.toContain(
    'createSupplierInvoice',
  );
  const chosen = { held: true, endpointOff: true, failuresPercent: 1, digest: true };
  expect((await approver.call('PUT', `/session/companies/${sandbox}/mail`, chosen)).status).toBe(200);
  const told: string[] = [];
  const queue = async ({ companyId }: { companyId: string }) => void told.push(companyId);
  const deps = { db: door.pool, queue, base: 'https://doorway.example.com', log: pino({ level: 'silent' }) };
  await door.call('POST', paths.invoices, { token, body: { ...sent, externalReferenceId: 'b' } });
  for (const minutes of [1, 5]) await queueNotifications(deps, fromNow(minutes * 60_000));
  expect(told).not.toContain(sandbox);
});

it('an administrator resets it, and removes it with its tokens', async () => {
  expect(await administrator.call('POST', `${path}/reset`)).toMatchObject({ status: 200, body: { suppliers: 1 } });
  expect((await approver.call('GET', `/companies/${sandbox}/invoices`)).body.rows).toEqual([]);
  expect((await administrator.call('DELETE', path)).status).toBe(204);
  expect((await administrator.call('GET', path)).body).not.toHaveProperty('sandbox');
  expect((await administrator.call('DELETE', path)).status).toBe(404);
  expect((await door.call('GET', paths.suppliers, { token })).status).toBe(401);
});
