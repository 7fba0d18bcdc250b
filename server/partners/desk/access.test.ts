import { afterAll, expect, it, vi } from 'vitest';
import { usualScopes as scopes } from '../../app.ts';
import { rememberUses } from '../store.ts';
import { openOwnDoor, paths, send } from '../../testing/door.ts';
import { invoiceOn } from '../../testing/operations.ts';
import { api, signedIn } from '../../testing/operator.ts';
import { expectProblem } from '../../testing/problem.ts';
import { fromNow, stopClock } from '../../testing/time.ts';
import { newId } from '../../ground/db/ids.ts';

const door = await openOwnDoor('It makes and lists companies of the whole service.');
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const company = `/companies/${door.company}`;
afterAll(() => door.close());

const partnerNamed = async (name: string) =>
  (await administrator.call('POST', `${company}/partners`, { name })).body.id as string;
const rowsAt = async (path: string) => (await administrator.call('GET', path)).body.rows as any[];
const statusWith = async (token: string) => (await send(door.url, 'GET', paths.suppliers, { token })).status;
const actionsOn = async (subject: string) =>
  (await door.pool.query('SELECT action, company_id, data FROM audit_log WHERE subject_id = $1 ORDER BY id', [subject]))
    .rows;
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it('a company name is unique, and an operator sees only admitted companies', async () => {
  const made = await administrator.call('POST', '/companies', { name: ' Beta ' });
  expect(made).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  expectProblem(await administrator.call('POST', '/companies', { name: 'Beta' }), 409, 'Beta');
  const all = await Promise.all(
    Array.from({ length: 5 }, () => administrator.call('POST', '/companies', { name: 'Gamma' })),
  );
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await rowsAt('/companies')).toMatchObject([
    { id: door.company, name: door.companyName, role: 'administrator', createdAt: aTime },
    { name: 'Beta' },
    { name: 'Gamma' },
  ]);
  expect((await approver.call('GET', '/companies')).body).toEqual({
    rows: [{ id: door.company, name: door.companyName, role: 'approver', createdAt: aTime }],
  });
  expect(await actionsOn(made.body.id)).toMatchObject([
    { action: 'company.created', company_id: '00000000-0000-0000-0000-000000000000', data: { name: 'Beta' } },
  ]);
  expect(
    (
      await administrator.call('POST', `/companies/${made.body.id}/projects`, {
        number: '1',
        name: 'x',
        proposalIds: [],
        facilities: [],
      })
    ).status,
  ).toBe(200);
  for (const [body, said] of [
    [{}, 'name is required'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: 12 }, 'name must be a string'],
    [{ name: 'x', role: 1 }, '"role" is not a known field'],
  ] as const)
    expectProblem(await administrator.call('POST', '/companies', body), 400, said);
});

it('a partner name is unique in its company, and its token is shown once and works at once', async () => {
  const partnerId = await partnerNamed('Printer');
  expectProblem(await administrator.call('POST', `${company}/partners`, { name: 'Printer' }), 409, 'Printer');
  const { status, body } = await administrator.call('POST', `${company}/tokens`, { partnerId });
  expect([status, body]).toEqual([200, { id: expect.any(String), token: expect.stringMatching(/^dw_[\w-]{43}$/) }]);
  expect(await statusWith(body.token)).toBe(200);
  const [row] = await rowsAt(`${company}/tokens?partner=Printer`);
  expect(row).toMatchObject({
    id: body.id,
    partner: 'Printer',
    partnerId,
    scopes,
    createdAt: aTime,
    expiresAt: null,
    revokedAt: null,
  });
  expect(await rowsAt(`${company}/tokens?partner=${partnerId}`)).toHaveLength(1);
  expect((await rowsAt(`${company}/partners`)).find(({ name }) => name === 'Printer')).toMatchObject({
    id: partnerId,
    createdAt: aTime,
    tokens: 1,
  });
  expect(await actionsOn(body.id)).toMatchObject([
    { action: 'token.created', company_id: door.company, data: { partner: 'Printer', scopes: [...scopes] } },
  ]);
  const { rows } = await door.pool.query(
    'SELECT access_tokens::text AS row FROM access_tokens UNION ALL SELECT audit_log::text FROM audit_log',
  );
  for (const { row: text } of rows) expect(text).not.toContain(body.token);
});

