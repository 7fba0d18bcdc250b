import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { median } from './jobs.ts';
import { digits, shown, type Target } from './report.ts';
import type { Connection } from '../server/ground/db/connect/client.ts';
import { newId } from '../server/ground/db/ids.ts';
import { migrate } from '../server/ground/db/migrate.ts';
import type { CompanyId, Pool } from '../server/ground/db/pool.ts';
import { createPool } from '../server/ground/db/connect/create-pool.ts';
import { insertInvoices } from '../server/supplier-invoices/insert-store.ts';
import type { NewInvoice } from '../server/supplier-invoices/new-invoice.ts';

const companies = 16;
const warmUpMs = 8_000;
const measureMs = 4_000;
const rounds = 3;
/** Invoices in a statement, and how many times the processor time of a plain server a cluster may take for each. */
const targets = new Map([
  [1, 6],
  [20, 3.5],
]);

/**
 * Compares the processor time per invoice of a cluster (CITUS_URL) with that of a plain server (PLAIN_URL), both on this
 * machine. Each writes to a database of its own, which has been distributed on the cluster.
 */
export async function measureCitus(say: (text: string) => void): Promise<Target[]> {
  const { CITUS_URL: clusterUrl, PLAIN_URL: plainUrl } = process.env;
  if (clusterUrl === undefined || plainUrl === undefined) {
    say('The case citus is skipped: it needs CITUS_URL, a distributed database, and PLAIN_URL, both on this machine.');
    return [];
  }
  const [plain, cluster] = [await open(plainUrl), await open(clusterUrl)];
  if (!('isDistributed' in cluster.pool)) throw new Error('CITUS_URL must be a database that is distributed.');
  const found: Target[] = [];
  for (const [size, max] of targets) {
    const ratios: number[] = [];
    await write(plain, size, warmUpMs);
    await write(cluster, size, warmUpMs);
    for (let round = 1; round <= rounds; round++) {
      const [plainUs, clusterUs] = [await write(plain, size, measureMs), await write(cluster, size, measureMs)];
      say(`  ${size} at once: plain ${digits(plainUs)} µs, cluster ${digits(clusterUs)} µs per invoice`);
      ratios.push(clusterUs / plainUs);
    }
    found.push({
      what: `an invoice on a cluster, ${size} at once: processor time of all servers to that of a plain one`,
      target: `at most ${max}`,
      measured: shown(ratios),
      reached: median(ratios) <= max,
    });
  }
  await Promise.all([plain.pool.end(), cluster.pool.end()]);
  return found;
}

interface Server {
  pool: Pool;
  database: string;
  companies: CompanyId[];
}

async function open(url: string): Promise<Server> {
  const connection: Connection = { connectionString: url };
  await migrate(connection);
  const pool = createPool({ connection, size: companies, onIdleError: () => undefined });
  const ids = Array.from({ length: companies }, () => randomUUID() as CompanyId);
  for (const id of ids) {
    await pool.query('INSERT INTO companies (id, name, created_at) VALUES ($1, $2, now())', [id, `Company ${id}`]);
    await pool.query('INSERT INTO company_counters (company_id) VALUES ($1)', [id]);
  }
  return { pool, database: new URL(url).pathname.slice(1), companies: ids };
}

/** Each company stores batches one after the other. Returns the microseconds per invoice. */
async function write({ pool, database, companies: ids }: Server, size: number, forMs: number): Promise<number> {
  const begun = processorUs(database);
  const until = Date.now() + forMs;
  let count = 0;
  await Promise.all(
    ids.map(async (company) => {
      while (Date.now() < until) {
        const invoices = Array.from({ length: size }, () => newInvoice(company));
        const { stored } = await insertInvoices(pool, [{ company, invoices, judging: '0' }], new Date());
        if (stored.size !== size) throw new Error(`${stored.size} of ${size} invoices were stored.`);
        count += size;
      }
    }),
  );
  return (processorUs(database) - begun) / count;
}

/** The processor time so far of all connections to the database, on all servers of this machine. */
function processorUs(database: string): number {
  const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isOf(pid, database));
  return own.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/schedstat`).split(' ')[0]) / 1_000, 0);
}

const isOf = (pid: string, database: string) =>
  read(`/proc/${pid}/cmdline`).startsWith('postgres: ') && read(`/proc/${pid}/cmdline`).includes(` ${database} `);

/** Empty if the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const partnerId = randomUUID();
const document = JSON.stringify({
  rows: Array.from({ length: 10 }, (_, at) => ({ description: `Row ${at}`, amount: 12.5, account: '4010', vat: 2.5 })),
  text: randomBytes(200).toString('hex'),
});

function newInvoice(company: CompanyId): NewInvoice {
  const id = newId();
  return {
    company,
    id,
    state: 'received',
    partnerId,
    partnerName: 'Scanner',
    traceId: randomBytes(16).toString('hex'),
    externalReferenceId: id,
    supplierNumber: String(Math.floor(Math.random() * 500)),
    document,
    bodySha256: randomBytes(32).toString('hex'),
    dates: {},
    findings: [],
    keys: { number: id, amount: `${id} amount`, ocr: `${id} ocr` },
    key: { partnerId, key: id, operation: 'createSupplierInvoice', fingerprint: randomBytes(32) },
    answer: { id, message: 'Supplier invoice created.' },
  };
}
