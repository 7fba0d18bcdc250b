import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { noCompany } from '../../ground/db/pool.ts';
import { clientId, clientSecret, openDirectory, type Account, type TestDirectory } from '../../testing/directory.ts';
import { openAppOn, openOwnDoor, send, type Answer, type OwnDoor } from '../../testing/door.ts';
import { api, goodPassword, signedIn, type SignedIn } from '../../testing/operator.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import { nowMs } from '../../testing/time.ts';

const configuredId = 'd1ec7047-0000-4000-8000-000000000001';
let door: OwnDoor;
let provider: TestDirectory;
let administrator: SignedIn;
let directory: { id: string; redirectUri: string };

beforeAll(async () => {
  [door, provider] = await Promise.all([
    openOwnDoor('Directories and the last administrator concern all companies.'),
    openDirectory(),
  ]);
  administrator = await signedIn(door, 'administrator');
  const form = { name: 'Acme ID', issuer: provider.issuer, clientId, clientSecret };
  const { body } = await administrator.call('POST', '/directories', {
    ...form,
    roles: [
      { claim: 'groups', value: 'clerks', company: door.company, role: 'approver', approvalLimit: '5000' },
      { claim: 'groups', value: 'readers', company: door.company, role: 'viewer' },
      { claim: 'groups', value: 'admins', company: null, role: 'administrator' },
    ],
  });
  directory = body.directories[0];
  // The provider reads them once.
  provider.redirectUris.push(directory.redirectUri, directory.redirectUri.replace(directory.id, configuredId));
});
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  await door.close();
});
afterEach(() => {
  provider.tamper = undefined;
  provider.failsWith = undefined;
});

let people = 0;

/** Adds somebody to the directory. */
function personIn(groups: string[], more: Account = {}): { subject: string; email: string } {
  const subject = `subject-${(people += 1)}`;
  const email = `person-${people}@example.com`;
  provider.accounts.set(subject, { email, email_verified: true, name: `Person ${people}`, groups, ...more });
  return { subject, email };
}