it('attaching to all invoices is off by default, changed by administrators, recorded once, and enforced', async () => {
  const partnerId = await partnerNamed('Archive');
  const { token } = (await administrator.call('POST', `${company}/tokens`, { partnerId })).body;
  await door.addSupplier('1');
  const supplierInvoiceId = await invoiceOn(door, 'of another partner');
  const attach = async () =>
    (
      await send(door.url, 'POST', paths.attach, {
        token,
        body: { supplierInvoiceId, fileName: 'a.xml', content: Buffer.from('<a/>').toString('base64') },
      })
    ).status;
  const row = async () => (await rowsAt(`${company}/partners`)).find(({ id }) => id === partnerId);
  const change = (body: unknown, of = partnerId, by = administrator) =>
    by.call('PATCH', `${company}/partners/${of}`, body);
  expect(await row()).toMatchObject({ attachesToAll: false });
  expect(await attach()).toBe(400);
  for (let times = 0; times < 2; times++) expect((await change({ attachesToAll: true })).status).toBe(204);
  expect(await row()).toMatchObject({ name: 'Archive', attachesToAll: true });
  await expect.poll(attach).toBe(200);
  expect((await change({ attachesToAll: false })).status).toBe(204);
  expect((await change({})).status).toBe(204);
  await expect.poll(attach).toBe(400);
  expect((await actionsOn(partnerId)).slice(1)).toMatchObject([
    {
      action: 'partner.updated',
      company_id: door.company,
      data: { name: 'Archive', changes: [{ field: 'attachesToAll', from: false, to: true }] },
    },
    { action: 'partner.updated', data: { changes: [{ field: 'attachesToAll', from: true, to: false }] } },
  ]);

  for (const [wrong, said] of [
    [{ attachesToAll: 'yes' }, 'attachesToAll must be of type boolean'],
    [{ attachesToAll: null }, 'attachesToAll'],
    [{ name: 'x' }, 'name cannot be changed'],
    [{ attachToAll: true }, 'did you mean attachesToAll'],
  ] as const)
    expectProblem(await change(wrong), 400, said);
  expectProblem(await change({ attachesToAll: true }, newId()), 404);
  expectProblem(await change({ attachesToAll: true }, partnerId, approver), 403);
  const elsewhere = await door.addCompany('Elsewhere', 'Theirs');
  const [theirs] = await rowsAt(`/companies/${elsewhere.id}/partners`);
  expectProblem(await change({ attachesToAll: true }, theirs.id), 404);
  expect(await rowsAt(`/companies/${elsewhere.id}/partners`)).toEqual([theirs]);
});

