import { afterAll, expect, it } from 'vitest';
import { issueSandboxToken, openSandbox } from './actions.ts';
import { insertPartner, partnerNamed, revokeToken } from '../partners/store.ts';
import { revokeClient } from '../partners/clients-store.ts';
import { scopes } from '../app.ts';
import { commandLine } from '../audit/record.ts';
import { newId } from '../ground/db/ids.ts';
import { hashToken } from '../ground/secrets/tokens.ts';
import { createClient } from '../testing/access.ts';
import { openDoor, paths } from '../testing/door.ts';
import { sandboxOf } from '../testing/sandbox.ts';

const door = await openDoor();
afterAll(() => door.close());
await door.addSupplier('1', { bankGiro: '991-2346' });

const statusOf = async (token: string) => (await door.call('GET', paths.suppliers, { token })).status;
const scopesOf = async (token: string): Promise<string[]> =>
  (await door.call('GET', '/doorway/v1/me', { token })).body.scopes;

it('a sandbox token has at most the scopes of the partner’s live tokens and clients, also when they shrink', async () => {
  const writer = await door.tokenFor({ partner: 'Writer', scopes: ['supplierinvoices:write'] });
  const { token, ...sandbox } = await sandboxOf(door, 'Writer');
  expect(await scopesOf(token)).toEqual(['supplierinvoices:write']);
  // The suppliers are there for its invoices, but it cannot read them, as it cannot live.
  expect([await statusOf(writer), await statusOf(token)]).toEqual([403, 403]);
  const invoice = { externalReferenceId: 'a', supplierNumber: '1' };
  expect((await door.call('POST', paths.invoices, { token, body: invoice })).status).toBe(200);

  // A token that has more, such as one from before version 1.16 or one made in the sandbox, is held to the same.
  const wide = await door.tokenFor({ company: sandbox.name, partner: 'Writer', scopes });
  expect(await scopesOf(wide)).toEqual(['supplierinvoices:write']);
  const reader = await door.tokenFor({ partner: 'Writer', scopes: ['suppliers:read'] });
  await expect.poll(() => statusOf(wide)).toBe(200);
  const { id: client } = await createClient(door.pool, {
    company: door.companyName,
    partner: 'Writer',
    scopes: ['workorders:read'],
  });
  await expect.poll(() => scopesOf(wide)).toEqual(expect.arrayContaining(['workorders:read']));

  await revokeToken(door.pool, { hash: hashToken(reader) }, new Date());
  await revokeClient(door.pool, client, new Date());
  await expect.poll(() => scopesOf(wide)).toEqual(['supplierinvoices:write']);
  expect(await statusOf(wide)).toBe(403);
  await door.pool.query('UPDATE access_tokens SET expires_at = now() WHERE hash = $1', [hashToken(writer)]);
  await expect.poll(() => scopesOf(token)).toEqual([]);
  const issued = issueSandboxToken(door.pool, sandbox, scopes, commandLine);
  await expect(issued).rejects.toMatchObject({ code: 'sandbox.scopes' });
});

it('a partner without a live token or client gets no sandbox', async () => {
  await insertPartner(door.pool, door.company, { id: newId(), name: 'Newcomer' }, new Date());
  const partner = (await partnerNamed(door.pool, door.company, 'Newcomer')) ?? '';
  const opened = openSandbox(door, { id: door.company, name: door.companyName }, partner, commandLine);
  await expect(opened).rejects.toMatchObject({ code: 'sandbox.scopes' });
  const { rows } = await door.pool.query('SELECT FROM companies WHERE sandbox_partner_id = $1', [partner]);
  expect(rows).toEqual([]);
});