/** A browser keeps its cookies. */
class Browser {
  readonly cookies = new Map<string, string>();
  constructor(session?: string) {
    if (session !== undefined) this.cookies.set('doorway_session', session.replace('doorway_session=', ''));
  }
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await send(door.url, method, api + path, { body, headers: { cookie, 'x-doorway-console': '1' } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }
}

const offer = (id = directory.id) => `/session/directories/${id}`;

/** Begins to sign in, and returns what the directory sends back. */
async function visit(browser: Browser, subject: string, body: object = {}) {
  const { status, body: begun } = await browser.call('POST', offer(), body);
  expect(status).toBe(200);
  return provider.visit(begun.address, subject);
}

const replyOf = ({ state, code, iss }: Record<string, string>) => ({ state, code, iss });

async function signInBy(subject: string, browser = new Browser(), body: object = {}) {
  const answer = await browser.call('POST', `${offer()}/reply`, replyOf(await visit(browser, subject, body)));
  return { browser, answer };
}

const me = async (browser: Browser) => (await browser.call('GET', '/session')).body;

const auditOf = async (subjectId: string) =>
  (
    await door.pool.query<{ action: string; operator_name: string; data: any }>(
      'SELECT action, operator_name, data FROM audit_log WHERE company_id = $1 AND subject_id = $2 ORDER BY seq',
      [noCompany, subjectId],
    )
  ).rows;

it('somebody with a group that gives a role signs in, and has the directory’s roles', async () => {
  const { subject, email } = personIn(['other', 'clerks']);
  const { browser, answer } = await signInBy(subject, undefined, { next: '/account' });
  expect([answer.status, answer.body]).toEqual([200, { outcome: 'signedIn', next: '/account' }]);
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^doorway_session=[\w-]{43}; Path=\/operator; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  expect((await browser.call('GET', '/identities')).body).toMatchObject({ hasPassword: false, directories: [] });
  const session = await me(browser);
  expect(session).toMatchObject({ email, administrator: false, companies: [{ id: door.company, role: 'approver' }] });
  const { body } = await administrator.call('GET', '/operators?limit=200');
  expect(body.rows.find((one: { id: string }) => one.id === session.id)).toMatchObject({
    rolesFrom: { id: directory.id, name: 'Acme ID' },
    companies: [{ approvalLimit: '5000' }],
    invited: false,
  });
  expect(await auditOf(session.id)).toMatchObject([
    { action: 'operator.created', operator_name: 'the directory', data: { email, directory: 'Acme ID' } },
    { action: 'operator.linked', data: { subject } },
    { action: 'operator.signedin', data: { directory: 'Acme ID' } },
  ]);
  const ends = `SELECT extract(epoch FROM expires_at - created_at)::integer AS seconds, way FROM operator_sessions WHERE operator_id = $1`;
  expect((await door.pool.query(ends, [session.id])).rows).toEqual([{ seconds: 43_200, way: 'directory' }]);
  // The same person again, with another address.
  provider.accounts.set(subject, { email: 'married@example.com', groups: ['readers'] });
  expect(await me((await signInBy(subject)).browser)).toMatchObject({ id: session.id, email });
});

it('a changed group changes the roles at the next sign-in, is audited, and no group at all takes the access away', async () => {
  const { subject } = personIn(['clerks']);
  const { browser } = await signInBy(subject);
  const { id } = await me(browser);
  provider.accounts.set(subject, { groups: ['readers'] });
  const again = await signInBy(subject);
  expect((await me(again.browser)).companies).toMatchObject([{ role: 'viewer' }]);
  expect((await auditOf(id)).find(({ action }) => action === 'operator.updated')).toMatchObject({
    operator_name: 'the directory',
    data: { changes: [{ field: 'companies', to: [{ role: 'viewer' }] }] },
  });
  provider.accounts.set(subject, { groups: ['elsewhere', 'other'] });
  const { answer } = await signInBy(subject);
  expect([answer.status, answer.body.code]).toEqual([403, 'directory.noroles']);
  expect(answer.body.parameters).toEqual({
    directory: 'Acme ID',
    claims: ['groups=elsewhere', 'groups=other'],
    missing: [],
  });
  // Sessions from before have ended.
  expect((await again.browser.call('GET', '/session')).status).toBe(401);
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: 'operator.signinfailed',
    data: { because: 'noRoles', directory: 'Acme ID' },
  });
});

it('an operator with the same e-mail address is never taken over, and links the account with the password', async () => {
  const operator = await signedIn(door, 'viewer');
  const { subject } = personIn(['admins'], { email: operator.email.toUpperCase() });
  const { answer } = await signInBy(subject);
  expect([answer.status, answer.body.code]).toEqual([403, 'directory.notlinked']);
  const browser = new Browser(operator.cookie);
  const form = { directoryId: directory.id, password: 'not the password of anybody' };
  expect((await browser.call('POST', '/identities', form)).body.code).toBe('password.wrong');
  const begun = await browser.call('POST', '/identities', {
    ...form,
    password: goodPassword,
  });
  const reply = replyOf(await provider.visit(begun.body.address, subject));
  const linked = await browser.call('POST', `${offer()}/reply`, reply);
  expect([linked.status, linked.body]).toEqual([200, { outcome: 'linked', next: null }]);
  const { browser: entered } = await signInBy(subject);
  // The roles still come from Doorway.
  expect(await me(entered)).toMatchObject({ id: operator.id, administrator: false, companies: [{ role: 'viewer' }] });
  expect((await entered.call('GET', '/identities')).body).toMatchObject({
    hasPassword: true,
    identities: [{ directory: { name: 'Acme ID' } }],
    directories: [],
  });
  // An administrator lets the directory decide: from then on nothing is changed here.
  const change = (body: object) => administrator.call('PATCH', `/operators/${operator.id}`, body);
  expect((await change({ rolesFrom: directory.id })).body).toMatchObject({ rolesFrom: { id: directory.id } });
  expect((await change({ companies: [] })).body.code).toBe('roles.directory');
  expect(await me((await signInBy(subject)).browser)).toMatchObject({ administrator: true });
  expect((await browser.call('DELETE', `/identities/${directory.id}`)).body.code).toBe('identity.needed');
  await change({ rolesFrom: null, administrator: false });
  expect((await browser.call('DELETE', `/identities/${directory.id}`)).status).toBe(204);
  expect((await entered.call('GET', '/session')).status).toBe(401);
  expect((await signInBy(subject)).answer.body.code).toBe('directory.notlinked');
});

