import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { pdfOfSheets, shown } from './reading/pdf.testing.ts';
import { createPdfReader } from './reading/reader.ts';
import { decimalOf } from '../../../common/decimal.ts';
import { compareDocuments } from '../../checks/document/compare.ts';
import { paperOf } from '../../demo/paper.ts';
import { invoicesOn, type DemoInvoice } from '../../demo/records.ts';
import { documentTasks } from '../../jobs/documents.ts';
import { judgingTasks } from '../../jobs/judge-again.ts';
import { createProjections } from '../../jobs/projections.ts';
import { runChecks } from '../checking/run-checks.ts';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';
import { setChecks } from '../../testing/settings.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const reader = createPdfReader();
const log = pino({ level: 'silent' });
const { pool, files, followers, company } = door;
const { signal } = new AbortController();
const run = (name: string, payload: object) => {
  const tasks = {
    ...documentTasks({ pool, files, followers, reader, log }),
    ...judgingTasks({ pool, followers, projections: createProjections(pool, log), log }),
  };
  return tasks[name]?.({ company, ...payload }, signal) as Promise<void>;
};
afterAll(async () => {
  await reader.close();
  await door.close();
});

const [usual] = invoicesOn(new Date()) as [DemoInvoice];
const bankGiro = '991-2346';
await door.addSupplier('1', { bankGiro });

let made = 0;
/** An invoice whose data are those of `usual`, unless told otherwise. */
async function invoice(fields: object = {}): Promise<string> {
  const sent = {
    externalReferenceId: `document-${(made += 1)}`,
    supplierNumber: '1',
    supplierBankGiro: bankGiro,
    supplierInvoiceNumber: usual.number,
    totalPrice: usual.total / 100,
    paymentReferenceOCR: usual.ocr,
    ...fields,
  };
  return (await door.post(paths.invoices, sent)).body.id;
}

/** The same file on two invoices would be a finding of its own. */
const paper = (changes: Partial<DemoInvoice> = {}) =>
  paperOf({ ...usual, paper: { bankGiro, fee: 0 }, project: `Projekt ${(made += 1)}`, ...changes });

const scan = () => Buffer.from(pdfOfSheets([{ content: `0 0 ${(made += 1)} 9 re f` }]));

async function attach(id: string, pdf: Buffer, fileName = 'faktura.pdf'): Promise<string> {
  const { body } = await door.post(paths.attach, {
    supplierInvoiceId: id,
    fileName,
    content: pdf.toString('base64'),
  });
  await run('documents.read', { invoiceId: id });
  return body.id;
}

const at = (id: string) => `/companies/${company}/invoices/${id}`;
const read = async (id: string) => (await approver.call('GET', at(id))).body;
const codes = async (id: string): Promise<string[]> =>
  (await read(id)).findings.map(({ code }: { code: string }) => code);
const eventsOf = async (id: string) =>
  (
    await pool.query('SELECT type, data FROM events WHERE company_id = $1 AND subject_id = $2 ORDER BY seq', [
      company,
      id,
    ])
  ).rows;
/** All invoices of this file are alike. */
const choose = (settings: Parameters<typeof setChecks>[1]) => {
  const off = {
    'duplicate.number': 'off',
    'duplicate.amount': 'off',
    'duplicate.ocr': 'off',
    'sum.total': 'off',
  } as const;
  return setChecks(door, { ...off, ...settings });
};
await choose({});

it('a file with another account holds the invoice, with the page and the line that prove it', async () => {
  const id = await invoice();
  const attachmentId = await attach(id, paper({ paper: { bankGiro: '5050-1055', fee: 0 } }));
  const { state, findings } = await read(id);
  expect(state).toBe('held');
  expect(findings).toMatchObject([
    {
      code: 'document.account',
      severity: 'hold',
      path: 'supplierBankGiro',
      parameters: { kind: 'bankgiro', account: '5050-1055', attachmentId, fileName: 'faktura.pdf', page: 1 },
    },
  ]);
  expect(findings[0].parameters.text).toMatch(/^5050-1055 {2}/);
  expect((await eventsOf(id)).slice(2)).toMatchObject([
    {
      type: 'supplierinvoice.checked',
      data: { by: { name: 'the service' }, findings: [{ code: 'document.account' }] },
    },
    { type: 'supplierinvoice.held', data: { by: { name: 'the service' }, heldFor: ['document.account'] } },
  ]);
  const { body } = await door.call('GET', `${paths.invoices}/${id}`);
  expect(body.findings).toEqual([
    {
      code: 'document.account',
      severity: 'hold',
      path: 'supplierBankGiro',
      message: 'A file names an account that is neither the invoice’s nor in the supplier’s record.',
    },
  ]);
});

