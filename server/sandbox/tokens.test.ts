import { afterAll, expect, it } from 'vitest';
import { isSandbox } from '../companies/store.ts';
import { insertToken } from '../partners/store.ts';
import { newId } from '../ground/db/ids.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { hashToken, newSecret } from '../ground/secrets/tokens.ts';
import { createClient } from '../testing/access.ts';
import { openDoor, paths } from '../testing/door.ts';
import { expectProblem } from '../testing/problem.ts';

const door = await openDoor();
afterAll(() => door.close());

const sandbox = await door.addCompany('Its sandbox');
const partner = async (company: CompanyId) =>
  (await door.pool.query<{ id: string }>('SELECT id FROM partners WHERE company_id = $1', [company])).rows[0]?.id ?? '';
await door.pool.query('UPDATE companies SET sandbox_of = $2, sandbox_partner_id = $3 WHERE id = $1', [
  sandbox.id,
  door.company,
  await partner(door.company),
]);

const listWith = (token: string) => door.call('GET', paths.suppliers, { token });

it('tokens of a sandbox begin with dwt_, those of clients too', async () => {
  expect([await isSandbox(door.pool, sandbox.id), await isSandbox(door.pool, door.company)]).toEqual([true, false]);
  const token = await door.tokenFor({ company: sandbox.name });
  expect(token).toMatch(/^dwt_[\w-]{43}$/);
  expect((await listWith(token)).status).toBe(200);

  const { id, secret } = await createClient(door.pool, { company: sandbox.name, partner: 'Scanner' });
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const issued = await fetch(`${door.url}/oauth/token`, { method: 'POST', body: form });
  const { access_token } = (await issued.json()) as { access_token: string };
  expect(access_token).toMatch(/^dwt_[\w-]{43}$/);
  expect((await listWith(access_token)).status).toBe(200);
});

it.each([
  ['a dw_ token never opens a sandbox', false, () => sandbox.id],
  ['a dwt_ token never opens a real company', true, () => door.company],
])('%s, even if the database has it', async (_name, isSandboxToken, companyOf) => {
  const token = newSecret(isSandboxToken);
  await insertToken(door.pool, {
    id: newId(),
    hash: hashToken(token),
    companyId: companyOf(),
    partnerId: await partner(companyOf()),
    scopes: ['suppliers:read'],
    createdAt: new Date(),
    expiresAt: undefined,
  });
  expectProblem(await listWith(token), 401, 'This access token is unknown.');
});
