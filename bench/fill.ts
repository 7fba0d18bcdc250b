import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { firstSupplier, invoice, invoicingSuppliers, proposalId, referencePlaceholder } from './bodies.ts';
import { withClient } from './database.ts';
import type { Server } from './processes.ts';
import { findingCodes } from '../common/errors/findings.ts';
import { scopes } from '../server/app.ts';
import { hashToken, newSecret as newToken } from '../server/ground/secrets/tokens.ts';
import { requireCompany } from '../server/companies/store.ts';
import { projectChanges } from '../server/changes/store.ts';
import { transaction, type CompanyId, type Db } from '../server/ground/db/pool.ts';
import type { FileReceiver, IncomingFile } from '../server/ground/files/store.ts';
import { upsertProjects } from '../server/projects/store.ts';
import { writeCheckSettings } from '../server/supplier-invoices/checking/settings-store.ts';
import { projectInvoices } from '../server/supplier-invoices/lists/projection.ts';
import { newSecret } from '../server/webhooks/secrets.ts';
import { insertEndpoint } from '../server/webhooks/store.ts';

/** Access tokens of six companies, the same in every database. */
export interface Tokens {
  /** Has 1,000 suppliers and a project; receives the invoices and work orders. */
  invoicing: string;
  /** The same, with all checks switched off. */
  unchecked: string;
  /** The same as the first, with webhooks. */
  told: string;
  /** The same as the first; receives invoices that look wrong. */
  suspicious: string;
  /** Receives the new suppliers. */
  registering: string;
  /** Has 100,000 suppliers. */
  large: string;
}

const largeSuppliers = 100_000;

export async function fillTemplate(connection: pg.ClientConfig): Promise<Tokens> {
  // Without limits of time: on a busy machine 100,000 suppliers take longer than the service waits.
  const pool = new pg.Pool({ ...connection, max: 2 });
  try {
    const token = (company: string) => addCompany(pool, company);
    const tokens = {
      invoicing: await token('Invoicing'),
      unchecked: await token('Unchecked'),
      told: await token('Told'),
      suspicious: await token('Suspicious'),
      registering: await token('Registering'),
      large: await token('Large'),
    };
    const invoicing = await requireCompany(pool, 'Invoicing');
    await insertSuppliers(pool, invoicing, firstSupplier, invoicingSuppliers);
    for (const company of ['Unchecked', 'Told', 'Suspicious'])
      await insertSuppliers(pool, await requireCompany(pool, company), firstSupplier, invoicingSuppliers);
    await insertSuppliers(pool, await requireCompany(pool, 'Large'), 1_000_000, largeSuppliers);
    const project = {
      number: 'P1',
      name: 'Kvarteret Eken',
      proposalIds: [proposalId],
      facilities: [{ number: '1', name: 'Main building' }],
    };
    await transaction(pool, (tx) => upsertProjects(tx, invoicing, [{ id: randomUUID(), ...project }], new Date()));
    await pool.query('VACUUM ANALYZE');
    return tokens;
  } finally {
    await pool.end();
  }
}

/** A company with a partner and a token, in columns that every version has. */
export async function addCompany(db: Db, name: string): Promise<string> {
  const [company, partner, token] = [randomUUID(), randomUUID(), newToken(false)];
  await db.query('INSERT INTO companies (id, name, created_at) VALUES ($1, $2, now())', [company, name]);
  await db.query('INSERT INTO company_counters (company_id) VALUES ($1)', [company]);
  await db.query(`INSERT INTO partners (company_id, id, name, created_at) VALUES ($1, $2, 'Bench', now())`, [
    company,
    partner,
  ]);
  await db.query(
    'INSERT INTO access_tokens (hash, id, company_id, partner_id, scopes, created_at) VALUES ($1, $2, $3, $4, $5, now())',
    [hashToken(token), randomUUID(), company, partner, scopes],
  );
  return token;
}

export const addManyCompanies = (connection: pg.ClientConfig): Promise<string[]> =>
  withClient(connection, async (client) => {
    const tokens: string[] = [];
    for (let nth = 1; nth <= 100; nth++) {
      const name = `Company ${nth}`;
      tokens.push(await addCompany(client, name));
      await insertSuppliers(client, await requireCompany(client, name), firstSupplier, invoicingSuppliers);
    }
    await client.query('VACUUM ANALYZE suppliers');
    return tokens;
  });