it('a person of the directory belongs to one operator, also if they are linked by another directory of the issuer', async () => {
  const { subject } = personIn(['clerks']);
  await signInBy(subject);
  const operator = await signedIn(door, 'viewer');
  const browser = new Browser(operator.cookie);
  const begun = await browser.call('POST', '/identities', { directoryId: directory.id, password: goodPassword });
  const reply = replyOf(await provider.visit(begun.body.address, subject));
  const { body } = await browser.call('POST', `${offer()}/reply`, reply);
  expect(body).toMatchObject({ code: 'identity.exists', parameters: { why: 'taken' } });

  // As if both links and the first sign-in had come by a second directory of the issuer.
  const { body: second } = await administrator.call('POST', '/directories', {
    name: 'Acme ID again',
    issuer: provider.issuer,
    clientId,
    clientSecret,
    roles: [{ claim: 'groups', value: 'clerks', company: door.company, role: 'viewer' }],
  });
  const { id } = second.directories.find(({ name }: { name: string }) => name === 'Acme ID again');
  await door.pool.query('UPDATE operator_identities SET directory_id = $1 WHERE subject = $2', [id, subject]);
  provider.accounts.set(subject, { ...provider.accounts.get(subject), email: 'other-address@example.com' });
  expect((await signInBy(subject)).answer.body.code).toBe('directory.notlinked');
  const again = await browser.call('POST', '/identities', { directoryId: directory.id, password: goodPassword });
  const { body: refused } = await browser.call(
    'POST',
    `${offer()}/reply`,
    replyOf(await provider.visit(again.body.address, subject)),
  );
  expect(refused).toMatchObject({ code: 'identity.exists', parameters: { why: 'taken' } });
});

it('an invitation’s link is used by signing in at the directory, once', async () => {
  const { subject } = personIn([]);
  const form = {
    email: `${subject}@invited.example`,
    name: 'Invited',
    companies: [{ id: door.company, role: 'viewer' }],
  };
  const { id, invitation } = (await administrator.call('POST', '/operators', form)).body;
  const { browser, answer } = await signInBy(subject, undefined, { invitation });
  expect(answer.body.outcome).toBe('signedIn');
  expect(await me(browser)).toMatchObject({ id, companies: [{ role: 'viewer' }] });
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'operator.created',
    'invitation.used',
    'operator.linked',
    'operator.signedin',
  ]);
  const other = personIn([]);
  expect((await signInBy(other.subject, undefined, { invitation })).answer.body.code).toBe('link.spent');
  expect(await me((await signInBy(subject)).browser)).toMatchObject({ id });
});

it('a disabled operator is not let in, and sessions end at once', async () => {
  const { subject } = personIn(['clerks']);
  const { browser } = await signInBy(subject);
  const { id } = await me(browser);
  await administrator.call('PATCH', `/operators/${id}`, { disabled: true });
  expect((await browser.call('GET', '/session')).status).toBe(401);
  const { answer } = await signInBy(subject);
  expect(answer.body).toMatchObject({ code: 'directory.account', parameters: { why: 'disabled' } });
});

