import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { unavailable } from '../../errors/errors.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { overloaded } from '../../ground/http/arrival/take-turns.ts';
import { createTurns } from '../../ground/scheduling/turns.ts';
import type { SupplierEntry } from '../shape.ts';
import { readSuppliers, supplierVersion, type SupplierFilter } from '../store.ts';

const chunkRows = 250;
/** Longer lists are streamed, so that memory stays flat. */
const maxCachedListBytes = 2 * 1024 * 1024;
const maxCacheBytes = 16 * 1024 * 1024;

/** Per partner: a slow reader keeps a stream open. */
const maxStreams = 50;

interface CachedList {
  version: string;
  /** Undefined if the list is too long for the cache. */
  plain: Promise<Buffer | undefined>;
  bytes: number;
  gzipped: Promise<Buffer> | undefined;
}

export interface ListPayload {
  payload: Buffer | Readable;
  encoding: 'gzip' | undefined;
}

export interface ListRequest {
  partnerId: string;
  company: CompanyId;
  wantsGzip: boolean;
}

/**
 * A company's suppliers as JSON. Short lists are cached until one of the suppliers changes. Partners take turns to read
 * a chunk of rows, with at most half of the pool, so that lists do not delay invoices.
 */
export function supplierLists(pool: Pool) {
  const kept = new Map<CompanyId, CachedList>();
  /** Suppliers are never removed, so a long list stays long. */
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

  /** Concurrent readers share one rendering. */
  function keep({ partnerId, company }: ListRequest, version: string): CachedList {
    forget(company);
    const entry: CachedList = {
      version,
      plain: renderShort(rows(partnerId, company, {})),
      bytes: 0,
      gzipped: undefined,
    };
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
        for (const oldest of kept.keys()) if (keptBytes > maxCacheBytes && oldest !== company) forget(oldest);
      },
      () => kept.get(company) === entry && forget(company),
    );
    return entry;
  }

  const rows = (partnerId: string, company: CompanyId, filter: SupplierFilter) =>
    render((after) => turns.run(partnerId, () => readSuppliers(pool, company, filter, after, chunkRows)));

  function refuseTooMany({ partnerId, company }: ListRequest): void {
    if (long.has(company) && (streamedFor.get(partnerId) ?? 0) >= maxStreams) throw tooMany();
  }

  async function whole(request: ListRequest, version: string): Promise<ListPayload> {
    const known = kept.get(request.company);
    const entry = long.has(request.company) ? undefined : known?.version === version ? known : keep(request, version);
    const plain = await entry?.plain;
    if (entry === undefined || plain === undefined) return filtered(request, {});
    if (!request.wantsGzip) return { payload: plain, encoding: undefined };
    entry.gzipped ??= promisify(gzip)(plain);
    return { payload: await entry.gzipped, encoding: 'gzip' };
  }

  function filtered({ partnerId, company, wantsGzip }: ListRequest, filter: SupplierFilter): ListPayload {
    const now = streamedFor.get(partnerId) ?? 0;
    if (now >= maxStreams) throw tooMany();
    streamedFor.set(partnerId, now + 1);
    const listed = streamed(rows(partnerId, company, filter), wantsGzip);
    listed.payload.once('close', () => {
      const left = (streamedFor.get(partnerId) ?? 0) - 1;
      if (left > 0) streamedFor.set(partnerId, left);
      else streamedFor.delete(partnerId);
    });
    return listed;
  }

  return {
    whole,
    filtered,
    refuseTooMany,
    version: (company: CompanyId) => supplierVersion(pool, company),
    page: (company: CompanyId, filter: SupplierFilter, after: string, limit: number) =>
      readSuppliers(pool, company, filter, after, limit),
  };
}

const tooMany = () => unavailable('service.busy', { why: 'lists' });

async function renderShort(chunks: AsyncIterable<string>): Promise<Buffer | undefined> {
  const rendered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk);
    rendered.push(part);
    bytes += part.length;
    if (bytes > maxCachedListBytes) return undefined;
  }
  return Buffer.concat(rendered);
}

function streamed(chunks: AsyncIterable<string>, wantsGzip: boolean): ListPayload & { payload: Readable } {
  const plain = Readable.from(chunks, { objectMode: false });
  if (!wantsGzip) return { payload: plain, encoding: undefined };
  const zipped = createGzip({ level: 4 });
  plain.on('error', (error) => zipped.destroy(error));
  zipped.on('close', () => plain.destroy());
  return { payload: plain.pipe(zipped), encoding: 'gzip' };
}

/** Reads a chunk at a time; no connection is held while a slow client reads. */
async function* render(read: (after: string) => Promise<SupplierEntry[]>): AsyncGenerator<string, undefined> {
  let after = '';
  // Sends the first bytes with the first rows: until then a failure can still become an error answer.
  for (let before = '{"suppliers":['; ; before = ',') {
    const entries = await read(after);
    if (entries.length > 0 || before !== ',') yield before + JSON.stringify(entries).slice(1, -1);
    if (entries.length < chunkRows) break;
    after = (entries.at(-1) as SupplierEntry).number;
  }
  yield ']}';
}