it('a file that says what the invoice says is no finding, and neither is one without text', async () => {
  const id = await invoice();
  await attach(id, paper());
  await attach(id, scan(), 'skanning.pdf');
  expect(await read(id)).toMatchObject({ state: 'received', findings: [] });
});

it('missing values warn once, and a later file that has them dismisses the warnings', async () => {
  const id = await invoice();
  const other = { number: 'X-1', ocr: '12344', paper: { bankGiro, fee: 4_900 } };
  await attach(id, paper(other));
  await attach(id, paper(other), 'specifikation.pdf');
  const warned = await read(id);
  expect(warned.state).toBe('received');
  expect(warned.findings).toMatchObject([
    { code: 'document.total', severity: 'warning', parameters: { text: expect.stringContaining('Att betala') } },
    { code: 'document.number', parameters: { number: usual.number, text: expect.stringContaining('X-1') } },
    { code: 'document.ocr', parameters: { ocr: usual.ocr, text: expect.stringContaining('12344') } },
  ]);
  await attach(id, paper(), 'hela.pdf');
  const dismissed = { by: { name: 'the service' }, reason: 'hela.pdf' };
  expect((await read(id)).findings).toMatchObject([{ dismissed }, { dismissed }, { dismissed }]);
  const events = (await eventsOf(id)).filter(({ type }) => type === 'supplierinvoice.dismissed');
  expect(events.map(({ data }) => [data.code, data.place, data.reason, data.by])).toEqual([
    ['document.total', 1, 'hela.pdf', { name: 'the service' }],
    ['document.number', 2, 'hela.pdf', { name: 'the service' }],
    ['document.ocr', 3, 'hela.pdf', { name: 'the service' }],
  ]);
  expect((await door.call('GET', `${paths.invoices}/${id}`)).body.findings).toEqual([]);
});

it('a file that cannot be read is a warning that says why, and one reading later dismisses it', async () => {
  const id = await invoice();
  await attach(id, paper());
  const attachmentId = await attach(id, Buffer.from(`%PDF-1.5\n%${(made += 1)}\n%%EOF\n`), 'skadad.pdf');
  const warned = await read(id);
  expect(warned.state).toBe('received');
  expect(warned.findings).toMatchObject([
    {
      code: 'document.unread',
      severity: 'warning',
      parameters: { attachmentId, fileName: 'skadad.pdf', why: 'broken' },
    },
  ]);
  await pool.query(
    `UPDATE document_texts SET outcome = 'empty', reason = NULL
     WHERE company_id = $1 AND sha256 = (SELECT sha256 FROM attachments WHERE company_id = $1 AND id = $2)`,
    [company, attachmentId],
  );
  await run('documents.read', { invoiceId: id });
  expect((await read(id)).findings).toMatchObject([{ dismissed: { reason: 'skadad.pdf' } }]);
});

it('a file of which only a part is read is a warning, also without text, and each file has its own', async () => {
  const id = await invoice();
  const sheets = (count: number) =>
    Buffer.from(pdfOfSheets(Array.from({ length: count }, () => ({ content: `0 0 ${(made += 1)} 9 re f` }))));
  const [long, longer] = [await attach(id, sheets(31)), await attach(id, sheets(32))];
  expect((await read(id)).findings.map(({ parameters }: { parameters: object }) => parameters)).toMatchObject([
    { attachmentId: long, why: 'part' },
    { attachmentId: longer, why: 'part' },
  ]);
});

it('an account that nobody sees holds the invoice, also in a file without other text', async () => {
  const id = await invoice();
  await attach(
    id,
    Buffer.from(pdfOfSheets([{ content: `1 g ${shown(`Bankgiro ${bankGiro} ${(made += 1)}`, 50, 700)}` }])),
  );
  expect(await read(id)).toMatchObject({
    state: 'held',
    findings: [
      { code: 'document.hidden', severity: 'hold', parameters: { page: 1, text: expect.stringContaining(bankGiro) } },
    ],
  });
});

it('a file without text does not dismiss a warning', async () => {
  const id = await invoice();
  await attach(id, paper({ number: 'X-1' }));
  await attach(id, scan(), 'skanning.pdf');
  expect((await read(id)).findings).toMatchObject([{ code: 'document.number' }]);
  expect((await read(id)).findings[0].dismissed).toBeUndefined();
});

