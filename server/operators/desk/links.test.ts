import { afterAll, expect, it } from 'vitest';
import { makeLinks } from '../sign-in/links.ts';
import { withPasskey } from '../../testing/authenticator.ts';
import { newId } from '../../ground/db/ids.ts';
import { openDoor, paths, send, type Answer } from '../../testing/door.ts';
import { samples } from '../../testing/files.ts';
import { api, decideAs, signedIn, type SignedIn } from '../../testing/operator.ts';
import { ago } from '../../testing/time.ts';

const door = await openDoor();
await door.addSupplier('1');
const company = `/companies/${door.company}`;
const approver = await signedIn(door, 'approver');
const administrator = await signedIn(door, 'administrator');
afterAll(() => door.close());

async function anInvoice(): Promise<string> {
  const body = { externalReferenceId: newId(), supplierNumber: '1', totalPrice: 100, currency: 'SEK' };
  return (await door.post(paths.invoices, body)).body.id;
}

const keyFor = async (who: SignedIn, id: string, now = new Date()): Promise<string | undefined> =>
  (await makeLinks(door.pool, { companyId: door.company, operatorId: who.id }, [id], now)).get(id);

const call = (key: string | undefined, method: string, path: string, body?: unknown): Promise<Answer> =>
  send(door.url, method, api + path, { body, headers: { authorization: `Bearer ${key}` } });

/** 200, or the code of the refusal. */
async function opened(key: string | undefined, id: string): Promise<number | string> {
  const { status, body } = await call(key, 'GET', `${company}/invoices/${id}`);
  return status === 200 ? status : body.code;
}

