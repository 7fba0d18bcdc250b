import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { CompanyId, Pool } from '../db/pool.ts';
import type { SupplierEntry } from './schemas.ts';
import { readSuppliers, type Filter } from './store.ts';

const chunkRows = 250;
/** A longer list is always streamed, so that memory stays flat however many suppliers there are. */
const longestKept = 2 * 1024 * 1024;
const mostKept = 16 * 1024 * 1024;

interface Kept {
  version: string;
  plain: Buffer;
  gzipped: Promise<Buffer> | undefined;
}

export interface Listed {
  payload: Buffer | Readable;
  encoding: 'gzip' | undefined;
}

/** The whole list of a company as JSON. Short lists are kept rendered until one of the company's suppliers changes. */
export function supplierLists(pool: Pool) {
  const kept = new Map<CompanyId, Kept>();
  let keptBytes = 0;

  function forget(company: CompanyId): void {
    keptBytes -= kept.get(company)?.plain.length ?? 0;
    kept.delete(company);
  }

  function keep(company: CompanyId, version: string, plain: Buffer): Kept {
    forget(company);
    for (const oldest of kept.keys()) if (keptBytes + plain.length > mostKept) forget(oldest);
    const entry: Kept = { version, plain, gzipped: undefined };
    kept.set(company, entry);
    keptBytes += plain.length;
    return entry;
  }

  async function whole(company: CompanyId, version: string, wantsGzip: boolean): Promise<Listed> {
    const known = kept.get(company);
    if (known?.version === version) return ready(known, wantsGzip);
    const chunks = render(pool, company, {});
    const begun: Buffer[] = [];
    let bytes = 0;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      begun.push(Buffer.from(next.value));
      bytes += (begun.at(-1) as Buffer).length;
      if (bytes > longestKept) return streamed(rest(begun, chunks), wantsGzip);
    }
    return ready(keep(company, version, Buffer.concat(begun)), wantsGzip);
  }

  return {
    whole,
    filtered: (company: CompanyId, filter: Filter, wantsGzip: boolean) => streamed(render(pool, company, filter), wantsGzip),
  };
}

async function ready(entry: Kept, wantsGzip: boolean): Promise<Listed> {
  if (!wantsGzip) return { payload: entry.plain, encoding: undefined };
  entry.gzipped ??= promisify(gzip)(entry.plain);
  return { payload: await entry.gzipped, encoding: 'gzip' };
}

function streamed(chunks: AsyncIterable<string | Buffer>, wantsGzip: boolean): Listed {
  const plain = Readable.from(chunks, { objectMode: false });
  if (!wantsGzip) return { payload: plain, encoding: undefined };
  const zipped = createGzip({ level: 4 });
  plain.on('error', (error) => zipped.destroy(error));
  zipped.on('close', () => plain.destroy());
  return { payload: plain.pipe(zipped), encoding: 'gzip' };
}

async function* rest(begun: Buffer[], chunks: AsyncIterable<string>): AsyncGenerator<string | Buffer> {
  yield* begun;
  yield* chunks;
}

/** A chunk of rows at a time; no connection is held while a slow client reads. */
async function* render(pool: Pool, company: CompanyId, filter: Filter): AsyncGenerator<string, undefined> {
  let after = '';
  // Nothing is sent before the first rows are there: until then a failure can still be answered as one.
  for (let before = '{"suppliers":['; ; before = ',') {
    const entries = await readSuppliers(pool, company, filter, after, chunkRows);
    if (entries.length > 0 || before !== ',') yield before + JSON.stringify(entries).slice(1, -1);
    if (entries.length < chunkRows) break;
    after = (entries.at(-1) as SupplierEntry).number;
  }
  yield ']}';
}
