import { expect, it, onTestFinished } from 'vitest';
import { createPool } from '../ground/db/pool.ts';
import { createToken } from '../testing/access.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { paths } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import { emptyDataDir, kill, startService, type Service } from '../testing/process.ts';
import { breathe } from '../testing/time.ts';

const loops = isLongRun ? 4 : 2;
/** How many changes each phase has: both write, then one of them. */
const minChanges = isLongRun ? 500 : 60;

/** Creates invoices and changes each of them up to three times, until the service is gone or `stopped`. */
async function write({ call }: Service, token: string, name: string, isStopped: () => boolean): Promise<void> {
  const post = (path: string, body: unknown) => call('POST', path, { token, body });
  async function loop(number: number): Promise<void> {
    for (let at = 0; !isStopped(); at++) {
      const { status, body } = await post(paths.invoices, {
        externalReferenceId: `${name}-${number}-${at}`,
        supplierNumber: '1',
      });
      expect(status, body.message).toBe(200);
      for (let file = 0; file < at % 3; file++) {
        const content = Buffer.from(`<a>${name} ${number} ${at} ${file}</a>`).toString('base64');
        await post(paths.attach, { supplierInvoiceId: body.id, fileName: `${file}.xml`, content });
      }
      if (at % 2 === 1) await post(`${paths.invoices}/${body.id}/withdraw`, {});
    }
  }
  const ended = Array.from({ length: loops }, (_, number) => loop(number).catch((error: unknown) => error));
  for (const error of await Promise.all(ended)) if (error !== undefined && !(error instanceof TypeError)) throw error;
}

it('polling with the last next misses no change and repeats none, while two processes write and one is killed', async () => {
  const database = await databaseForThisTest();
  const pool = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  const { token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
  const env = { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir() };
  const [first, second] = await Promise.all([startService(env), startService(env)]);
  const reader = isLongRun ? await startService(env) : second;
  await reader.call('POST', paths.suppliers, { token, body: { number: '1', name: 'El' } });

  const changes = new Set<string>();
  const latest = new Map<string, unknown>();
  let next = '';
  let isOver = false;
  async function readPage(): Promise<boolean> {
    const { status, body } = await reader.call('GET', `${paths.invoices}?limit=7${next}`, { token });
    expect(status, body.message).toBe(200);
    for (const invoice of body.supplierInvoices) {
      const change = `${invoice.id} ${invoice.updatedAt}`;
      expect(changes).not.toContain(change);
      changes.add(change);
      latest.set(invoice.id, invoice);
    }
    next = `&after=${body.next}`;
    return body.hasMore || body.supplierInvoices.length > 0;
  }
  const reading = (async () => {
    while ((await readPage()) || !isOver) await breathe();
  })();
  const writing = [write(first, token, 'a', () => isOver), write(second, token, 'b', () => isOver)];
  const untilMore = async (many: number) =>
    await expect.poll(() => changes.size, { timeout: 240_000 }).toBeGreaterThan(changes.size + many);
  await untilMore(minChanges);
  kill(first.child.pid as number);
  await untilMore(minChanges / 2);
  isOver = true;
  await Promise.all([...writing, reading]);
  while (await readPage());

  const { rows } = await pool.query<{ id: string }>('SELECT id FROM supplier_invoices');
  expect(rows.length).toBeGreaterThan(2 * loops);
  expect(changes.size).toBeGreaterThan(rows.length);
  expect([...latest.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
  for (const { id } of rows) {
    const { invoice: _body, ...single } = (await reader.call('GET', `${paths.invoices}/${id}`, { token })).body;
    expect(latest.get(id)).toEqual(single);
  }
});
