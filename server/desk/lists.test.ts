import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importSuppliers } from '../suppliers/import.ts';
import { openOwnDoor, paths, send, type Door } from '../testing/door.ts';
import { allowing } from '../testing/webhooks.ts';
import { api, signedIn, type SignedIn } from '../testing/operator.ts';

/** All lists of the operator document. A new list fails the test until it has rows here. */
const lists = [
  'listOperators',
  'listSystems',
  'listOwnTokens',
  'listOperatorTokens',
  'listCompanies',
  'listPartners',
  'listTokens',
  'listClients',
  'listAudit',
  'listAuditOfService',
  'listSuppliers',
  'listSupplierChanges',
  'listProjects',
  'listInvoices',
  'listWorkOrders',
  'listRequests',
  'listWebhooks',
  'listDeliveries',
  'reportDue',
  'reportWaiting',
] as const;

interface ListDescription {
  path: string;
  sorts: string[];
  defaultSort: string;
  columns: string[];
}

type ListedRecord = Record<string, unknown>;

const fewSuppliers = 12;
/** More rows than the export of a file reads at once. */
const manySuppliers = 1_010;
let door: Door;
let administrator: SignedIn;
let listed: Map<string, ListDescription>;
let webhook: string;

beforeAll(async () => {
  door = await openOwnDoor(
    'It lists the operators and companies of the whole service; webhooks to this machine are a setting.',
    { env: { DOCS: 'on', ...allowing } },
  );
  administrator = await signedIn(door, 'administrator');
  await fill();
  listed = await readDocument();
}, 120_000);
afterAll(() => door.close());

async function readDocument(): Promise<Map<string, ListDescription>> {
  const document = (await send(door.url, 'GET', `${api}/openapi.json`, {})).body;
  const operations = Object.entries<any>(document.paths).filter(
    ([, methods]) => methods.get?.responses['200'].content['text/csv'] !== undefined,
  );
  const resolve = ({ $ref }: { $ref: string }) => document.components.schemas[$ref.split('/').at(-1) as string];
  return new Map(
    operations.map(([path, { get }]) => {
      const sort = get.parameters.find(({ name }: { name: string }) => name === 'sort');
      const sorts = (/\((.+)\)/.exec(sort.schema.pattern)?.[1] ?? '').split('|');
      const defaultSort = /The default is (\S+)\.$/.exec(sort.description)?.[1] ?? '';
      const { rows } = resolve(get.responses['200'].content['application/json'].schema).properties;
      return [
        get.operationId,
        {
          path: path
            .slice(api.length)
            .replace('{companyId}', door.company)
            .replace('{number}', 'S1')
            .replace('/operators/{id}', `/operators/${administrator.id}`)
            .replace('/webhooks/{id}', `/webhooks/${webhook}`),
          sorts,
          defaultSort,
          columns: Object.entries<any>(resolve(rows.items).properties)
            .filter(([, { description }]) => !description.endsWith(' A CSV file leaves it out.'))
            .map(([name]) => name),
        },
      ];
    }),
  );
}

