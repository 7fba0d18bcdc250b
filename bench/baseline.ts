import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPool, invoiceShape, messageFor, readConfig, serveWith } from './same-setup.ts';
import type { SupplierInvoice } from '../server/supplier-invoices/shape.ts';
import { Supplier } from '../server/suppliers/shape.ts';
import { WorkOrder } from '../server/work-orders/door/schemas.ts';

/**
 * A good first version: the same set-up, tables, keys and pool, and one prepared INSERT per request that commits by
 * itself. It has no events, counters or Idempotency-Keys.
 */
const { databaseUrl, poolSize } = readConfig(process.env);
const pool = createPool({
  connection: { connectionString: databaseUrl },
  size: poolSize,
  onIdleError: () => undefined,
});

const fields = Object.keys(Supplier.properties) as (keyof Supplier)[];
const columns = fields.map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
let workOrders = 0;

await serveWith({
  async createSupplierInvoice(request: FastifyRequest, reply: FastifyReply) {
    const { externalReferenceId, supplierNumber } = request.body as SupplierInvoice;
    const { rows } = await pool.query<{ id: string }>({
      name: 'plain-invoice',
      text: `INSERT INTO supplier_invoices
               (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
             VALUES ($1, uuidv7(), $2, $3, $4, 'received', $5, '[]', $6) RETURNING id`,
      values: [
        request.partner.companyId,
        request.partner.id,
        externalReferenceId,
        supplierNumber,
        request.call.text,
        new Date(),
      ],
    });
    return reply.send({
      id: rows[0]?.id,
      message: messageFor('Supplier invoice created.', invoiceShape, request.body as object),
    });
  },

  async createSupplier(request: FastifyRequest, reply: FastifyReply) {
    const supplier = request.body as Supplier;
    await pool.query({
      name: 'plain-supplier',
      text: `INSERT INTO suppliers (company_id, partner_id, created_at, updated_at, extra, ${columns.join(', ')})
             VALUES ($1, $2, $3, $3, '{}', ${columns.map((_, at) => `$${at + 4}`).join(', ')})`,
      values: [
        request.partner.companyId,
        request.partner.id,
        new Date(),
        ...fields.map((field) => supplier[field] ?? ''),
      ],
    });
    return reply.send({ message: messageFor('Supplier created.', Supplier, supplier) });
  },

  async createWorkOrder(request: FastifyRequest, reply: FastifyReply) {
    const { id, proposalId } = request.body as WorkOrder;
    workOrders += 1;
    const { rows } = await pool.query<{ id: string; title: string }>({
      name: 'plain-work-order',
      text: `INSERT INTO work_orders
               (company_id, id, partner_id, reference, project_id, facility_number, number, title, state, document, created_at)
             SELECT $1, uuidv7(), $2, $3, projects.id, project_facilities.number, $5::integer, projects.name || ' #' || $5::integer, 'open', $6, $7
             FROM project_proposals
             JOIN projects ON projects.company_id = $1 AND projects.id = project_proposals.project_id
             JOIN project_facilities ON project_facilities.company_id = $1 AND project_facilities.project_id = projects.id
             WHERE project_proposals.company_id = $1 AND proposal_id = $4
             RETURNING id, title`,
      values: [
        request.partner.companyId,
        request.partner.id,
        id,
        proposalId,
        workOrders,
        request.call.text,
        new Date(),
      ],
    });
    return reply.send({ ...rows[0], message: messageFor('Work order created.', WorkOrder, request.body as object) });
  },

  async listSuppliers(request: FastifyRequest, reply: FastifyReply) {
    const { rows } = await pool.query({
      name: 'plain-list',
      text: `SELECT ${fields.map((field, at) => `${columns[at]} AS "${field}"`).join(', ')} FROM suppliers WHERE company_id = $1 ORDER BY number`,
      values: [request.partner.companyId],
    });
    return reply.send({ suppliers: rows });
  },
});
