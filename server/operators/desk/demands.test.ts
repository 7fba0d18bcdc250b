import { afterAll, beforeEach, expect, it } from 'vitest';
import { prove, withPasskey } from '../../testing/authenticator.ts';
import { changeSetting } from '../../settings/commands.ts';
import { openDoor, send, type Answer } from '../../testing/door.ts';
import { api, signedIn, type SignedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openDoor();
const company = `/companies/${door.company}`;
const administrator = await signedIn(door, 'administrator');
const { device } = await withPasskey(administrator);
afterAll(async () => {
  // On a cluster other files share the database, and administrators satisfy the demands of all companies.
  await demandNothing();
  await door.close();
});

const demand = (columns: string) =>
  door.pool.query(`UPDATE companies SET ${columns} WHERE id = $1`, [door.company]).then(() => undefined);
const proved = ({ id }: SignedIn, minutesAgo: number | null) =>
  door.pool.query(
    `UPDATE operator_sessions SET proved_at = now() - make_interval(mins => $2), proof_spent_at = NULL WHERE operator_id = $1`,
    [id, minutesAgo],
  );
const codeOf = ({ status, body }: Answer) => (status < 400 ? status : body.code);

const demandNothing = () => demand(`second_factor = 'nobody', passwords = 'on', proofs = 'fifteenMinutes'`);
beforeEach(demandNothing);

/** What redirects money or gives access. A new operation that does belongs here. */
const asking = [
  'addPasskey',
  'addTotp',
  'beginDirectoryLink',
  'beginPasskey',
  'beginTotp',
  'changeChecks',
  'changeDirectory',
  'changeOperator',
  'changePartner',
  'changeRouting',
  'changeSettings',
  'changeSupplier',
  'changeWebhook',
  'changeWebhookSecret',
  'confirmCheckProposal',
  'confirmDirectoryProposal',
  'confirmOperatorProposal',
  'confirmProposal',
  'confirmSettingProposal',
  'confirmSupplier',
  'createAbsence',
  'createClient',
  'createDirectory',
  'createOperator',
  'createOwnToken',
  'createSystem',
  'createSystemToken',
  'createToken',
  'createWebhook',
  'deleteWebhook',
  'endAbsence',
  'eraseOperator',
  'eraseSupplier',
  'importCoding',
  'importSuppliers',
  'inviteOperator',
  'releaseInvoice',
  'removeFactor',
  'renewRecoveryCodes',
  'resetFactors',
];

it('the document names the operations that ask for a proof', async () => {
  const { paths } = (await send(door.url, 'GET', `${api}/openapi.json`, {})).body;
  const operations = Object.values<any>(paths).flatMap((methods) => Object.values<any>(methods));
  const described = operations.filter(({ description }) => description.includes('proof.needed'));
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(asking);
  for (const { responses } of described) expect(Object.keys(responses)).toContain('401');
});

it('what redirects money asks for a proof that is not older than fifteen minutes, and goes on after it', async () => {
  const change = () => administrator.call('PATCH', `${company}/settings`, { payeeTakesTwo: true });
  const invoice = `${company}/invoices/${newId()}`;
  const release = () => administrator.call('POST', `${invoice}/release`, { reason: 'Checked.' });
  await proved(administrator, 16);
  expectProblem(await change(), 401, 'Prove first that it is you');
  expect(codeOf(await release())).toBe('proof.needed');
  // The refusal is no end of the session, and other work goes on.
  expect(codeOf(await administrator.call('PATCH', `${company}/settings`, { timeZone: 'Europe/Stockholm' }))).toBe(200);
  expect(codeOf(await administrator.call('POST', `${invoice}/reject`, { reason: 'Twice.' }))).toBe('path.unknown');

  expect((await prove(administrator, device)).status).toBe(204);
  expect([codeOf(await change()), codeOf(await release())]).toEqual([200, 'path.unknown']);
  await proved(administrator, 14);
  expect(codeOf(await change())).toBe(200);

  const { rows } = await door.pool.query(
    `SELECT data FROM audit_log WHERE action = 'operator.proved' AND operator_id = $1`,
    [administrator.id],
  );
  expect(rows).toEqual([{ data: { factor: 'passkey', network: '127.0.0.1' } }]);
});

it('who has nothing to prove with is not asked, nor is an operator token', async () => {
  const other = await signedIn(door, 'administrator');
  expect(codeOf(await other.call('PATCH', `${company}/settings`, { payeeTakesTwo: true }))).toBe(200);
  await proved(administrator, 1);
  const { token } = (await administrator.call('POST', '/tokens', { name: 'A system' })).body;
  await proved(administrator, null);
  expect(codeOf(await administrator.call('POST', '/tokens', { name: 'Another' }))).toBe('proof.needed');
  const headers = { authorization: `Bearer ${token}` };
  const path = `${api}${company}/suppliers/4711/confirm`;
  expect((await send(door.url, 'POST', path, { headers, body: {} })).body.code).not.toBe('proof.needed');
});

it('a company can ask for a proof each time, or never', async () => {
  const change = () => administrator.call('PATCH', `${company}/settings`, { payeeTakesTwo: true });
  await demand(`proofs = 'always'`);
  await proved(administrator, null);
  await prove(administrator, device);
  // Two at once share one proof as little as two after each other.
  const both = await Promise.all([change(), change()]);
  expect(both.map(codeOf).toSorted()).toEqual([200, 'proof.needed']);
  await prove(administrator, device);
  expect([codeOf(await change()), codeOf(await change())]).toEqual([200, 'proof.needed']);
  await demand(`proofs = 'off'`);
  await proved(administrator, null);
  expect(codeOf(await change())).toBe(200);
});

it('a company demands a second factor by role, on every way into it', async () => {
  const people: SignedIn[] = [];
  for (const role of ['administrator', 'approver', 'viewer'] as const) people.push(await signedIn(door, role));
  const entered = () => Promise.all(people.map(async (one) => codeOf(await one.call('GET', `${company}/settings`))));
  const refused = 'factor.demanded';
  await demand(`second_factor = 'administrators'`);
  expect(await entered()).toEqual([refused, 200, 200]);
  await demand(`second_factor = 'deciders'`);
  expect(await entered()).toEqual([refused, refused, 200]);
  await demand(`second_factor = 'everybody'`);
  expect(await entered()).toEqual([refused, refused, refused]);
  const [somebody] = people as [SignedIn];
  expect((await somebody.call('GET', `${company}/invoices`)).body.message).toBe(
    'This company demands a second factor. Add a passkey or an authenticator app to your account, and prove with it who you are.',
  );
  expect(codeOf(await somebody.call('GET', '/session'))).toBe(200);
  await withPasskey(somebody);
  expect(codeOf(await somebody.call('GET', `${company}/invoices`))).toBe(200);
  await demand(`passwords = 'off'`);
  expect(codeOf(await somebody.call('GET', `${company}/invoices`))).toBe('password.refused');
  // The way back in while the directory is away.
  await changeSetting(door.pool, door.company, 'passwords', 'on');
  expect(codeOf(await somebody.call('GET', `${company}/invoices`))).toBe(200);
});

it('only an administrator who satisfies a demand can make it, and less is demanded once a second one agrees', async () => {
  const other = await signedIn(door, 'administrator');
  const change = (who: SignedIn, patch: object) => who.call('PATCH', `${company}/settings`, patch);
  expect(codeOf(await change(other, { secondFactor: 'deciders' }))).toBe('factor.demanded');
  expect(codeOf(await change(other, { secondFactor: 'nobody', passwords: 'off' }))).toBe('password.refused');
  await proved(administrator, 1);
  expect((await change(administrator, { secondFactor: 'deciders', proofs: 'always' })).body).toMatchObject({
    secondFactor: 'deciders',
    proofs: 'always',
    waiting: [],
  });
  await prove(administrator, device);
  const { body } = await change(administrator, { secondFactor: 'administrators', proofs: 'off' });
  expect(body).toMatchObject({ secondFactor: 'deciders', proofs: 'always', waiting: [{}, {}] });
  const { rows } = await door.pool.query(
    `SELECT action, data->'changes' AS changes FROM audit_log WHERE company_id = $1 AND data::text LIKE '%secondFactor%' ORDER BY seq`,
    [door.company],
  );
  expect(rows.map(({ action }) => action)).toEqual(['settings.changed', 'settings.proposed']);
  expect(rows[0].changes).toContainEqual({ field: 'secondFactor', from: 'nobody', to: 'deciders' });

  const second = await signedIn(door, 'administrator');
  const secondDevice = await withPasskey(second);
  for (const { id } of body.waiting) {
    await prove(second, secondDevice.device);
    expect(codeOf(await second.call('POST', `${company}/settings/proposals/${id}/confirm`))).toBe(200);
  }
  // For 30 days the two still work by the stricter demands, and others by the present ones.
  const entered = (who: SignedIn) => who.call('GET', `${company}/settings`).then(codeOf);
  const approver = await signedIn(door, 'approver');
  expect(await entered(approver)).toBe(200);
  for (const who of [administrator, second]) {
    await proved(who, 14);
    expect(codeOf(await change(who, { payeeTakesTwo: true }))).toBe(200);
    expect(codeOf(await change(who, { payeeTakesTwo: true }))).toBe('proof.needed');
  }
  await door.pool.query(`UPDATE companies SET second_factor = 'nobody', weakened_demands = '[]' WHERE id = $1`, [
    door.company,
  ]);
  expect(codeOf(await change(administrator, { payeeTakesTwo: true }))).toBe(200);
  expect(codeOf(await change(administrator, { payeeTakesTwo: true }))).toBe(200);
});

it('what any company demands of its administrators holds for those of the installation outside of companies too', async () => {
  const other = await signedIn(door, 'administrator');
  const outside = () =>
    Promise.all(['/operators', '/directories'].map(async (path) => codeOf(await other.call('GET', path))));
  expect(await outside()).toEqual([200, 200]);
  await demand(`second_factor = 'administrators'`);
  expect(await outside()).toEqual(['factor.demanded', 'factor.demanded']);
  expect(codeOf(await other.call('GET', '/session'))).toBe(200);
  await withPasskey(other);
  expect(await outside()).toEqual([200, 200]);
  await demand(`passwords = 'off'`);
  expect(await outside()).toEqual(['password.refused', 'password.refused']);
});
