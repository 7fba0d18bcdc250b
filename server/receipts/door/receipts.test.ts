import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, expect, it } from 'vitest';
import { createSigner, prepareSigningKeys, rotateSigningKey } from '../keys.ts';
import { openOwnDoor, paths } from '../../testing/door.ts';
import { commandsOf, folderForThisTest, outcomesOf } from '../../testing/guide.ts';
import { postText } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';
import { sandboxOf } from '../../testing/sandbox.ts';
import { nowMs } from '../../testing/time.ts';

const door = await openOwnDoor('Signing keys belong to no company.');
await door.addSupplier('1');
afterAll(() => door.close());

const receiptOf = (id: string, token?: string) =>
  door.call('GET', `${paths.invoices}/${id}/receipt`, token === undefined ? {} : { token });
// A set of its own for each call, because jose fetches the keys at most every 30 s.
const verified = async (receipt: string) => {
  const keys = createRemoteJWKSet(new URL(`${door.url}/.well-known/jwks.json`));
  return (await jwtVerify(receipt, keys, { algorithms: ['EdDSA'], issuer: door.url })).payload;
};

it('a receipt is verified by the published keys, and names the invoice, its sender and its bytes', async () => {
  const text = '{ "externalReferenceId" : "å 1",\n"supplierNumber":"1", "totalPrice": 1.50 }';
  const before = nowMs();
  const { id } = (await postText(door, paths.invoices, text)).body;
  const { status, body } = await receiptOf(id);
  expect([status, Object.keys(body)]).toEqual([200, ['receipt']]);
  const { rows } = await door.pool.query('SELECT partner_id FROM supplier_invoices WHERE id = $1', [id]);
  const payload = await verified(body.receipt);
  expect(payload).toEqual({
    iss: door.url,
    sub: id,
    aud: rows[0].partner_id,
    iat: expect.any(Number),
    operation: 'createSupplierInvoice',
    externalReferenceId: 'å 1',
    receivedAt: expect.any(Number),
    sha256: createHash('sha256').update(text).digest('hex'),
  });
  expect(payload.receivedAt).toBeGreaterThanOrEqual(before);
  expect(payload.iat).toBeGreaterThanOrEqual(Math.floor(before / 1000));
  expect(payload.iat).toBeLessThanOrEqual(nowMs() / 1000);
  expect(decodeProtectedHeader(body.receipt)).toMatchObject({ alg: 'EdDSA', typ: 'JWT' });
});

it('the hash is of the bytes as the partner wrote them: with a byte order mark, and before compression', async () => {
  const send = async (bytes: Buffer, headers?: Record<string, string>, raw = bytes) => {
    const { body } = await postText(door, paths.invoices, raw, { headers: headers ?? {} });
    const { sha256 } = await verified((await receiptOf(body.id)).body.receipt);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  };
  const invoice = (reference: string) => `{"externalReferenceId":"${reference}","supplierNumber":"1"}`;
  await send(Buffer.from(`\ufeff${invoice('mark')}`));
  const zipped = Buffer.from(`${invoice('zip')}\r\n`);
  await send(zipped, { 'content-encoding': 'gzip' }, gzipSync(zipped));
});

it('another partner’s invoice, and one that does not exist, have no receipt; nor has one from before', async () => {
  const { id } = (await door.post(paths.invoices, { externalReferenceId: 'mine', supplierNumber: '1' })).body;
  const other = await door.tokenFor({ partner: 'Another' });
  expectProblem(await receiptOf(id, other), 404, id);
  expectProblem(await receiptOf('019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88'), 404);
  expectProblem(await receiptOf('x'), 404);
  expectProblem(await receiptOf(id, await door.tokenFor({ scopes: ['suppliers:read'] })), 403);
  await door.pool.query('UPDATE supplier_invoices SET body_sha256 = NULL WHERE id = $1', [id]);
  const old = await receiptOf(id);
  expectProblem(old, 404, /arrived before the service made receipts/);
  expect(old.headers.get('doorway-error')).toBe('receipt.missing');
});

it('a receipt of a sandbox says so', async () => {
  const { token } = await sandboxOf(door);
  const { id } = (
    await door.call('POST', paths.invoices, { token, body: { externalReferenceId: 'rehearsed', supplierNumber: '1' } })
  ).body;
  expect(decodeJwt((await receiptOf(id, token)).body.receipt)).toMatchObject({ sub: id, sandbox: true });
});

