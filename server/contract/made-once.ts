import fc from 'fast-check';
import { expect } from 'vitest';
import type { Operation } from './document.ts';
import type { Draft } from './drafts.ts';
import { seeded, type PlayedCase, type Stage } from './play.ts';
import { isRule } from './rules.ts';

const operationOf = ({ contract }: Stage, id: string) =>
  contract.operations.find((operation) => operation.id === id) as Operation;

const requests = (stage: Stage, id: string) =>
  stage
    .drafts(operationOf(stage, id))
    .filter(({ type }) => type === 'application/json')
    // Neither a key that is used twice nor a dry run.
    .map((draft) => ({ ...draft, headers: {}, query: [] }));

const withFields = (draft: Draft, fields: Record<string, string | null>): Draft => ({
  ...draft,
  body: { ...(draft.body as object), ...fields },
});
const bodyOf = ({ reply }: PlayedCase) => JSON.parse(reply.text) as Record<string, string>;

/**
 * Sends the request twice: the first creates the record, the second gets a 409 that names it. Undefined if a rule
 * outside the schema refuses it.
 */
async function makeOnce(stage: Stage, id: string, draft: Draft): Promise<PlayedCase | undefined> {
  const made = await stage.play(operationOf(stage, id), { what: id, expected: 'accepted', draft });
  expect(made.faults).toEqual([]);
  if (isRule(id, made.reply.status, bodyOf(made).message ?? '')) return undefined;
  expect([id, made.reply.status, made.reply.text]).toEqual([id, 200, made.reply.text]);
  const again = await stage.play(operationOf(stage, id), { what: id, expected: 409, draft: made.sent });
  expect([id, again.faults, again.reply.text]).toEqual([id, [], again.reply.text]);
  expect(bodyOf(again).message).toContain(bodyOf(made).id ?? 'exists already');
  expect(bodyOf(again).message).toContain('nothing differs');
  return made;
}

type Payee = Partial<Record<'organizationalNumber' | 'bankGiro' | 'postGiro', string | null>>;

/**
 * Creates a supplier, its invoice, a file and a work order: each is created once and can be found, and a repeat gets a
 * 409.
 */
export async function expectMadeOnce(stage: Stage): Promise<void> {
  const { administrator, door } = stage.service;
  const read = async (path: string) => (await administrator.call('GET', `/companies/${door.company}/${path}`)).body;
  const [suppliers, invoices, files, workOrders] = [
    requests(stage, 'createSupplier'),
    requests(stage, 'createSupplierInvoice'),
    requests(stage, 'attach'),
    requests(stage, 'createWorkOrder'),
  ];
  const property = fc.asyncProperty(
    suppliers,
    invoices,
    files,
    workOrders,
    async (supplier, invoice, file, workOrder) => {
      const supplierMade = await makeOnce(stage, 'createSupplier', withFields(supplier, { number: '{{unique}}' }));
      if (supplierMade === undefined) return;
      const { number, name, ...payee } = supplierMade.sent.body as { number: string; name: string } & Payee;
      const draft: Draft = { ...supplierMade.sent, type: undefined, body: undefined, query: [['number', number]] };
      const { faults, reply } = await stage.play(operationOf(stage, 'listSuppliers'), {
        what: 'listed',
        expected: 200,
        draft,
      });
      expect([faults, JSON.parse(reply.text)]).toMatchObject([[], { suppliers: [{ number, name }] }]);
      expect(await read(`suppliers/${number}`)).toMatchObject({ number, name });

      const invoiceMade = await makeOnce(
        stage,
        'createSupplierInvoice',
        withFields(invoice, {
          externalReferenceId: '{{unique}}',
          supplierNumber: number,
          // With another payee the invoice would be held.
          supplierName: name,
          supplierOrganizationalNumber: payee.organizationalNumber ?? null,
          supplierBankGiro: payee.bankGiro ?? null,
          supplierPostGiro: payee.postGiro ?? null,
        }),
      );
      if (invoiceMade === undefined) return;
      const { id: supplierInvoiceId } = bodyOf(invoiceMade) as { id: string };
      const arrived = (await read(`invoices/${supplierInvoiceId}`)) as {
        findings: { severity: string; code: string }[];
      };
      // Suppliers of other runs may have the same name with another account, and an account may be any text.
      const holding = arrived.findings.filter(({ severity }) => severity === 'hold').map(({ code }) => code);
      expect(holding.filter((code) => code !== 'payee.twin' && code !== 'payee.unreadable')).toEqual([]);
      expect(arrived).toMatchObject({
        id: supplierInvoiceId,
        state: holding.length === 0 ? 'received' : 'held',
        supplier: { number },
      });

      const fileMade = await makeOnce(
        stage,
        'attach',
        withFields(file, {
          supplierInvoiceId,
          content: '{{base64}}',
          fileName: 'invoice.xml',
          contentType: 'application/xml',
        }),
      );
      if (fileMade !== undefined)
        expect(await read(`invoices/${supplierInvoiceId}`)).toMatchObject({
          files: [{ id: bodyOf(fileMade).id, fileName: 'invoice.xml' }],
        });

      const workOrderMade = await makeOnce(
        stage,
        'createWorkOrder',
        withFields(workOrder, { id: '{{unique}}', proposalId: 'P-1' }),
      );
      if (workOrderMade !== undefined)
        expect(await read(`work-orders/${bodyOf(workOrderMade).id}`)).toMatchObject({
          state: 'open',
          title: bodyOf(workOrderMade).title,
        });
    },
  );
  await fc.assert(property, seeded(stage.runs));
}
