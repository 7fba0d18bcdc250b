import { setTimeout as sleep } from 'node:timers/promises';
import { createTokenIn } from '../partners/actions.ts';
import type { Connection } from '../ground/db/connect/client.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { hashToken } from '../ground/secrets/tokens.ts';
import { demoNames, type Demo } from './demo.ts';
import { paperOf } from './paper.ts';
import { invoicesOn, refusedInvoice, workOrders, type DemoInvoice } from './records.ts';
import { deleteToken, findDemo, markDemo, readFilled, whileAlone } from './store.ts';

interface FillDeps {
  pool: Pool;
  connection: Connection;
  /** The service's own address, without a slash at the end. */
  base: string;
  signal: AbortSignal;
}

/**
 * Sends the first records of the demo company through the door, as a partner does. What an earlier start has sent is
 * left out, so a process that is killed halfway leaves nothing twice. Stops between two requests if the signal asks.
 */
export const fillDemo = (
  { pool, connection, base, signal }: FillDeps,
  { id, token }: Demo,
  scopes: readonly string[],
): Promise<void> =>
  whileAlone(connection, async () => {
    // Another process may have finished meanwhile, or removed the company.
    if ((await findDemo(pool))?.demo !== 'filling') return;
    const used = token ?? (await temporaryToken(pool, scopes));
    try {
      if (await sendAll(pool, base, id, used, signal)) await markDemo(pool, id, 'filled');
    } finally {
      if (token === undefined) await deleteToken(pool, hashToken(used));
    }
  });

/** The first start shows the demo's token, and only its hash is stored; a later start needs another. */
async function temporaryToken(pool: Pool, scopes: readonly string[]): Promise<string> {
  const expiresAt = new Date(Date.now() + 10 * 60_000);
  return (await createTokenIn(pool, { ...demoNames, scopes, name: 'First look', expiresAt })).token;
}

/** Returns whether all was sent. */
async function sendAll(
  pool: Pool,
  base: string,
  company: CompanyId,
  token: string,
  signal: AbortSignal,
): Promise<boolean> {
  const sent = await readFilled(pool, company);
  const post = (path: string, body: FormData | object) => postTo(`${base}${path}`, token, body, signal);

  async function send(invoice: DemoInvoice): Promise<boolean> {
    const known = sent.invoices.get(invoice.reference);
    const id = known?.id ?? (await post('/supplierinvoices/supplierinvoices', documentOf(invoice)));
    if (id === undefined || !invoice.hasFile || known?.hasFile) return id !== undefined;
    const form = new FormData();
    form.append('supplierInvoiceId', id);
    form.append('file', new Blob([new Uint8Array(paperOf(invoice))], { type: 'application/pdf' }), fileNameOf(invoice));
    return (await post('/supplierinvoices/attach', form)) !== undefined;
  }

  for (const invoice of invoicesOn(new Date())) if (!(await send(invoice))) return false;
  for (const order of workOrders)
    if (!sent.workOrders.has(order.id) && (await post('/doorway/v1/projects/workorder', order)) === undefined)
      return false;
  if (!sent.hasRefused) await post('/supplierinvoices/supplierinvoices', refusedInvoice);
  return !signal.aborted;
}

/** Returns the id of what was made; undefined if it was refused or the service stops. */
async function postTo(
  url: string,
  token: string,
  body: FormData | object,
  signal: AbortSignal,
): Promise<string | undefined> {
  // A rate limit may be lower than the pace of this loop.
  for (let tries = 0; tries < 20 && !signal.aborted; tries++) {
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const { id } = (await response.json()) as { id?: string };
    if (response.status !== 429 && response.status !== 503) return id;
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

const fileNameOf = ({ number, credits }: DemoInvoice) =>
  `${credits === undefined ? 'Faktura' : 'Kreditfaktura'} ${number}.pdf`;

/** Sums of whole öre have at most two decimals, which a number holds exactly. */
const kronor = (ore: number) => ore / 100;

export const documentOf = (invoice: DemoInvoice) => ({
  externalReferenceId: invoice.reference,
  supplierNumber: invoice.supplier.number,
  supplierName: invoice.supplier.name,
  ...(invoice.supplier.organizationalNumber !== undefined && {
    supplierOrganizationalNumber: invoice.supplier.organizationalNumber,
  }),
  ...(invoice.bankGiro !== undefined && { supplierBankGiro: invoice.bankGiro }),
  ...(invoice.supplier.postGiro !== undefined && { supplierPostGiro: invoice.supplier.postGiro }),
  supplierInvoiceNumber: invoice.number,
  projectName: invoice.project,
  invoiceDate: invoice.invoiceDate.getTime(),
  paymentDueDate: invoice.dueDate.getTime(),
  currency: 'SEK',
  articles: invoice.lines.map(({ text, quantity, unit, price }) => ({
    articleDescription: text,
    quantity,
    unit,
    price: kronor(price),
    totalPrice: kronor(quantity * price),
    vat: 25,
  })),
  totalPrice: kronor(invoice.total),
  totalVat: kronor(invoice.vat),
  paymentReferenceOCR: invoice.ocr,
  ...(invoice.credits !== undefined && { creditInvoiceReference: invoice.credits }),
});
