import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { unavailable } from '../../errors/errors.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { overloaded } from '../../ground/http/arrival/take-turns.ts';
import { createTurns } from '../../ground/scheduling/turns.ts';
import type { SupplierEntry } from '../shape.ts';
import { readSuppliers, type SupplierFilter } from '../store.ts';

const chunkRows = 250;
/** A longer list is always streamed, so that memory stays flat however many suppliers there are. */
const longestKept = 2 * 1024 * 1024;
const mostKept = 16 * 1024 * 1024;

/** A list that is being read goes on for as long as its reader takes, so that one partner may have so many of them at once. */
const mostStreamed = 50;

interface Kept {
  version: string;
  /** Undefined where the list is too long to be kept. */
  plain: Promise<Buffer | undefined>;
  bytes: number;
  gzipped: Promise<Buffer> | undefined;
}

export interface Listed {
  payload: Buffer | Readable;
  encoding: 'gzip' | undefined;
}

/** Who reads a list, and whose it is. */
export interface Reader {
  partnerId: string;
  company: CompanyId;
  wantsGzip: boolean;
}

/**
 * The whole list of a company as JSON. Short lists are kept rendered until one of the company's suppliers changes. Rows are
 * read in turns, a chunk for each partner, and by half of the pool at the most: lists never keep an invoice waiting.
 */
export function supplierLists(pool: Pool) {
  const kept = new Map<CompanyId, Kept>();
  /** No supplier is ever removed, so a list that was too long stays so. */
  const long = new Set<CompanyId>();
  const streamedFor = new Map<string, number>();
  const turns = createTurns({
    atOnce: Math.max(1, Math.floor(pool.options.max / 2)),
    maxWaiting: 5_000,
    refusal: overloaded,
  });
  let keptBytes = 0;

  function forget(company: CompanyId): void {
    keptBytes -= kept.get(company)?.bytes ?? 0;
    kept.delete(company);
  }

  /** Who asks for the same list meanwhile waits for the same rendering. */
  function keep({ partnerId, company }: Reader, version: string): Kept {
    forget(company);
    const entry: Kept = { version, plain: renderShort(rows(partnerId, company, {})), bytes: 0, gzipped: undefined };
    kept.set(company, entry);
    entry.plain.then(
      (plain) => {
        if (kept.get(company) !== entry) return;
        if (plain === undefined) {
          long.add(company);
          return forget(company);
        }
        entry.bytes = plain.length;
        keptBytes += plain.length;
        for (const oldest of kept.keys()) if (keptBytes > mostKept && oldest !== company) forget(oldest);
      },
      () => kept.get(company) === entry && forget(company),
    );
    return entry;
  }

  const rows = (partnerId: string, company: CompanyId, filter: SupplierFilter) =>
    render((after) => turns.run(partnerId, () => readSuppliers(pool, company, filter, after, chunkRows)));

  /** Fails where the partner reads so many that a further long list would be refused: before anything is looked up for it. */
  function refuseTooMany({ partnerId, company }: Reader): void {
    if (long.has(company) && (streamedFor.get(partnerId) ?? 0) >= mostStreamed) throw tooMany();
  }

  async function whole(reader: Reader, version: string): Promise<Listed> {
    const known = kept.get(reader.company);
    const entry = long.has(reader.company) ? undefined : known?.version === version ? known : keep(reader, version);
    const plain = await entry?.plain;
    if (entry === undefined || plain === undefined) return filtered(reader, {});
    if (!reader.wantsGzip) return { payload: plain, encoding: undefined };
    entry.gzipped ??= promisify(gzip)(plain);
    return { payload: await entry.gzipped, encoding: 'gzip' };
  }

  function filtered({ partnerId, company, wantsGzip }: Reader, filter: SupplierFilter): Listed {
    const now = streamedFor.get(partnerId) ?? 0;
    if (now >= mostStreamed) throw tooMany();
    streamedFor.set(partnerId, now + 1);
    const listed = streamed(rows(partnerId, company, filter), wantsGzip);
    listed.payload.once('close', () => {
      const left = (streamedFor.get(partnerId) ?? 0) - 1;
      if (left > 0) streamedFor.set(partnerId, left);
      else streamedFor.delete(partnerId);
    });
    return listed;
  }

  return { whole, filtered, refuseTooMany };
}

const tooMany = () => unavailable('service.busy', { why: 'lists' });

/** The whole of it, or undefined where it is long. */
async function renderShort(chunks: AsyncIterable<string>): Promise<Buffer | undefined> {
  const begun: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const rendered = Buffer.from(chunk);
    begun.push(rendered);
    bytes += rendered.length;
    if (bytes > longestKept) return undefined;
  }
  return Buffer.concat(begun);
}

function streamed(chunks: AsyncIterable<string>, wantsGzip: boolean): Listed & { payload: Readable } {
  const plain = Readable.from(chunks, { objectMode: false });
  if (!wantsGzip) return { payload: plain, encoding: undefined };
  const zipped = createGzip({ level: 4 });
  plain.on('error', (error) => zipped.destroy(error));
  zipped.on('close', () => plain.destroy());
  return { payload: plain.pipe(zipped), encoding: 'gzip' };
}

/** A chunk of rows at a time; no connection is held while a slow client reads. */
async function* render(read: (after: string) => Promise<SupplierEntry[]>): AsyncGenerator<string, undefined> {
  let after = '';
  // Nothing is sent before the first rows are there: until then a failure can still be answered as one.
  for (let before = '{"suppliers":['; ; before = ',') {
    const entries = await read(after);
    if (entries.length > 0 || before !== ',') yield before + JSON.stringify(entries).slice(1, -1);
    if (entries.length < chunkRows) break;
    after = (entries.at(-1) as SupplierEntry).number;
  }
  yield ']}';
}
