import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client, type Connection } from '../ground/db/connect/client.ts';
import { newId } from '../ground/db/ids.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { insertInvoices } from '../supplier-invoices/insert-store.ts';
import type { NewInvoice } from '../supplier-invoices/new-invoice.ts';
import { citusUrl, clusterConnection, clusterForThisTest, createDistributedDatabase } from '../testing/citus.ts';

const company = randomUUID() as CompanyId;
const partnerId = randomUUID();

function newInvoice(): NewInvoice {
  const id = newId();
  return {
    company,
    id,
    state: 'received',
    partnerId,
    partnerName: 'Scanner',
    traceId: randomBytes(16).toString('hex'),
    externalReferenceId: id,
    supplierNumber: '1',
    document: '{}',
    bodySha256: '00',
    dates: {},
    findings: [],
    keys: { number: id, amount: id, ocr: id },
    key: { partnerId, key: id, operation: 'createSupplierInvoice', fingerprint: Buffer.from(id) },
    answer: { id },
  };
}

const isSent = (command: string) => command.startsWith('issuing ');

/** Stores invoices through one node. Returns the commands that this node ran itself, or sent to others. */
async function commandsOf(connection: Connection, invoices: NewInvoice[]): Promise<string[]> {
  const client = new Client(connection);
  const commands: string[] = [];
  await client.connect();
  try {
    await client.query('SET citus.log_remote_commands = on');
    client.on('notice', ({ message = '', detail = '' }) => commands.push(`${message} ${detail}`));
    await client.query('BEGIN');
    const { stored } = await insertInvoices(client, [{ company, invoices, judging: '0' }], new Date());
    await client.query('COMMIT');
    expect(stored.size).toBe(invoices.length);
    return commands;
  } finally {
    await client.end();
  }
}

describe.skipIf(citusUrl === undefined)('an invoice with its event, counter and key', () => {
  it('is stored by the company’s worker alone, and through the coordinator without a prepared transaction', async () => {
    const database = await clusterForThisTest(createDistributedDatabase);
    const setUp = new Client(database.connection);
    await setUp.connect();
    onTestFinished(() => setUp.end());
    await setUp.query(`INSERT INTO companies (id, name, created_at) VALUES ($1, 'Company', now())`, [company]);
    await setUp.query('INSERT INTO company_counters (company_id) VALUES ($1)', [company]);
    const connection = await clusterConnection(database.connection);
    const owner = connection.cluster?.ownerOf(company);
    expect(owner).toBeDefined();

    for (const many of [1, 3]) {
      const invoices = Array.from({ length: many }, newInvoice);
      const own = await commandsOf({ ...connection, ...owner }, invoices);
      expect(own.filter((command) => /INTO public\.supplier_invoices/.test(command))).toHaveLength(1);
      expect(own.filter(isSent)).toEqual([]);

      const all = await commandsOf(connection, Array.from({ length: many }, newInvoice));
      const commands = all.filter(isSent);
      expect(commands.filter((command) => /INTO public\.supplier_invoices/.test(command))).toHaveLength(1);
      expect(commands.filter((command) => command.includes('PREPARE TRANSACTION'))).toEqual([]);
      const nodes = new Set(commands.map((command) => /on server (\S+)/.exec(command)?.[1]));
      expect(nodes).toEqual(new Set([expect.stringContaining(`${owner?.host}:${owner?.port}`)]));
    }
    const { rows } = (await setUp.query(
      `SELECT (SELECT count(*) FROM supplier_invoices WHERE company_id = $1) AS invoices,
              (SELECT count(*) FROM idempotency_keys WHERE company_id = $1) AS keys,
              (SELECT array_agg(seq ORDER BY seq) FROM events WHERE company_id = $1) AS events,
              event_seq AS counted FROM company_counters WHERE company_id = $1`,
      [company],
    )) as { rows: object[] };
    const events = Array.from({ length: 8 }, (_, at) => String(at + 1));
    expect(rows).toEqual([{ invoices: '8', keys: '8', events, counted: '8' }]);
  });
});