it('of all operations a link opens five, about its own invoice only', async () => {
  const [id, other] = [await anInvoice(), await anInvoice()];
  const file = { supplierInvoiceId: id, fileName: 'a.xml', content: samples.xml.toString('base64') };
  const { body: attached } = await door.post(paths.attach, file);
  const key = await keyFor(administrator, id);
  const allowed = new Set(['approveInvoice', 'confirmStep', 'readInvoice', 'readInvoiceFile', 'rejectInvoice']);
  const { body: document } = await send(door.url, 'GET', `${api}/openapi.json`, {});
  const addressOf = (template: string, invoice: string) =>
    template
      .slice(api.length)
      .replace('{companyId}', door.company)
      .replace('{fileId}', attached.id)
      .replace('{id}', invoice)
      .replaceAll(/\{\w+\}/g, newId());
  for (const [template, methods] of Object.entries<any>(document.paths))
    for (const [method, { operationId, security }] of Object.entries<any>(methods)) {
      if (security?.length === 0) continue;
      const isAllowed = allowed.delete(operationId);
      const own = door.url + api + addressOf(template, id);
      if (isAllowed && method === 'get')
        expect((await fetch(own, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
      const content = ['get', 'delete'].includes(method) ? undefined : operationId === 'confirmStep' ? { step: 1 } : {};
      const { status, body } = await call(
        key,
        method.toUpperCase(),
        addressOf(template, isAllowed ? other : id),
        content,
      );
      expect([operationId, status, body?.code]).toEqual([operationId, 404, 'path.unknown']);
    }
  expect(allowed).toEqual(new Set());
  const { id: elsewhere } = await door.addCompany('Other');
  expect((await call(key, 'GET', `/companies/${elsewhere}/invoices/${id}`)).status).toBe(404);
  // The session in the same browser does not add to what the link may do.
  const both = { headers: { authorization: `Bearer ${key}`, cookie: administrator.cookie } };
  expect((await send(door.url, 'GET', `${api}/session`, both)).status).toBe(404);
});

it('reading changes nothing, and a decision is one person’s, audited as made by a link, after which the link has ended', async () => {
  const [id, second] = [await anInvoice(), await anInvoice()];
  const key = await keyFor(approver, id);
  for (let n = 0; n < 3; n++) expect(await opened(key, id)).toBe(200);
  expect((await fetch(`${door.url}/console${company}/invoices/${id}/decide`)).status).not.toBe(500);
  expect((await administrator.call('GET', `${company}/invoices/${id}`)).body.state).toBe('received');
  const { status, body } = await call(key, 'POST', `${company}/invoices/${id}/approve`, { comment: 'Right.' });
  expect([status, body.state, body.decision.by]).toEqual([200, 'approved', 'The approver']);
  expect(await opened(key, id)).toBe('link.ended');
  // Also if somebody reopens the invoice, and if the decision was made in the console.
  expect((await decideAs(administrator, `${company}/invoices/${id}`, 'reopen', { reason: 'Wait.' })).status).toBe(200);
  expect((await call(key, 'POST', `${company}/invoices/${id}/approve`, {})).body.code).toBe('link.ended');
  const secondKey = await keyFor(approver, second);
  expect((await approver.call('POST', `${company}/invoices/${second}/reject`, { reason: 'Twice.' })).status).toBe(200);
  expect(await opened(secondKey, second)).toBe('link.ended');
  const { rows } = await door.pool.query(
    `SELECT operator_id AS by, data ->> 'byMailLink' AS "byLink" FROM audit_log
     WHERE company_id = $1 AND action IN ('supplierinvoice.approved', 'supplierinvoice.rejected') ORDER BY seq`,
    [door.company],
  );
  expect(rows).toEqual([
    { by: approver.id, byLink: 'true' },
    { by: approver.id, byLink: null },
  ]);
});

it('a link that is altered, out of date or not for this invoice opens nothing, and the database holds no key', async () => {
  const [id, other] = [await anInvoice(), await anInvoice()];
  const key = (await keyFor(approver, id)) as string;
  const altered = key.slice(0, -2) + (key.endsWith('AA') ? 'BA' : 'AA');
  expect(await opened(altered, id)).toBe('link.ended');
  expect(await opened('dwm_', id)).toBe('operatortoken.invalid');
  expect(await opened(key.replace('dwm_', 'dwo_'), id)).toBe('operatortoken.invalid');
  expect(await opened(key, other)).toBe('path.unknown');
  const days = (n: number) => ago(n * 24 * 3_600_000);
  expect(await opened(await keyFor(approver, id, days(6.9)), id)).toBe(200);
  expect(await opened(await keyFor(approver, id, days(7.1)), id)).toBe('link.ended');
  const { rows } = await door.pool.query('SELECT steps::text AS row FROM sign_in_steps AS steps');
  expect(JSON.stringify(rows)).not.toContain(key.slice(4));
});

it('links end at once with the access of their operator', async () => {
  const id = await anInvoice();
  const person = await signedIn(door, 'approver');
  const key = await keyFor(person, id);
  expect((await administrator.call('PATCH', `/operators/${person.id}`, { companies: [] })).status).toBe(200);
  expect(await opened(key, id)).toBe('path.unknown');
  const [leaver, careful] = [await signedIn(door, 'approver'), await signedIn(door, 'approver')];
  const keys = [await keyFor(leaver, id), await keyFor(careful, id)];
  expect((await administrator.call('PATCH', `/operators/${leaver.id}`, { disabled: true })).status).toBe(200);
  expect((await careful.call('DELETE', '/sessions')).status).toBe(204);
  expect([await opened(keys[0], id), await opened(keys[1], id)]).toEqual(['link.ended', 'link.ended']);
  expect(await keyFor(leaver, id)).toBeUndefined();
});

it('who has or needs more than a password, and a company without links, get none, and those there are do not open', async () => {
  const id = await anInvoice();
  const key = await keyFor(approver, id);
  const demand = (columns: string) => door.pool.query(`UPDATE companies SET ${columns} WHERE id = $1`, [door.company]);
  for (const columns of [`second_factor = 'deciders'`, `passwords = 'off'`, `mail_links = 'off'`]) {
    await demand(columns);
    expect([columns, await opened(key, id), await keyFor(approver, id)]).toEqual([columns, 'link.ended', undefined]);
    await demand(`second_factor = 'nobody', passwords = 'on', mail_links = 'on'`);
  }
  await withPasskey(approver);
  expect([await opened(key, id), await keyFor(approver, id)]).toEqual(['link.ended', undefined]);
});