it('the program in receipts.md accepts a receipt of its partner and bytes, and one of a sandbox only if told', async () => {
  const [program = ''] = await commandsOf('receipts.md', 'ts');
  const folder = await folderForThisTest();
  const [body, others] = [join(folder, 'body'), join(folder, 'others')];
  const text = '{"externalReferenceId":"shown","supplierNumber":"1"}';
  await writeFile(body, text);
  await writeFile(others, `${text} `);
  const received = async (token: string) => {
    const { id } = (await door.call('POST', paths.invoices, { token, body: JSON.parse(text) })).body;
    await writeFile(join(folder, id), (await receiptOf(id, token)).body.receipt);
    return id as string;
  };
  const sandbox = await sandboxOf(door);
  const partner = (await door.call('GET', '/doorway/v1/me')).body.partner.id;
  const [live, rehearsed] = [await received(door.token), await received(sandbox.token)];
  const cases: [id: string, aud: string, bytes: string, kind: string[], said: string][] = [
    [live, partner, body, [], `${live} was received at `],
    [live, sandbox.partnerId, body, [], 'unexpected "aud" claim value'],
    [live, partner, body, ['sandbox'], 'it is of no sandbox'],
    [live, partner, others, [], 'it is of other bytes'],
    [rehearsed, sandbox.partnerId, body, [], 'it is of a sandbox'],
    [rehearsed, sandbox.partnerId, body, ['sandbox'], `${rehearsed} was received at `],
  ];
  const calls = cases.map(([id, aud, bytes, kind]) => [door.url, aud, join(folder, id), bytes, ...kind]);
  expect(await outcomesOf(program, calls)).toEqual(cases.map(([, , , , said]) => expect.stringContaining(said)));
});

it('the keys can be fetched by anybody, may be cached, and are without secrets', async () => {
  const { status, headers, body } = await door.call('GET', '/.well-known/jwks.json', { token: undefined });
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=30']);
  expect(body.keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), use: 'sig', alg: 'EdDSA' },
  ]);
  const { rows } = await door.pool.query('SELECT private_key FROM signing_keys');
  expect(rows).toEqual([{ private_key: expect.stringMatching(/^v1:/) }]);
  const metadata = await door.call('GET', '/.well-known/oauth-authorization-server');
  expect(metadata.body.jwks_uri).toBe(`${door.url}/.well-known/jwks.json`);
});

it('after a rotation both keys are published; the new one signs once it is known, and old receipts stay valid', async () => {
  const signer = createSigner(door.pool, door.sealingKeys, 0);
  const sign = () => signer.sign({ sub: 'x' }, new Date());
  const old = await sign();
  const before = decodeProtectedHeader(old).kid;
  const rotated = await rotateSigningKey(door.pool, door.sealingKeys, new Date());
  expect(rotated).toEqual({ made: expect.any(String), before });
  const keys = await signer.publicKeys();
  expect(keys.map(({ kid }) => kid)).toEqual([rotated?.made, before]);
  expect(decodeProtectedHeader(await sign()).kid).toBe(before);
  await door.pool.query(`UPDATE signing_keys SET created_at = created_at - interval '50 seconds'`);
  expect(decodeProtectedHeader(await sign()).kid).toBe(rotated?.made);
  for (const receipt of [old, await sign()])
    expect((await jwtVerify(receipt, createLocalJWKSet({ keys }))).payload).toEqual({ sub: 'x' });
});

it('of many processes that start at once, one makes the first key', async () => {
  await door.pool.query('DELETE FROM signing_keys');
  const prepared = await Promise.all(Array.from({ length: 8 }, () => prepareSigningKeys(door.pool, door.sealingKeys)));
  expect(prepared).toEqual(prepared.map(() => true));
  expect((await door.pool.query('SELECT FROM signing_keys')).rowCount).toBe(1);
  // With another key of the secrets nothing can be signed; with the former one it is sealed again.
  const other = Buffer.alloc(32, 1);
  expect(await prepareSigningKeys(door.pool, [other])).toBe(false);
  expect(await prepareSigningKeys(door.pool, [other, ...door.sealingKeys])).toBe(true);
  expect(await prepareSigningKeys(door.pool, [other])).toBe(true);
});