it('nobody gets an account without an e-mail address that the directory has verified', async () => {
  for (const account of [{ email_verified: false }, { email: '' }, { email: 'nowhere' }]) {
    const { answer } = await signInBy(personIn(['clerks'], account).subject);
    expect(answer.body).toMatchObject({ code: 'directory.account', parameters: { why: 'email' } });
  }
});

const isRefused = (why: string) => ({ status: 401, body: { code: 'directory.refused', parameters: { why } } });

it('a reply works once, in the browser that began, at its own directory, with its own state', async () => {
  const { subject } = personIn(['clerks']);
  const browser = new Browser();
  const first = replyOf(await visit(browser, subject));
  // The link that an attacker sends to a victim.
  expect(await new Browser().call('POST', `${offer()}/reply`, first)).toMatchObject(isRefused('state'));
  expect(await browser.call('POST', `${offer()}/reply`, first)).toMatchObject(isRefused('state'));
  const second = replyOf(await visit(browser, subject));
  expect(await browser.call('POST', `${offer()}/reply`, { ...second, state: 'x'.repeat(43) })).toMatchObject(
    isRefused('state'),
  );
  expect((await browser.call('POST', `${offer()}/reply`, second)).status).toBe(200);
  expect(await browser.call('POST', `${offer()}/reply`, second)).toMatchObject(isRefused('state'));
  // A code that was used, or is another person's, in a new sign-in.
  const third = replyOf(await visit(browser, subject));
  expect(await browser.call('POST', `${offer()}/reply`, { ...third, code: second.code })).toMatchObject(
    isRefused('answer'),
  );
  const { state } = replyOf(await visit(browser, subject));
  expect(await browser.call('POST', `${offer()}/reply`, { state })).toMatchObject(isRefused('denied'));
  const other = (
    await administrator.call('POST', '/directories', { name: 'Other ID', issuer: `${provider.issuer}/other`, clientId })
  ).body.directories.find(({ name }: { name: string }) => name === 'Other ID');
  const fifth = replyOf(await visit(browser, subject));
  expect(await browser.call('POST', `${offer(other.id)}/reply`, fifth)).toMatchObject(isRefused('state'));
  await administrator.call('PATCH', `/directories/${other.id}`, { disabled: true });
  expect((await browser.call('POST', offer(other.id), {})).status).toBe(404);
});

it.each<[string, Record<string, unknown>]>([
  ['of another issuer', { iss: 'https://evil.example' }],
  ['for another service', { aud: 'another' }],
  ['with another nonce', { nonce: 'x'.repeat(43) }],
  ['that has expired', { exp: Math.floor(nowMs() / 1000) - 120 }],
  ['from the future', { nbf: Math.floor(nowMs() / 1000) + 600 }],
])('an ID token %s is refused', async (_what, wrong) => {
  const { subject } = personIn(['clerks']);
  expect(await signInWith(subject, async (claims) => provider.sign({ ...claims, ...wrong }))).toMatchObject(
    isRefused('answer'),
  );
});

it('a token that another key signed, that nobody signed or that was altered is refused; one that is right is not', async () => {
  const { subject } = personIn(['clerks']);
  const other = await openDirectory();
  const expectRefused = async (forge: Parameters<typeof signInWith>[1]) =>
    expect(await signInWith(subject, forge)).toMatchObject(isRefused('answer'));
  await expectRefused((claims) => other.sign(claims));
  await expectRefused(async (_claims, token) => {
    const [, body] = token.split('.');
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
  });
  await expectRefused(async (_claims, token) => `${token.slice(0, -8)}AAAAAAAA`);
  await other[Symbol.asyncDispose]();
  expect((await signInWith(subject, (claims) => provider.sign(claims))).status).toBe(200);
  // The clocks differ by less than a minute.
  const late = { exp: Math.floor(nowMs() / 1000) - 30 };
  expect((await signInWith(subject, (claims) => provider.sign({ ...claims, ...late }))).status).toBe(200);
});