/** Adds rows with equal values, and texts that a spreadsheet would run. */
async function fill(): Promise<void> {
  const company = `/companies/${door.company}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await administrator.call(method, path, body);
    expect([path, answer.status]).toEqual([path, answer.status === 204 ? 204 : 200]);
    return answer.body;
  };
  for (const name of ['=Beta', '-1+1', '@Gamma', 'A "quoted", name']) {
    await call('POST', '/companies', { name });
    await call('POST', '/tokens', { name });
    await call('POST', `${company}/systems`, { name: name.length > 4 ? 'Same' : name });
    await call('POST', '/operators', {
      email: `${name.length}@example.com`,
      name: '=Same',
      companies: [{ id: door.company, role: 'viewer' }],
    });
    const { id: partnerId } = await call('POST', `${company}/partners`, { name });
    await call('POST', `${company}/tokens`, { partnerId });
    await call('POST', `${company}/tokens`, {
      partnerId,
      scopes: ['suppliers:read'],
      expiresAt: '2099-01-01T00:00:00Z',
    });
    await call('POST', `${company}/clients`, { partnerId });
    // Nothing listens at this address.
    const url = `http://127.0.0.1:10/${name.length > 4 ? 'same' : '=1'}`;
    webhook = (await call('POST', `${company}/webhooks`, { url, partnerId })).id;
    await call('POST', `${company}/projects`, {
      number: name,
      name: 'Same',
      proposalIds: [name, '=1'],
      facilities: [{ number: '=1', name: '+1' }],
    });
  }
  for (const _ of [1, 2, 3, 4]) await call('POST', `${company}/webhooks/${webhook}/test`);
  await addSuppliers(fewSuppliers);
  for (const city of ['=A1', 'Visby', '']) await call('PATCH', `${company}/suppliers/S1`, { city });
  await door.addProject({ number: 'P', name: 'Eken', proposalIds: ['P-1'], facilities: [{ number: '1', name: '' }] });
  for (const n of [1, 2, 3, 4, 5]) {
    const invoice = {
      externalReferenceId: `=${n}`,
      supplierNumber: 'S1',
      totalPrice: n % 2 ? -100.5 : undefined,
      invoiceDate: n % 2 ? Date.UTC(2026, 10, 1) : undefined,
      currency: 'X"X',
    };
    expect((await door.post(paths.invoices, invoice)).status).toBe(200);
    const due = {
      ...invoice,
      externalReferenceId: `+${n}`,
      totalPrice: 1,
      paymentDueDate: Date.UTC(2026, 0, n % 3 || 1),
    };
    expect((await door.post(paths.invoices, due)).status).toBe(200);
    expect(
      (await door.post(paths.workOrders, { id: `@${n}`, proposalId: 'P-1', description: 'a\r\nb; "c"' })).status,
    ).toBe(200);
    await door.post(paths.invoices, {});
  }
  await vi.waitFor(
    async () => expect((await administrator.call('GET', `${company}/requests?limit=200`)).body.rows).toHaveLength(20),
    30_000,
  );
}

async function addSuppliers(many: number): Promise<void> {
  const suppliers = Array.from({ length: many }, (_, n) => ({
    number: `S${n}`,
    name: ['=1+1', '+46', 'Same', 'Line\nbreak'][n % 4] as string,
  }));
  await importSuppliers(
    door.pool,
    door.companyName,
    suppliers.map((record, at) => ({ row: { line: at, at: '', fields: {} }, record })),
  );
}

async function walk(path: string, sort: string, limit: number): Promise<ListedRecord[]> {
  const rows: ListedRecord[] = [];
  for (let after = ''; ;) {
    const { status, body } = await administrator.call('GET', `${path}?sort=${sort}&limit=${limit}${after}`);
    expect([sort, status]).toEqual([sort, 200]);
    rows.push(...body.rows);
    if (body.next === undefined) return rows;
    expect(body.rows).toHaveLength(limit);
    after = `&after=${body.next}`;
  }
}

function cellOf(value: unknown): unknown {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' || typeof value === 'string' ? value : JSON.stringify(value);
}

function valuesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap(valuesIn);
}

