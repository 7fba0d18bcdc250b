import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { operationsOf, type Operation } from './document.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

const documents = (['partner', 'operator'] as const).map((name) => ({
  name,
  operations: operationsOf(JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8')))
    .filter(({ method }) => method === 'get')
    // Calls that partners make here are recorded too.
    .sort((one, other) => Number(other.path.includes('/calls')) - Number(one.path.includes('/calls'))),
}));

/**
 * Values of the parameters that follow the company, one statement for each kind of path. An operation whose path is not
 * among them is an error, so a new one is read as well.
 */
const parameters: Record<string, string> = {
  '': 'SELECT',
  'operators/{id}': 'SELECT id FROM operators ORDER BY 1',
  'partners/{id}': 'SELECT id FROM partners WHERE company_id = $1 ORDER BY 1',
  'suppliers/{number}': 'SELECT number FROM suppliers WHERE company_id = $1 ORDER BY 1',
  'projects/{id}': 'SELECT id FROM projects WHERE company_id = $1 ORDER BY 1',
  'invoices/{id}': 'SELECT id FROM supplier_invoices WHERE company_id = $1 ORDER BY 1',
  'supplierinvoices/{id}': 'SELECT id FROM supplier_invoices WHERE company_id = $1 ORDER BY 1',
  'invoices/{id}/files/{fileId}': 'SELECT supplier_invoice_id, id FROM attachments WHERE company_id = $1 ORDER BY 1, 2',
  'bulk/{id}': 'SELECT id FROM bulk_decisions WHERE company_id = $1 ORDER BY 1',
  'work-orders/{id}': 'SELECT id FROM work_orders WHERE company_id = $1 ORDER BY 1',
  'workorder/{id}': 'SELECT id FROM work_orders WHERE company_id = $1 ORDER BY 1',
  'requests/{traceId}': `SELECT replace(trace_id::text, '-', '') FROM calls WHERE company_id = $1 ORDER BY created_at, id`,
  'calls/{traceId}': `SELECT replace(trace_id::text, '-', '') FROM calls WHERE company_id = $1 ORDER BY created_at, id`,
  'webhooks/{id}': 'SELECT id FROM webhook_endpoints WHERE company_id = $1 ORDER BY 1',
  'webhooks/{id}/deliveries/{deliveryId}':
    'SELECT endpoint_id, id FROM webhook_attempts WHERE company_id = $1 ORDER BY 1, 2',
};

const queries: Record<string, string[]> = {
  listBulks: ['open=true'],
  listViews: ['list=invoices'],
  search: ['q=a', 'q=1'],
  listChoices: ['of=supplier', 'of=partner', 'of=project', 'of=operator'],
  readEvents: ['after=0&limit=1000'],
  readOwnEvents: ['after=0'],
};

export interface ReadTarget {
  url: string;
  db: Db;
  companies: readonly CompanyId[];
  /** Headers of an administrator. */
  operator: Record<string, string>;
  /** Tokens of partners, by the company. */
  tokens: Record<CompanyId, string>;
  /** Records that are read of each kind. */
  maxRecords: number;
}

/**
 * Everything that operators and partners can read from the service, by path: two services with the same rows and files
 * give the same. Operators read first, because the calls of partners are recorded.
 */
export async function readEverything(target: ReadTarget): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  for (const { name, operations } of documents.toReversed())
    for (const operation of operations)
      for (const company of ofCompany(name, operation) ? target.companies : [undefined])
        for (const path of await pathsOf(target, operation, company)) {
          const headers =
            name === 'operator' ? target.operator : { authorization: `Bearer ${target.tokens[company as CompanyId]}` };
          read.set(`${company ?? ''} ${path}`, await answerOf(target.url + path, headers));
        }
  return read;
}

const ofCompany = (document: string, { path }: Operation) => document === 'partner' || path.includes('{companyId}');

async function pathsOf(
  { db, maxRecords }: ReadTarget,
  { path, operationId }: Operation,
  company: CompanyId | undefined,
): Promise<string[]> {
  const inCompany = path.replace('{companyId}', company ?? '');
  const key = /[^/]+\/\{.*\}/.exec(inCompany)?.[0] ?? '';
  const statement = parameters[key];
  if (statement === undefined) throw new Error(`readable.ts does not know the parameters of ${path}: add them`);
  const { rows } = await db.query({
    text: statement,
    values: statement.includes('$1') ? [company] : [],
    rowMode: 'array',
  });
  const paths = (rows as unknown as string[][]).slice(0, maxRecords).map((values) => {
    const left = [...values];
    return inCompany.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() as string));
  });
  return paths.flatMap((one) =>
    (queries[operationId] ?? ['']).map((query) => (query === '' ? one : `${one}?${query}`)),
  );
}

/** Values that this very reading makes, and backups of the database itself, which no backup has. */
const ofThisReading = /"(?:traceId|lastUsedAt|lastSeenAt)":(?:"[^"]*"|null)|"backup":\{[^}]*\}/g;

/** The statement that the service signs, without the address and the time of this reading. */
const statementOf = (_receipt: string, header: string, statement: string) =>
  [header, statement]
    .map((part) =>
      Buffer.from(part, 'base64url')
        .toString()
        .replace(/"(?:iss|iat)":(?:"[^"]*"|\d+)/g, ''),
    )
    .join();

async function answerOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const body = type.includes('json')
    ? bytes
        .toString()
        .replace(ofThisReading, '')
        .replace(/"receipt":"([\w-]+)\.([\w-]+)\.[\w-]+"/, statementOf)
    : createHash('sha256').update(bytes).digest('hex');
  return `${response.status} ${type} ${body}`;
}