/** Signs in with another ID token than the directory has made. */
async function signInWith(
  subject: string,
  forge: (claims: Record<string, unknown>, token: string) => Promise<string>,
): Promise<Answer> {
  const browser = new Browser();
  const reply = replyOf(await visit(browser, subject));
  let forged = '';
  // The provider's hook cannot wait, so the first try only reads the token.
  provider.tamper = (tokens) => {
    forged = tokens.id_token;
    return { ...tokens, id_token: 'x' };
  };
  await browser.call('POST', `${offer()}/reply`, reply);
  const claims = JSON.parse(Buffer.from(forged.split('.')[1] as string, 'base64url').toString());
  const begun = replyOf(await visit(browser, subject));
  const nonce = await nonceOf(begun.state as string);
  const token = await forge({ ...claims, nonce }, forged);
  provider.tamper = (tokens) => ({ ...tokens, id_token: token });
  return browser.call('POST', `${offer()}/reply`, begun);
}

const nonceOf = async (state: string) => {
  const { rows } = await door.pool.query('SELECT data FROM sign_in_steps WHERE hash = $1', [hashToken(state)]);
  return rows[0].data.nonce;
};

it('an answer that names another issuer is refused', async () => {
  const { subject } = personIn(['clerks']);
  const browser = new Browser();
  const reply = replyOf(await visit(browser, subject));
  expect(reply.iss).toBe(provider.issuer);
  const mixedUp = { ...reply, iss: 'https://evil.example' };
  expect(await browser.call('POST', `${offer()}/reply`, mixedUp)).toMatchObject(isRefused('answer'));
  const { iss: _iss, ...without } = replyOf(await visit(browser, subject));
  expect(await browser.call('POST', `${offer()}/reply`, without)).toMatchObject(isRefused('answer'));
});

it('new keys of the directory are found at once', async () => {
  const { subject } = personIn(['clerks']);
  expect((await signInBy(subject)).answer.status).toBe(200);
  await provider.rotate();
  expect((await signInBy(subject)).answer.status).toBe(200);
});

it('a directory that is away is said to be', async () => {
  const { subject } = personIn(['clerks']);
  const browser = new Browser();
  const reply = replyOf(await visit(browser, subject));
  provider.failsWith = 503;
  expect(await browser.call('POST', `${offer()}/reply`, reply)).toMatchObject({
    status: 503,
    body: { code: 'directory.unavailable' },
  });
});

it('the browser is sent back only to a path of the console', async () => {
  const begin = (next: string) => new Browser().call('POST', offer(), { next });
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', 'x', '', '/a b'])
    expect((await begin(next)).status, next).toBe(400);
  for (const next of ['/', '/companies/1/invoices?state=new#top']) expect((await begin(next)).status, next).toBe(200);
});

it('the session is new at each sign-in, and one that the browser brought along ends', async () => {
  const { subject } = personIn(['clerks']);
  const operator = await signedIn(door, 'viewer');
  const browser = new Browser(operator.cookie);
  await signInBy(subject, browser);
  expect(browser.cookies.get('doorway_session')).not.toBe(operator.cookie.slice('doorway_session='.length));
  expect((await operator.call('GET', '/session')).status).toBe(401);
});