/** No cell holds JSON: the values of a list or an object are joined as text. */
function readCell(text: string, like: unknown): unknown {
  if (typeof like === 'object' && like !== null) {
    expect(text).not.toMatch(/^[[{]/);
    const told = text.replaceAll("'", '').replaceAll('\\', '');
    const values = valuesIn(like).filter((value) => !/^[0-9a-f-]{36}$/.test(value));
    for (const value of values) expect(told).toContain(value.replaceAll("'", ''));
    return like;
  }
  // Only text that a spreadsheet would run begins with an apostrophe.
  if (!text.startsWith("'")) expect(text).not.toMatch(/^[=+@]|^-(?!\d+(\.\d+)?$)/);
  return text.replace(/^'(?=[=+\-@\t\r])/, '');
}

it('the test has every list of the document', () => {
  expect([...listed.keys()].sort()).toEqual(lists.toSorted());
});

/** Files of the audit log have its entries as they are stored; pages add names and sums of now. */
const pageOnly = new Set(
  ['listAudit', 'listAuditOfService'].flatMap((operation) => [`${operation} subject`, `${operation} bulk`]),
);

describe.each(lists)('%s', (operationId) => {
  const list = () => listed.get(operationId) as ListDescription;

  it('is answered in pages that have each row once, in every order and its reverse', async () => {
    const { path, sorts, defaultSort } = list();
    const all = await walk(path, defaultSort, 200);
    expect(all.length).toBeGreaterThanOrEqual(4);
    const limit = Math.min(200, Math.max(2, Math.ceil(all.length / 4)));
    const sorted = (rows: ListedRecord[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(sorts).toContain(defaultSort.replace('-', ''));
    expect((await administrator.call('GET', `${path}?limit=200`)).body.rows).toEqual(all.slice(0, 200));
    for (const sort of sorts) {
      const [up, down] = [await walk(path, sort, limit), await walk(path, `-${sort}`, limit)];
      expect(sorted(up), sort).toEqual(sorted(all));
      expect(down, sort).toEqual(up.toReversed());
    }
  });

  it('is a CSV file with the columns of the document and the values of the pages', async () => {
    const { path, defaultSort, columns: all } = list();
    const columns = all.filter((name) => !pageOnly.has(`${operationId} ${name}`));
    const rows = await walk(path, defaultSort, 200);
    const response = await fetch(`${door.url}${api}${path}?format=csv`, { headers: { cookie: administrator.cookie } });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z-]+-20\d\d-\d\d-\d\d\.csv"/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [header, ...lines] = parse(bytes.subarray(3));
    // A file may have more columns than a page, after those of the page.
    expect(header?.slice(0, columns.length)).toEqual(columns);
    expect(lines).toHaveLength(rows.length);
    lines.forEach((line, at) => {
      const row = rows[at] as ListedRecord;
      expect(line).toHaveLength(header?.length ?? 0);
      expect(line.slice(0, columns.length).map((text, index) => readCell(text, row[columns[index] as string]))).toEqual(
        columns.map((name) => cellOf(row[name])),
      );
    });
  });
});

const languages = [
  ['en', ','],
  ['sv', ';'],
] as const;

it.each(lists)(
  '%s has for people a heading in their language for each column of the file for programs',
  async (operationId) => {
    const { path } = listed.get(operationId) as ListDescription;
    const fileOf = async (query: string) => {
      const response = await fetch(`${door.url}${api}${path}?format=csv${query}`, {
        headers: { cookie: administrator.cookie },
      });
      expect(response.status).toBe(200);
      return response.text();
    };
    const [names = [], ...rows] = parse(await fileOf(''));
    for (const [language, delimiter] of languages) {
      const text = await fileOf(`&language=${language}&zone=Europe/Stockholm`);
      const [headings = [], ...lines] = parse(text, { delimiter });
      // People read a date of an invoice once, as its day.
      const once = names.filter((name) => !/^(?:invoice|paymentDue)Day$/.test(name));
      expect(headings, language).toHaveLength(once.length);
      expect(new Set(headings).size).toBe(headings.length);
      for (const heading of headings) expect(heading).toMatch(/^\p{Lu}[\p{L} ’()-]+$/u);
      expect(lines).toHaveLength(rows.length);
      // The details of an audit entry are shown unchanged.
      const details = names.includes('data') ? headings.findIndex((heading) => heading.startsWith('Det')) : -1;
      for (const cell of lines.flatMap((line) => line.filter((_, at) => at !== details))) {
        expect(cell).not.toMatch(/^[[{]|\d\dT\d\d:|\b(true|false|null)\b/);
        expect(cell).not.toMatch(/^[=+@]|^-(?!\d+([.,]\d+)?$)/);
      }
    }
  },
);

it('a file of several pages has every row, and its formulas are defused', async () => {
  await addSuppliers(manySuppliers);
  const response = await fetch(`${door.url}${api}/companies/${door.company}/suppliers?format=csv&sort=-name`, {
    headers: { cookie: administrator.cookie },
  });
  const text = await response.text();
  const numbers = [...text.matchAll(/^S\d+(?=,)/gm)].map(([number]) => number);
  expect(new Set(numbers).size).toBe(manySuppliers);
  expect(text).toMatch(/^S0,'=1\+1,/m);
  expect(text).toMatch(/^S1,'\+46,/m);
});

it('a file without rows has its header', async () => {
  const response = await fetch(
    `${door.url}${api}/companies/${door.company}/suppliers?format=csv&q=nothing+is+called+so`,
    { headers: { cookie: administrator.cookie } },
  );
  expect(await response.text()).toBe(
    'number,name,organizationalNumber,city,country,bankGiro,postGiro,iban,bicSwift,updatedAt,blocked,street,postIndex,phone,email,website,blockedReason\r\n',
  );
});

it('a forged page cursor is a 400', async () => {
  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const after of [
    cursorOf('-at', 'yesterday', 'x'),
    cursorOf('-at', '2026-01-01', 'x'),
    cursorOf('at', '2026-01-01', door.company),
    cursorOf('-at'),
    'AAAA',
  ])
    expect((await administrator.call('GET', `/companies/${door.company}/audit?after=${after}`)).body.message).toMatch(
      /^after is not valid\. /,
    );
});