it('a finding that an operator has dismissed does not come back with the next file', async () => {
  const id = await invoice();
  await attach(id, paper({ number: 'X-1' }));
  expect((await approver.call('POST', `${at(id)}/findings/1/dismiss`, { reason: 'A typing error.' })).status).toBe(200);
  await attach(id, paper({ number: 'X-1' }));
  expect((await read(id)).findings).toMatchObject([{ dismissed: { by: { name: 'The approver' } } }]);
});

it('a company switches the checks off, or lets them hold; a later file releases nothing', async () => {
  await choose({ 'document.account': 'off', 'document.total': 'hold' });
  const id = await invoice();
  await attach(id, paper({ paper: { bankGiro: '5050-1055', fee: 4_900 } }));
  await attach(id, paper());
  await choose({});
  expect(await read(id)).toMatchObject({ state: 'held', findings: [{ code: 'document.total', severity: 'hold' }] });
  expect((await read(id)).findings[0].dismissed).toBeUndefined();
});

it('a finding that arrives after the operator has read the invoice stops the approval', async () => {
  const id = await invoice();
  const { findings } = await read(id);
  await attach(id, paper({ number: 'X-1' }));
  const approve = (seenFindings: number) => approver.call('POST', `${at(id)}/approve`, { seenFindings });
  expect(await approve(findings.length)).toMatchObject({ status: 409 });
  expect((await approve(1)).body.state).toBe('approved');
});

it('a late file of an approved invoice is a finding and holds it; one of a withdrawn invoice is none', async () => {
  const [decided, withdrawn] = [await invoice(), await invoice()];
  expect((await approver.call('POST', `${at(decided)}/approve`, { seenFindings: 0 })).status).toBe(200);
  await door.post(`${paths.invoices}/${withdrawn}/withdraw`, {});
  for (const id of [decided, withdrawn]) await attach(id, paper({ paper: { bankGiro: '5050-1055', fee: 0 } }));
  expect(await read(decided)).toMatchObject({ state: 'held', findings: [{ code: 'document.account' }] });
  expect(await read(withdrawn)).toMatchObject({ state: 'withdrawn', findings: [] });
});

it('open invoices are compared again when the supplier gets another account', async () => {
  await door.addSupplier('2', { bankGiro });
  const id = await invoice({ supplierNumber: '2', supplierBankGiro: undefined });
  await attach(id, paper());
  expect(await codes(id)).toEqual([]);
  await pool.query(`UPDATE suppliers SET bank_giro = '5050-1055' WHERE company_id = $1 AND number = '2'`, [company]);
  await run('invoices.judge', { supplierNumber: '2' });
  expect(await codes(id)).toEqual(['document.account']);
});

it('each paper of the demo is read from its PDF and agrees with its data, except for the two that are meant to differ', async () => {
  const differing: Record<string, string[]> = {};
  for (const one of invoicesOn(new Date())) {
    const outcome = await reader.read(new Uint8Array(paperOf(one)), signal);
    const { bankGiro: sent, total, number, ocr, supplier } = one;
    const found = compareDocuments(
      {
        lines: [],
        supplierBankGiro: sent,
        supplierPostGiro: supplier.postGiro,
        totalPrice: decimalOf(total / 100),
        supplierInvoiceNumber: number,
        paymentReferenceOCR: ocr,
      },
      { bankGiro: supplier.bankGiro ?? '', postGiro: supplier.postGiro ?? '', iban: '' },
      [{ attachmentId: 'file', fileName: 'faktura.pdf', pages: outcome.outcome === 'read' ? outcome.pages : [] }],
    );
    expect(outcome.outcome).toBe('read');
    if (found.length > 0) differing[number] = found.map(({ code }) => code);
  }
  expect(differing).toEqual({ '5521': ['document.account'], 'LM-611': ['document.total'] });
});

it('running the checks again finds what the files say', async () => {
  const id = await invoice();
  await attach(id, paper({ number: 'X-1' }));
  await pool.query(`UPDATE supplier_invoices SET findings = '[]' WHERE company_id = $1 AND id = $2`, [company, id]);
  const found: Record<string, string[]> = {};
  for await (const step of runChecks(pool, company, { day: undefined, apply: true }))
    for (const one of step.found) found[one.id] = one.findings.map(({ code }) => code);
  expect(found[id]).toContain('document.number');
  expect(await codes(id)).toContain('document.number');
});