it('a proof asks the person again, for the same operator and session only', async () => {
  const { subject } = personIn(['clerks']);
  const { browser } = await signInBy(subject);
  const proof = async (as: string) => {
    const { address } = (await browser.call('POST', `${offer()}/proof`, { next: '/account' })).body;
    expect(new URL(address).searchParams.get('prompt')).toBe('login');
    return browser.call('POST', `${offer()}/reply`, replyOf(await provider.visit(address, as)));
  };
  const before = browser.cookies.get('doorway_session');
  expect((await proof(subject)).body).toEqual({ outcome: 'proved', next: '/account' });
  expect(browser.cookies.get('doorway_session')).toBe(before);
  const { id } = await me(browser);
  const proved = `SELECT proved_at > now() - interval '1 minute' AS fresh FROM operator_sessions WHERE operator_id = $1`;
  expect((await door.pool.query(proved, [id])).rows).toEqual([{ fresh: true }]);
  expect((await proof(personIn(['clerks']).subject)).body).toMatchObject({
    code: 'directory.account',
    parameters: { why: 'other' },
  });
  // A claim that changes in mid-session counts from then on.
  provider.accounts.set(subject, { groups: ['readers'] });
  expect((await proof(subject)).status).toBe(200);
  expect((await me(browser)).companies).toMatchObject([{ role: 'viewer' }]);
  provider.accounts.set(subject, { groups: ['elsewhere'] });
  expect((await proof(subject)).body.code).toBe('directory.noroles');
  expect((await browser.call('GET', '/session')).status).toBe(401);
});

it('an administrator tests a directory: the claims and the rights that would follow, and nothing changes', async () => {
  const { subject, email } = personIn(['clerks', 'admins'], { name: 'Anna' });
  const browser = new Browser(administrator.cookie);
  const before = (await door.pool.query('SELECT FROM operators')).rowCount;
  const { address } = (await browser.call('POST', `/directories/${directory.id}/test`)).body;
  const reply = replyOf(await provider.visit(address, subject));
  const { body } = await browser.call('POST', `${offer()}/reply`, reply);
  expect(body).toMatchObject({ outcome: 'tested', test: { rights: { administrator: true } } });
  expect(body.test.claims).toContainEqual({ name: 'groups', values: ['clerks', 'admins'] });
  expect(body.test.claims).toContainEqual({ name: 'email', values: [email] });
  expect(body.test.rights.companies).toEqual([
    { id: door.company, name: door.companyName, role: 'approver', approvalLimit: '5000' },
  ]);
  expect((await door.pool.query('SELECT FROM operators')).rowCount).toBe(before);
  expect((await auditOf(directory.id)).at(-1)).toMatchObject({ action: 'directory.tested' });
  // Claims that no row asks for may come with the user info only.
  const again = (await browser.call('POST', `/directories/${directory.id}/test`)).body;
  const second = replyOf(await provider.visit(again.address, subject));
  const nonce = await nonceOf(second.state as string);
  const [iat, about] = [Math.floor(nowMs() / 1000), { iss: provider.issuer, aud: clientId, sub: subject }];
  const token = await provider.sign({ ...about, iat, exp: iat + 60, nonce, email, groups: ['clerks'] });
  provider.tamper = (tokens) => ({ ...tokens, id_token: token });
  const { test } = (await browser.call('POST', `${offer()}/reply`, second)).body;
  expect(test.claims).toContainEqual({ name: 'name', values: ['Anna'] });
  expect(test.claims).toContainEqual({ name: 'groups', values: ['clerks'] });
});

const logout = (body: URLSearchParams | string) =>
  send(door.url, 'POST', `${api}/directories/${directory.id}/logout`, {
    raw: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const logoutClaims = (more: object = {}) => ({
  iss: provider.issuer,
  aud: clientId,
  iat: Math.floor(nowMs() / 1000),
  exp: Math.floor(nowMs() / 1000) + 60,
  jti: `jti-${(people += 1)}`,
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  ...more,
});

const logoutWith = async (claims: object) =>
  logout(new URLSearchParams({ logout_token: await provider.sign({ ...claims }) }));

it('the directory ends sessions by a logout token, which works once', async () => {
  const { subject } = personIn(['clerks']);
  const { browser } = await signInBy(subject);
  const { id } = await me(browser);
  const claims = logoutClaims({ sub: subject });
  expect((await logoutWith(logoutClaims({ sub: 'somebody else' }))).status).toBe(204);
  expect((await browser.call('GET', '/session')).status).toBe(200);
  expect((await logoutWith(claims)).status).toBe(204);
  expect((await browser.call('GET', '/session')).status).toBe(401);
  expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'operator.signedoutbydirectory' });
  const again = await signInBy(subject);
  expect((await logoutWith(claims)).status).toBe(400);
  expect((await again.browser.call('GET', '/session')).status).toBe(200);
});