export const switchChecksOff = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const off = Object.fromEntries(findingCodes.map((code) => [code, 'off' as const]));
    await writeCheckSettings(client, await requireCompany(client, 'Unchecked'), off, new Date());
  });

/** The last one never answers. */
export const endpointPaths = ['/one', '/two', '/dead'];

export const addEndpoints = (database: string, receivers: Server) =>
  withClient({ connectionString: database }, async (client) => {
    const company = await requireCompany(client, 'Told');
    for (const path of endpointPaths) {
      const endpoint = { id: randomUUID(), partnerId: null, url: receivers.url + path, types: [] };
      const made = { ...endpoint, secret: newSecret(), createdBy: randomUUID() };
      await insertEndpoint(client, company, made, '0', new Date());
    }
  });

export const insertSuppliers = (db: Db, company: CompanyId, first: number, many: number) =>
  db.query(
    `INSERT INTO suppliers
       (company_id, number, name, organizational_number, city, street, post_index, country, phone, email, website,
        bank_giro, post_giro, iban, bic_swift, extra, created_at, updated_at)
     SELECT $1, number::text, 'Nordbygg Material ' || number || ' AB', '556016-0680', 'Uppsala',
            'Kungsgatan ' || number % 100, '753 18', 'SE', '+46 18 000 00 00', 'faktura@nordbygg' || number || '.example',
            'https://nordbygg' || number || '.example', '991-2346', '12345-5', 'SE4550000000058398257466', 'ESSESESS',
            '{}', now(), now()
     FROM generate_series($2::integer, $2::integer + $3::integer - 1) AS number`,
    [company, first, many],
  );

// The ids increase with time, as the service's do.
const numbered = `
  FROM generate_series($2::integer, $3::integer) AS number
  CROSS JOIN LATERAL (
    SELECT uuidv7((number - 2000000) * interval '1 second') AS id,
           lpad(number::text, ${referencePlaceholder.length}, '0') AS reference,
           (${firstSupplier} + number % ${invoicingSuppliers})::text AS supplier,
           (number % 100000) + 0.25 AS total, (208710000000 + number::bigint * 7)::text AS ocr
  ) AS made
  JOIN partners ON partners.company_id = $1`;

const invoices = `
  INSERT INTO supplier_invoices
    (company_id, id, partner_id, external_reference_id, supplier_number, state, document, invoice_day, findings, number_key, amount_key, ocr_key, created_at)
  SELECT $1, made.id, partners.id, reference, supplier, 'received',
         ($4::jsonb || jsonb_build_object(
           'externalReferenceId', reference, 'supplierNumber', supplier, 'supplierName', 'Nordbygg Material ' || supplier || ' AB',
           'supplierInvoiceNumber', 'F-' || reference, 'orderNumber', 'PO-' || 10000 + number % 50000, 'projectName', 'Kvarteret ' || number % 500,
           'paymentReferenceOCR', ocr, 'totalPrice', total, 'invoiceDate', 1600000000000 + (number % 1500) * 86400000::bigint))::json,
         date '2020-09-13' + number % 1500, '[]', 'F' || number, total || ' ' || date '2020-09-13' + number % 1500, ocr, uuid_extract_timestamp(made.id) ${numbered}`;

// From the stored invoices, because each id is made once.
const events = `
  INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
  SELECT company_id, external_reference_id::bigint, id, 'supplierinvoice.created', id::text,
         jsonb_build_object('supplierInvoiceId', id, 'externalReferenceId', external_reference_id,
                            'supplierNumber', supplier_number, 'partnerId', partner_id),
         now()
  FROM supplier_invoices WHERE company_id = $1`;

// Every fifth invoice has the text of a file: words of all files, some of a larger vocabulary, and numbers.
const words = `
  INSERT INTO document_words (company_id, supplier_invoice_id, words)
  SELECT company_id, id, array_to_tsvector(
    ARRAY['faktura', 'bankgiro', 'moms', 'att', 'betala', 'summa', 'forfallodatum', 'hundred' || number % 100, 'thousand' || number % 1000, 'file' || number]
    || ARRAY(SELECT 'word' || (number::bigint * 7919 + nth * 104729) % 20000 FROM generate_series(1, 40) AS nth)
    || ARRAY(SELECT ((number::bigint * 15485863 + nth * 32452843) % 10000000)::text FROM generate_series(1, 20) AS nth))
  FROM supplier_invoices CROSS JOIN LATERAL (SELECT external_reference_id::integer) AS reference (number)
  WHERE company_id = $1 AND number % 5 = 0`;

