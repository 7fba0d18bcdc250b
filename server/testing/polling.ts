import { expect } from 'vitest';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { paths } from './door.ts';
import { isLongRun } from './long.ts';
import type { Service } from './process.ts';
import { breathe } from './time.ts';

const loops = isLongRun ? 4 : 2;

/** Creates invoices and changes each of them up to three times, until the service is gone or `isStopped`. */
async function write({ call }: Service, token: string, name: string, isStopped: () => boolean): Promise<void> {
  const post = (path: string, body: unknown) => call('POST', path, { token, body });
  async function loop(number: number): Promise<void> {
    for (let at = 0; !isStopped(); at++) {
      const { status, body } = await post(paths.invoices, {
        externalReferenceId: `${name} ${number} ${at}`,
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

export interface Polling {
  /** Waits until so many more changes were read. */
  untilMore(many: number): Promise<void>;
  stop(): Promise<void>;
  /** After `stop`: no change was missed. One that came twice has failed already. */
  expectComplete(pool: Pool, company: CompanyId): Promise<void>;
}

/** A partner who polls one service with the last `next`, while all of them change invoices. */
export async function startPolling(
  reader: Service,
  writers: readonly Service[],
  token: string,
  name: string,
): Promise<Polling> {
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
  while (await readPage());
  const before = changes.size;
  const reading = (async () => {
    while ((await readPage()) || !isOver) await breathe();
  })();
  const writing = writers.map((writer, at) => write(writer, token, `${name} ${at}`, () => isOver));
  return {
    untilMore: async (many) =>
      await expect.poll(() => changes.size, { timeout: 240_000 }).toBeGreaterThan(changes.size + many),
    stop: async () => {
      isOver = true;
      await Promise.all([...writing, reading]);
      while (await readPage());
    },
    expectComplete: async (pool, company) => {
      const { rows } = await pool.query<{ id: string; isOwn: boolean }>(
        'SELECT id, starts_with(external_reference_id, $2) AS "isOwn" FROM supplier_invoices WHERE company_id = $1',
        [company, `${name} `],
      );
      const own = rows.filter(({ isOwn }) => isOwn);
      expect(own.length).toBeGreaterThan(2 * loops);
      expect(changes.size - before).toBeGreaterThan(own.length);
      expect([...latest.keys()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      for (const { id } of own) {
        const { invoice: _body, ...single } = (await reader.call('GET', `${paths.invoices}/${id}`, { token })).body;
        expect(latest.get(id)).toEqual(single);
      }
    },
  };
}