it('a logout token that is forged, for others, too old, without its event, or an ID token is refused', async () => {
  const { subject } = personIn(['clerks']);
  const { browser } = await signInBy(subject);
  for (const wrong of [
    { iss: 'https://evil.example' },
    { aud: 'another' },
    { iat: Math.floor(nowMs() / 1000) - 600 },
    { events: { other: {} } },
    { events: undefined },
    { nonce: 'x' },
    { jti: undefined },
    { sub: undefined },
  ])
    expect((await logoutWith({ ...logoutClaims({ sub: subject }), ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  for (const body of ['', 'logout_token=x', 'logout_token=a.b.c']) expect((await logout(body)).status, body).toBe(400);
  expect((await browser.call('GET', '/session')).status).toBe(200);
});

it('the last administrator stays one, whatever the directory says', async () => {
  const { subject } = personIn(['admins']);
  const { browser } = await signInBy(subject);
  const { id } = await me(browser);
  const others = `UPDATE operators SET administrator = id = $1 WHERE administrator RETURNING id`;
  const { rows } = await door.pool.query(others, [id]);
  provider.accounts.set(subject, { groups: ['readers'] });
  expect(await me((await signInBy(subject)).browser)).toMatchObject({ id, administrator: true });
  expect((await auditOf(id)).map(({ action }) => action)).toContain('operator.administratorkept');
  provider.accounts.set(subject, { groups: [] });
  expect(await me((await signInBy(subject)).browser)).toMatchObject({ id, administrator: true });
  await door.pool.query('UPDATE operators SET administrator = true WHERE id = ANY ($1)', [rows.map((row) => row.id)]);
  expect((await signInBy(subject)).answer.body.code).toBe('directory.noroles');
});

it('a directory of one company signs in nobody who may enter others', async () => {
  await door.pool.query('UPDATE directories SET companies = $2 WHERE id = $1', [
    directory.id,
    JSON.stringify([door.company]),
  ]);
  expect((await signInBy(personIn(['readers']).subject)).answer.status).toBe(200);
  const begun = await new Browser(administrator.cookie).call('POST', '/identities', {
    directoryId: directory.id,
    password: goodPassword,
  });
  expect(begun.status).toBe(200);
  const browser = new Browser(administrator.cookie);
  const { address } = (await browser.call('POST', '/identities', { directoryId: directory.id, password: goodPassword }))
    .body;
  const reply = replyOf(await provider.visit(address, personIn([]).subject));
  const { body } = await browser.call('POST', `${offer()}/reply`, reply);
  expect(body).toMatchObject({ code: 'directory.account', parameters: { why: 'companies' } });
  await door.pool.query('UPDATE directories SET companies = NULL');
});

it('rows that give more rights wait for a second administrator, and others take effect at once', async () => {
  const path = `/directories/${directory.id}`;
  const rowsOf = (body: any): any[] =>
    body.directories
      .find(({ id }: { id: string }) => id === directory.id)
      .roles.map(({ approvalLimit, company, ...row }: any) => ({
        ...row,
        company: company?.id ?? null,
        ...(approvalLimit !== null && { approvalLimit }),
      }));
  const known = rowsOf((await administrator.call('GET', '/directories')).body);
  const second = await signedIn(door, 'administrator');
  const more = { claim: 'groups', value: 'seniors', company: door.company, role: 'approver' };
  const fewer = known.filter(({ value }) => value !== 'readers');
  const { body } = await administrator.call('PATCH', path, { roles: [...fewer, more] });
  expect(rowsOf(body).map(({ value }) => value)).toEqual(['clerks', 'admins']);
  expect((await signInBy(personIn(['seniors']).subject)).answer.body.code).toBe('directory.noroles');
  const [proposal] = body.proposals;
  expect(proposal).toMatchObject({
    directory: { id: directory.id },
    confirm: { allowed: false, code: 'proposal.own' },
  });
  const confirm = (who: SignedIn) => who.call('POST', `/directories/proposals/${proposal.id}/confirm`);
  expect((await confirm(administrator)).body).toMatchObject({ parameters: { why: 'proposal.own' } });
  const { body: after } = await confirm(second);
  expect(rowsOf(after)).toContainEqual(expect.objectContaining(more));
  expect((await me((await signInBy(personIn(['seniors']).subject)).browser)).companies).toMatchObject([
    { id: door.company, role: 'approver' },
  ]);
  const named = (await auditOf(directory.id)).filter(({ data }) => data.changes?.[0].directory === 'Acme ID');
  expect(named.map(({ action }) => action).slice(-2)).toEqual(['directory.proposed', 'directory.updated']);
  await administrator.call('PATCH', path, { roles: [...known, more] });
  const { body: waiting } = await second.call('GET', '/directories');
  for (const { id } of waiting.proposals) await second.call('POST', `/directories/proposals/${id}/decline`);
  expect((await second.call('GET', '/directories')).body.proposals).toEqual([]);
});

it('a directory of the keys is offered without an administrator, keeps its client, and takes rows like others', async () => {
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'By keys',
    PUBLIC_URL: new URL(directory.redirectUri).origin,
  };
  const service = await openAppOn('Keys name a directory.', door.database.connection, door.dataDir, { env });
  onTestFinished(service.stop);
  const headers = { cookie: administrator.cookie, 'x-doorway-console': '1' };
  const call = (method: string, path: string, body?: object) =>
    send(service.url, method, api + path, { body, headers });
  const offered = (await call('GET', '/session/directories')).body.directories;
  const { id } = offered.find(({ name }: { name: string }) => name === 'By keys');
  const { body } = await call('GET', '/directories');
  const shown = body.directories.find((one: { id: string }) => one.id === id);
  expect(shown).toMatchObject({ configured: true, hasSecret: true, issuer: provider.issuer, clientId, roles: [] });
  expect(JSON.stringify(body)).not.toContain(clientSecret);
  expect((await call('PATCH', `/directories/${id}`, { clientId: 'another' })).body.code).toBe('directory.fixed');
  const row = { claim: 'groups', value: 'clerks', company: door.company, role: 'viewer' };
  await door.pool.query('UPDATE directories SET roles = $2 WHERE id = $1', [id, JSON.stringify([row])]);
  expect([id, provider.redirectUris]).toEqual([configuredId, expect.arrayContaining([shown.redirectUri])]);
  const { subject } = personIn(['clerks']);
  const begun = await send(service.url, 'POST', `${api}/session/directories/${id}`, {
    body: {},
    headers: { 'x-doorway-console': '1' },
  });
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const reply = replyOf(await provider.visit(begun.body.address, subject));
  const entered = await send(service.url, 'POST', `${api}/session/directories/${id}/reply`, {
    body: reply,
    headers: { cookie, 'x-doorway-console': '1' },
  });
  expect(entered.body).toMatchObject({ outcome: 'signedIn' });
  // Without the keys nobody is offered it, and nobody signs in by it.
  const names = (await door.call('GET', `${api}/session/directories`)).body.directories.map(
    ({ name }: { name: string }) => name,
  );
  expect(names).not.toContain('By keys');
  expect(
    (
      await send(door.url, 'POST', `${api}/session/directories/${id}`, {
        body: {},
        headers: { 'x-doorway-console': '1' },
      })
    ).status,
  ).toBe(404);
});
