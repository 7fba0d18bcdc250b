import { paths, type Answer, type Call, type Door } from './door.ts';

/** One of the operations that create, with bodies that are accepted. */
export interface Creation {
  name: 'createSupplier' | 'createSupplierInvoice' | 'attach' | 'createWorkOrder';
  path: string;
  scope: string;
  /** The field whose value makes a record what it is, where there is one. */
  reference: 'number' | 'externalReferenceId' | 'id' | undefined;
  /** The table that a success adds a row to. */
  table: string;
  /** A body that is accepted; another seed makes another record. What it refers to exists. */
  body(seed: string): Promise<Record<string, unknown>>;
}

const text = (content: string) => Buffer.from(content).toString('base64');

/** The four creations on a door that has supplier 1, and proposal P-1 on a project with one facility. */
export async function creationsOn(door: Door): Promise<Creation[]> {
  await door.addSupplier('1');
  await door.addProject({
    number: 'p1',
    name: 'Eken',
    proposalIds: ['P-1'],
    facilities: [{ number: 'f', name: 'House' }],
  });
  return [
    {
      name: 'createSupplier',
      path: paths.suppliers,
      scope: 'suppliers:write',
      reference: 'number',
      table: 'suppliers',
      body: async (seed) => ({ number: seed, name: 'Nordbygg' }),
    },
    {
      name: 'createSupplierInvoice',
      path: paths.invoices,
      scope: 'supplierinvoices:write',
      reference: 'externalReferenceId',
      table: 'supplier_invoices',
      body: async (seed) => ({ externalReferenceId: seed, supplierNumber: '1' }),
    },
    {
      name: 'attach',
      path: paths.attach,
      scope: 'supplierinvoices:write',
      reference: undefined,
      table: 'attachments',
      body: async (seed) => ({
        supplierInvoiceId: await invoiceOn(door, `for ${seed}`),
        fileName: 'invoice.xml',
        content: text(`<invoice>${seed}</invoice>`),
      }),
    },
    {
      name: 'createWorkOrder',
      path: paths.workOrders,
      scope: 'workorders:write',
      reference: 'id',
      table: 'work_orders',
      body: async (seed) => ({ id: seed, proposalId: 'P-1' }),
    },
  ];
}

/** The id of an invoice with this reference, made now or by an earlier call; supplier 1 must exist. */
export async function invoiceOn(door: Door, externalReferenceId: string): Promise<string> {
  const { status, body } = await door.post(paths.invoices, { externalReferenceId, supplierNumber: '1' });
  const id = status === 200 ? body.id : /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(body.message)?.[0];
  if (id === undefined) throw new Error(`invoice ${externalReferenceId}: ${status} ${JSON.stringify(body)}`);
  return id;
}

/** Posts JSON text as it stands, for what JSON.stringify cannot write. */
export const postText = (door: Door, path: string, raw: string | Uint8Array, call: Call = {}): Promise<Answer> =>
  door.call('POST', path, { raw, ...call, headers: { 'content-type': 'application/json', ...call.headers } });

/** How many rows a table has. */
export async function countOf(door: Door, table: string): Promise<number> {
  const { rows } = await door.pool.query<{ many: number }>(`SELECT count(*)::integer AS many FROM ${table}`);
  return rows[0]?.many ?? 0;
}

/** The document of an invoice or a work order as PostgreSQL holds it, every digit included. */
export async function documentOf(door: Door, table: 'supplier_invoices' | 'work_orders', id: string): Promise<string> {
  const { rows } = await door.pool.query<{ document: string }>(
    `SELECT document::text AS document FROM ${table} WHERE id = $1`,
    [id],
  );
  return rows[0]?.document ?? '';
}
