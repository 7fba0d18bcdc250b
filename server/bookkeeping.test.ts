import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from './testing/door.ts';
import { samples } from './testing/files.ts';
import { signedIn } from './testing/operator.ts';

const door = await openDoor();
const administrator = await signedIn(door, 'administrator');
const company = `/companies/${door.company}`;
const token = (await administrator.call('POST', `${company}/systems`, { name: 'Bookkeeping' })).body.token;
await door.addSupplier('1042', { name: 'Nordbygg' });
const folder = await mkdtemp(join(tmpdir(), 'doorway bookkeeping '));
const guide = await readFile(new URL('../docs/bookkeeping.md', import.meta.url), 'utf8');
const script = join(folder, 'bookkeeping.mjs');
await writeFile(script, /^```js\n([^]*?)^```$/m.exec(guide)?.[1] ?? '');
afterAll(async () => {
  await door.close();
  await rm(folder, { recursive: true, force: true });
});

let made = 0;
async function approved(more: object = {}): Promise<string> {
  made += 1;
  const { body } = await door.post(paths.invoices, {
    externalReferenceId: `book-${made}`,
    supplierInvoiceNumber: `F-${made}`,
    supplierNumber: '1042',
    articles: [{ articleDescription: 'Gips', quantity: 10, price: 100 + made, totalPrice: 10 * (100 + made), vat: 25 }],
    totalVat: 2.5 * (100 + made),
    totalPrice: 12.5 * (100 + made),
    currency: 'EUR',
    ...more,
  });
  const content = Buffer.concat([samples.pdf, Buffer.from(`% ${made}\n%%EOF\n`)]).toString('base64');
  await door.post(paths.attach, { supplierInvoiceId: body.id, fileName: 'invoice.pdf', content });
  expect(
    (await administrator.call('POST', `${company}/invoices/${body.id}/approve`, { withUnreadFiles: true })).status,
  ).toBe(200);
  return body.id;
}

const ledger = () => join(folder, 'ledger');
const start = (url: string): ChildProcess =>
  spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DOORWAY_URL: url, DOORWAY_TOKEN: token, LEDGER: ledger() },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

async function stop(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  await isOver;
}

const bookingOf = async (id: string) => (await administrator.call('GET', `${company}/invoices/${id}`)).body.booking;
const isBooked = async (id: string): Promise<void> => {
  await expect.poll(() => bookingOf(id)).not.toBeNull();
};

async function expectOnce(ids: string[]): Promise<void> {
  const bookings = await Promise.all(ids.map(bookingOf));
  const kept = await Promise.all(
    ids.map(async (id) => JSON.parse(await readFile(join(ledger(), `${id}.json`), 'utf8'))),
  );
  expect(bookings.map(({ voucher, by }) => [voucher, by])).toEqual(kept.map(({ voucher }) => [voucher, 'Bookkeeping']));
  expect(new Set(kept.map(({ voucher }) => voucher)).size).toBe(ids.length);
  expect((await readdir(ledger())).filter((name) => name.endsWith('.json'))).toHaveLength(made);
}

it('the script of the guide books what was approved before and what is approved while it runs', async () => {
  const before = await approved();
  const child = start(door.url);
  try {
    await isBooked(before);
    const later = await approved();
    await isBooked(later);
    await expectOnce([before, later]);
    const entry = JSON.parse(await readFile(join(ledger(), `${later}.json`), 'utf8'));
    expect(entry).toMatchObject({
      text: 'Nordbygg, F-2',
      rows: [
        { account: 4000, debit: '1020.00', currency: 'EUR' },
        { account: 2641, debit: '255.00', currency: 'EUR' },
        { account: 2440, credit: '1275.00', currency: 'EUR' },
      ],
    });
    const bare = await approved({ supplierInvoiceNumber: undefined, currency: undefined });
    await isBooked(bare);
    expect(JSON.parse(await readFile(join(ledger(), `${bare}.json`), 'utf8'))).toMatchObject({
      text: 'Nordbygg',
      rows: [{ currency: 'SEK' }, { currency: 'SEK' }, { currency: 'SEK' }],
    });
    expect(await readdir(join(ledger(), 'files'))).toHaveLength(3);
  } finally {
    await stop(child);
  }
});

async function between(onAsked: (what: string, isAnswered: boolean) => boolean) {
  const server = createServer(async (request, response) => {
    const body = await request.toArray();
    const what = `${request.method} ${request.url}`;
    if (onAsked(what, false)) return response.destroy();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const answer = await fetch(door.url + request.url, {
      signal: gone.signal,
      method: request.method as string,
      headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    }).catch(() => undefined);
    const bytes = await answer?.arrayBuffer().then(Buffer.from, () => undefined);
    if (answer === undefined || bytes === undefined) return response.destroy();
    if (onAsked(what, true)) return response.destroy();
    return response.writeHead(answer.status).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

const kills: [when: string, at: RegExp, isAnswered: boolean][] = [
  ['while it reads the invoice', /^GET .*\/invoices\/[\w-]+$/, false],
  ['while it fetches a file', /^GET .*\/files\//, false],
  ['once it has booked, before the service is told', /^POST .*\/booked$/, false],
  ['once the service is told, before it hears that it was', /^POST .*\/booked$/, true],
  ['while it waits for events', /^GET .*\/events/, false],
];

it('killed at each of its steps in turn, it goes on as if nothing had happened', async () => {
  const ids = [await approved(), await approved()];
  let child: ChildProcess | undefined;
  let kill: (typeof kills)[number] | undefined;
  const proxy = await between((what, answered) => {
    const isTime = kill !== undefined && answered === kill[2] && kill[1].test(what);
    if (!isTime) return false;
    kill = undefined;
    child?.kill('SIGKILL');
    return true;
  });
  try {
    for (const next of kills) {
      kill = next;
      child = start(proxy.url);
      await once(child, 'exit');
      expect(kill, next[0]).toBeUndefined();
    }
    ids.push(await approved());
    child = start(proxy.url);
    for (const id of ids) await isBooked(id);
    await expectOnce(ids);
  } finally {
    if (child !== undefined) await stop(child);
    proxy.close();
  }
});

it('goes on from the list where the events that it has not seen are gone', async () => {
  const id = await approved();
  const { rows } = await door.pool.query('SELECT max(seq) AS last FROM events WHERE company_id = $1', [door.company]);
  await door.pool.query('DELETE FROM events WHERE company_id = $1 AND seq < $2', [door.company, rows[0].last]);
  await writeFile(join(ledger(), 'last'), '1');
  const pruned = await send(door.url, 'GET', `/operator/v1${company}/events?after=1`, { token });
  expect(pruned.status).toBe(410);
  const child = start(door.url);
  try {
    await isBooked(id);
    await expectOnce([id]);
  } finally {
    await stop(child);
  }
});