it('scopes and expiry of a token are enforced', async () => {
  const partnerId = await partnerNamed('Narrow');
  const expiresAt = fromNow(3_600_000).toISOString();
  const { body } = await administrator.call('POST', `${company}/tokens`, {
    partnerId,
    scopes: ['suppliers:write'],
    expiresAt,
  });
  expect(await statusWith(body.token)).toBe(403);
  expect(await rowsAt(`${company}/tokens?partner=Narrow`)).toMatchObject([{ scopes: ['suppliers:write'], expiresAt }]);
  for (const [wrong, said] of [
    [{}, 'partnerId is required'],
    [{ partnerId: 'Narrow' }, 'partnerId is not valid'],
    [{ partnerId: `urn:uuid:${partnerId}` }, 'partnerId'],
    [{ partnerId: newId() }, 'This company has no partner with this partnerId'],
    [{ partnerId, scopes: [] }, 'scopes is not valid'],
    [{ partnerId, scopes: ['all'] }, 'scopes[0] must be one of'],
    [{ partnerId, expiresAt: 'tomorrow' }, 'expiresAt is not valid'],
    [{ partnerId, expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
    [{ partnerId, expires: 1 }, '"expires" is not a known field'],
  ] as const)
    expectProblem(await administrator.call('POST', `${company}/tokens`, wrong), 400, said);
  expect(await rowsAt(`${company}/tokens?partner=Narrow`)).toHaveLength(1);
});

it('a token shows its name and first characters; unnamed and old tokens have none', async () => {
  const partnerId = await partnerNamed('Named');
  const create = (form: object) => administrator.call('POST', `${company}/tokens`, { partnerId, ...form });
  const named = (await create({ name: ' Production 2026 ' })).body;
  const nameless = (await create({})).body;
  const before = (await create({})).body;
  await door.pool.query('UPDATE access_tokens SET first_characters = NULL WHERE id = $1', [before.id]);
  const rows = await rowsAt(`${company}/tokens?partner=Named`);
  expect(rows.map(({ id, name, firstCharacters }) => ({ id, name, firstCharacters }))).toEqual([
    { id: before.id, name: null, firstCharacters: null },
    { id: nameless.id, name: null, firstCharacters: nameless.token.slice(0, 7) },
    { id: named.id, name: 'Production 2026', firstCharacters: named.token.slice(0, 7) },
  ]);
  expect(rows[2].firstCharacters).toMatch(/^dw_[\w-]{4}$/);
  expect(await actionsOn(named.id)).toMatchObject([{ data: { partner: 'Named', name: 'Production 2026' } }]);
  const csv = await fetch(`${door.url}${api}${company}/tokens?partner=Named&format=csv`, {
    headers: { cookie: administrator.cookie },
  });
  expect(await csv.text()).toContain('Production 2026');
  for (const [wrong, said] of [
    [{ name: '' }, 'name must not be empty'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ name: 'x'.repeat(256) }, 'name must have at most 255 characters'],
    [{ name: 7 }, 'name must be a string'],
  ] as const)
    expectProblem(await create(wrong), 400, said);
  expect(await rowsAt(`${company}/tokens?partner=Named`)).toHaveLength(3);
});

it('a repeated scope counts once, in a token and in a client', async () => {
  const partnerId = await partnerNamed('Repeats');
  const scopes = ['suppliers:read', 'suppliers:write', 'suppliers:read'];
  for (const kind of ['tokens', 'clients']) {
    expect((await administrator.call('POST', `${company}/${kind}`, { partnerId, scopes })).status).toBe(200);
    expect(await rowsAt(`${company}/${kind}?partner=Repeats`)).toMatchObject([{ scopes: scopes.slice(0, 2) }]);
  }
});

it('a revoked token is refused at once by the process that revoked it; revoking it again is recorded once', async () => {
  const partnerId = await partnerNamed('Revoked');
  const { id, token } = (await administrator.call('POST', `${company}/tokens`, { partnerId })).body;
  expect(await statusWith(token)).toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => administrator.call('DELETE', `${company}/tokens/${id}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  expect(await statusWith(token)).toBe(401);
  expect(await rowsAt(`${company}/tokens?partner=Revoked`)).toMatchObject([{ revokedAt: aTime }]);
  expect((await rowsAt(`${company}/partners?sort=-createdAt`))[0]).toMatchObject({ name: 'Revoked', tokens: 0 });
  expect((await actionsOn(id)).map(({ action }) => action)).toEqual(['token.created', 'token.revoked']);
});

it('a client fetches tokens, is listed apart from tokens, and is revoked together with those it fetched', async () => {
  const partnerId = await partnerNamed('Fetcher');
  const { id, secret } = (
    await administrator.call('POST', `${company}/clients`, { partnerId, scopes: ['suppliers:read'] })
  ).body;
  const fetchToken = () =>
    send(door.url, 'POST', '/oauth/token', {
      raw: 'grant_type=client_credentials',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      },
    });
  const { access_token: token } = (await fetchToken()).body;
  expect(await statusWith(token)).toBe(200);
  expect(await rowsAt(`${company}/tokens?partner=Fetcher`)).toEqual([]);
  await expect
    .poll(() => rowsAt(`${company}/clients?partner=Fetcher`))
    .toMatchObject([
      {
        id,
        partner: 'Fetcher',
        partnerId,
        scopes: ['suppliers:read'],
        createdAt: aTime,
        revokedAt: null,
        lastUsedAt: aTime,
      },
    ]);
  expect((await rowsAt(`${company}/partners?sort=-createdAt`))[0]).toMatchObject({
    name: 'Fetcher',
    tokens: 1,
    lastUsedAt: aTime,
  });
  const { rows } = await door.pool.query('SELECT id FROM access_tokens WHERE client_id = $1', [id]);
  expectProblem(await administrator.call('DELETE', `${company}/tokens/${rows[0].id}`), 404);

  expect((await administrator.call('DELETE', `${company}/clients/${id}`)).status).toBe(204);
  expect((await administrator.call('DELETE', `${company}/clients/${id}`)).status).toBe(204);
  expect(await statusWith(token)).toBe(401);
  expect((await fetchToken()).status).toBe(401);
  expect((await actionsOn(id)).map(({ action }) => action)).toEqual(['client.created', 'client.revoked']);
});

it('the last use of a token is updated once a minute over all processes, and not if the token is refused', async () => {
  const advance = stopClock();
  const now = () => new Date().toISOString();
  const partnerId = await partnerNamed('Used');
  const { id, token } = (await administrator.call('POST', `${company}/tokens`, { partnerId })).body;
  const lastUse = async (of = id) =>
    (await rowsAt(`${company}/tokens?partner=Used`)).find((row) => row.id === of).lastUsedAt as string | null;
  expect(await lastUse()).toBeNull();
  await statusWith(token);
  const first = now();
  await expect.poll(() => lastUse()).toBe(first);
  const useInAnotherProcess = async () => {
    const sent = vi.spyOn(door.pool, 'query');
    rememberUses(door.pool)({ companyId: door.company, partnerId, credentialId: id });
    await sent.mock.results[0]?.value;
    sent.mockRestore();
  };
  advance(59_999);
  await statusWith(token);
  await useInAnotherProcess();
  expect(await lastUse()).toBe(first);

  advance(1);
  await useInAnotherProcess();
  expect(await lastUse()).toBe(now());

  const refused = (await administrator.call('POST', `${company}/tokens`, { partnerId })).body;
  expect((await administrator.call('DELETE', `${company}/tokens/${refused.id}`)).status).toBe(204);
  expect(await statusWith(refused.token)).toBe(401);
  advance(60_000);
  await statusWith(token);
  await expect.poll(() => lastUse()).toBe(now());
  expect(await lastUse(refused.id)).toBeNull();
});

it('a company’s administration cannot reach another company', async () => {
  const other = `/companies/${(await door.addCompany('Other', 'Theirs')).id}`;
  const [theirs] = await rowsAt(`${other}/tokens`);
  expect(theirs).toMatchObject({ partner: 'Theirs', revokedAt: null });
  expectProblem(await administrator.call('DELETE', `${company}/tokens/${theirs.id}`), 404);
  expectProblem(await administrator.call('POST', `${company}/tokens`, { partnerId: theirs.partnerId }), 400);
  expectProblem(await administrator.call('POST', `${company}/clients`, { partnerId: theirs.partnerId }), 400);
  expect((await rowsAt(`${other}/tokens`))[0]).toEqual(theirs);
  expect((await rowsAt(`${company}/partners`)).map(({ name }) => name)).not.toContain('Theirs');
  expect(await rowsAt(`${company}/tokens?partner=Theirs`)).toEqual([]);
  for (const path of ['partners', 'tokens', 'clients', 'audit'])
    expectProblem(await approver.call('GET', `${company}/${path}`), 403, 'approver');
  for (const at of [newId(), 'x', '%00'])
    for (const kind of ['tokens', 'clients'])
      expectProblem(await administrator.call('DELETE', `${company}/${kind}/${at}`), 404);
});

it('lists have pages and CSV files', async () => {
  for (const [path, sorts] of [
    ['/companies', ['name', 'createdAt']],
    [`${company}/partners`, ['name', 'createdAt']],
    [`${company}/tokens`, ['createdAt', 'partner']],
    [`${company}/clients`, ['createdAt', 'partner']],
  ] as const) {
    const all = (await rowsAt(path)).map(({ id }) => id).sort();
    for (const sort of sorts.flatMap((name) => [name, `-${name}`])) {
      const seen: string[] = [];
      for (let after = ''; ;) {
        const page = (await administrator.call('GET', `${path}?limit=1&sort=${sort}${after}`)).body;
        seen.push(...page.rows.map(({ id }: { id: string }) => id));
        if (page.next === undefined) break;
        after = `&after=${page.next}`;
      }
      expect([path, sort, seen.toSorted()]).toEqual([path, sort, all]);
    }
    const csv = await (
      await fetch(`${door.url}/operator/v1${path}?format=csv`, { headers: { cookie: administrator.cookie } })
    ).text();
    expect(csv.trim().split('\r\n')).toHaveLength(all.length + 1);
    expectProblem(await administrator.call('GET', `${path}?sort=id`), 400, 'sort');
  }
});