/** Invoices like those of the load generator, each with an event, as if they had come over the last weeks. */
export async function fillInvoices(connection: pg.ClientConfig, many: number, name = 'Invoicing'): Promise<void> {
  const half = Math.floor(many / 2);
  const document = JSON.stringify(invoice);
  await Promise.all([
    asCompany(connection, name, (db, company) => db.query(invoices, [company, 1, half, document])),
    asCompany(connection, name, (db, company) => db.query(invoices, [company, half + 1, many, document])),
  ]);
  await asCompany(connection, name, async (db, company) => {
    await db.query(events, [company]);
    await db.query('UPDATE company_counters SET event_seq = $2 WHERE company_id = $1', [company, many]);
    await project(db, company, 0, many);
    await db.query(words, [company]);
    await db.query('VACUUM ANALYZE');
  });
}

/** Projects the events after one number up to another, as the service does in the background. */
async function project(db: Db, company: CompanyId, after: number, last: number): Promise<void> {
  // Without statistics PostgreSQL would scan all rows of the company for each one.
  await db.query('ANALYZE');
  const atOnce = 50_000;
  for (let done = after; done < last; done += atOnce) {
    const range = { after: String(done), to: String(Math.min(done + atOnce, last)) };
    await projectInvoices(db, company, range);
    await projectChanges(db, company, range);
  }
  await db.query(
    `INSERT INTO event_positions (company_id, follower, seq) VALUES ($1, 'projections', $2)
     ON CONFLICT (company_id, follower) DO UPDATE SET seq = excluded.seq`,
    [company, last],
  );
}

const attachments = `
  INSERT INTO attachments
    (company_id, supplier_invoice_id, position, id, partner_id, file_name, content_type, size, sha256, extra, created_at)
  SELECT $1, invoice.id, 1, uuidv7(), invoice.partner_id, 'invoice.pdf', 'application/pdf', size, sha256, '{}', now()
  FROM unnest($2::text[], $3::integer[], $4::bytea[]) AS file (reference, size, sha256)
  JOIN partners ON partners.company_id = $1
  JOIN supplier_invoices AS invoice
    ON invoice.company_id = $1 AND invoice.partner_id = partners.id AND external_reference_id = reference`;

const attached = `
  WITH counters AS (
    SELECT event_seq FROM company_counters WHERE company_id = $1
  ), made AS (
    INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
    SELECT $1, event_seq + row_number() OVER (ORDER BY id), id, 'supplierinvoice.attached', supplier_invoice_id::text,
           jsonb_build_object('supplierInvoiceId', supplier_invoice_id, 'attachmentId', id, 'fileName', file_name,
             'contentType', content_type, 'size', size, 'sha256', encode(sha256, 'hex'), 'partnerId', partner_id),
           created_at
    FROM attachments CROSS JOIN counters WHERE company_id = $1
    RETURNING seq
  )
  UPDATE company_counters SET event_seq = (SELECT max(seq) FROM made) FROM counters WHERE company_id = $1
  RETURNING counters.event_seq::integer AS before, company_counters.event_seq::integer AS last`;

/** Attaches a file of 4 to 20 KiB, which hardly compresses, to each of the first invoices. */
export const fillFiles = (connection: pg.ClientConfig, store: FileReceiver, many: number, name = 'Invoicing') =>
  asCompany(connection, name, async (db, company) => {
    const atOnce = 500;
    for (let first = 1; first <= many; first += atOnce) {
      const numbers = Array.from({ length: Math.min(atOnce, many - first + 1) }, (_, at) => first + at);
      const files: IncomingFile[] = [];
      for (const number of numbers) {
        const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(4_096 + ((number * 7_919) % 16_384))]);
        const file = await store.receive(Readable.from([bytes]), 1_000_000);
        await file.keep(company);
        files.push(file);
      }
      const references = numbers.map((number) => String(number).padStart(referencePlaceholder.length, '0'));
      const sizes = files.map(({ size }) => size);
      await db.query(attachments, [company, references, sizes, files.map(({ sha256 }) => sha256)]);
    }
    const { rows } = await db.query<{ before: number; last: number }>(attached, [company]);
    const { before, last } = rows[0] as { before: number; last: number };
    await project(db, company, before, last);
  });

const asCompany = (connection: pg.ClientConfig, name: string, work: (db: Db, company: CompanyId) => Promise<unknown>) =>
  withClient(connection, async (client) => {
    await work(client, await requireCompany(client, name));
  });
