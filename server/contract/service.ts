import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { issueSandboxToken } from '../sandbox/actions.ts';
import { commandLine } from '../audit/record.ts';
import { createClient } from '../testing/access.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';
import type { Compilers } from '../ground/http/answers/compilers.ts';
import { writeSettingProposal } from '../decisions/proposals-store.ts';
import { openOwnDoor, paths, type Door } from '../testing/door.ts';
import { addCodes } from '../testing/coding.ts';
import { goodPassword, signedIn, type SignedIn } from '../testing/operator.ts';
import { sandboxOf } from '../testing/sandbox.ts';
import type { Operation } from './document.ts';
import { directoryStands, directoryValues } from './directories.ts';
import { factorStands, factorValues } from './factors.ts';

export interface ContractService {
  door: Door;
  /** Creates a token of the sandbox. */
  sandboxTokenFor(scopes: readonly string[]): Promise<string>;
  administrator: SignedIn;
  /** Placeholders or literal values for a field or parameter; empty if any value will do. */
  known(operation: Operation, name: string): string[];
  /** Creates a new record each time if a call may use it up. */
  value(name: string): Promise<string>;
  /** The same record each time, for requests that are not sent or are refused. */
  sameValue(name: string): Promise<string>;
  auth(operation: Operation, way: string): Record<string, string>;
  sentWithAuth: string[];
  cursors: Map<string, string>;
  close(): Promise<void>;
}

/** Keyed by field or parameter, prefixed with the operation if the name has another meaning there. */
const stands: Record<string, string[]> = {
  ...factorStands,
  ...directoryStands,
  number: ['{{unique}}', 'Å {{unique}}', ' {{unique}}'],
  externalReferenceId: ['{{unique}}', 'Å {{unique}}', ' {{unique}}'],
  'createWorkOrder id': ['{{unique}}', 'Å {{unique}}'],
  supplierNumber: ['{{supplier}}'],
  supplierInvoiceId: ['{{invoice}}'],
  proposalId: ['{{proposal}}'],
  content: ['{{base64}}'],
  file: ['{{xml}}'],
  fileName: ['invoice.xml', 'Faktura 1.XML', 'no extension'],
  'putSupplierInvoiceFile path name': ['invoice.xml', 'Faktura 1.XML', 'no extension'],
  contentType: ['application/xml', 'text/xml; charset=utf-8'],
  'query number': ['{{supplier}}'],
  grant_type: ['client_credentials'],
  scope: ['suppliers:read', 'suppliers:read workorders:write'],
  client_id: ['{{clientId}}'],
  client_secret: ['{{clientSecret}}'],
  token: ['{{partnerToken}}'],
  'path companyId': ['{{company}}'],
  'path number': ['{{supplier}}'],
  'path traceId': ['{{trace}}'],
  'readRequestOfNobody path traceId': ['{{traceOfNobody}}'],
  'readSupplierInvoiceReceipt path id': ['{{invoice}}'],
  'path fileId': ['{{file}}'],
  'path tokenId': ['{{heldToken}}'],
  'revokeOperatorToken path id': ['{{holder}}'],
  'revokeSystemToken path id': ['{{keptSystem}}'],
  'revokeSystemToken path tokenId': ['{{systemToken}}'],
  'readInvoiceFile path id': ['{{filedInvoice}}'],
  'readInvoiceFiles path id': ['{{filedInvoice}}'],
  'releaseInvoice path id': ['{{heldInvoice}}'],
  'withdrawApproval path id': ['{{signedInvoice}}'],
  'reopenInvoice path id': ['{{decidedLongAgo}}'],
  'reopenWorkOrder path id': ['{{doneLongAgo}}'],
  'reopenWorkOrder decisionSeq': ['null'],
  'reopenInvoice decisionSeq': ['null'],
  'withdrawApproval decisionSeq': ['null'],
  'bookInvoice path id': ['{{decidedInvoice}}'],
  'dismissFinding path id': ['{{oddInvoice}}'],
  'dismissDuplicate path id': ['{{repeatedInvoice}}'],
  'path otherId': ['{{filedInvoice}}'],
  'path place': ['1'],
  'listSupplierInvoices query externalReferenceId': ['{{unique}}', 'Å {{unique}}'],
  'listSupplierInvoices query supplierNumber': ['{{supplier}}'],
  'query partner': ['Scanner', '{{partner}}'],
  'query supplier': ['{{supplier}}'],
  'query q': ['Nord', 'Eken'],
  // Any documented value is allowed, but waiting 30 s each time would take too long.
  'reconcile from': ['946684800000', '1763247600000'],
  'reconcile to': ['1763334000000', '4102444800000'],
  'readEvents query wait': ['0', '1'],
  'readOwnEvents query wait': ['0', '1'],
  partnerId: ['{{partner}}'],
  'companies.id': ['{{company}}'],
  'signIn email': ['{{email}}'],
  'createOperator email': ['{{newEmail}}'],
  'changeSupplier organizationalNumber': ['556016-0680', 'SE556016068001', 'FI01120389', ''],
  'changeSupplier bankGiro': ['991-2346', '5050-1055', ''],
  'changeSupplier postGiro': ['12345-5', ''],
  'changeSupplier iban': ['SE4550000000058398257466', ''],
  'changeSupplier bicSwift': ['ESSESESS', ''],
  'registerSupplier organizationalNumber': ['556016-0680', ''],
  'registerSupplier bankGiro': ['991-2346', ''],
  'registerSupplier postGiro': ['12345-5', ''],
  'registerSupplier iban': ['SE4550000000058398257466', ''],
  'registerSupplier bicSwift': ['ESSESESS', ''],
  'importSuppliers organizationalNumber': ['556016-0680', ''],
  'importSuppliers bankGiro': ['991-2346', ''],
  'importSuppliers postGiro': ['12345-5', ''],
  'importSuppliers iban': ['SE4550000000058398257466', ''],
  'importSuppliers bicSwift': ['ESSESESS', ''],
  'importSuppliers name': ['Nordbygg', 'Östra Rör'],
  'importSuppliers csv': [
    'number,name,bankGiro\n{{unique}},Nordbygg,991-2346\n',
    'number;name\r\n{{unique}};Östra Rör\r\n',
  ],
  'previewSuppliersImport organizationalNumber': ['556016-0680', ''],
  'previewSuppliersImport bankGiro': ['991-2346', ''],
  'previewSuppliersImport postGiro': ['12345-5', ''],
  'previewSuppliersImport iban': ['SE4550000000058398257466', ''],
  'previewSuppliersImport bicSwift': ['ESSESESS', ''],
  'previewSuppliersImport name': ['Nordbygg', 'Östra Rör'],
  'previewSuppliersImport csv': [
    'number,name,bankGiro\n{{unique}},Nordbygg,991-2346\n',
    'number;name\r\n{{unique}};Östra Rör\r\n',
  ],
  'blockSupplier path number': ['{{freeSupplier}}'],
  'confirmSupplier path number': ['{{freeSupplier}}'],
  'distinguishSuppliers path number': ['{{freeSupplier}}'],
  'eraseSupplier path number': ['{{freeSupplier}}'],
  'distinguishSuppliers other': ['{{supplier}}'],
  'updateSupplier number': ['{{supplier}}'],
  'updateSupplier organizationalNumber': ['556016-0680', ''],
  'updateSupplier bankGiro': ['991-2346', ''],
  'updateSupplier postGiro': ['12345-5', ''],
  'updateSupplier iban': ['SE4550000000058398257466', ''],
  'updateSupplier bicSwift': ['ESSESESS', ''],
  'patchSupplier number': ['{{supplier}}'],
  'patchSupplier organizationalNumber': ['556016-0680', ''],
  'patchSupplier bankGiro': ['991-2346', ''],
  'patchSupplier postGiro': ['12345-5', ''],
  'patchSupplier iban': ['SE4550000000058398257466', ''],
  'patchSupplier bicSwift': ['ESSESESS', ''],
  'confirmProposal path number': ['{{proposedSupplier}}'],
  'confirmProposal path proposalId': ['{{proposedChange}}'],
  'declineProposal path number': ['{{proposedSupplier}}'],
  'declineProposal path proposalId': ['{{proposedChange}}'],
  'confirmCheckProposal path proposalId': ['{{checkProposal}}'],
  'declineCheckProposal path proposalId': ['{{checkProposal}}'],
  'confirmOperatorProposal path proposalId': ['{{operatorProposal}}'],
  'declineOperatorProposal path proposalId': ['{{operatorProposal}}'],
  'confirmSettingProposal path proposalId': ['{{settingProposal}}'],
  'declineSettingProposal path proposalId': ['{{settingProposal}}'],
  'noteInvoice mentions': ['{{holder}}'],
  'askPartner dueAt': ['2099-11-20T23:00:00Z'],
  'answerQuestion path id': ['{{questionedInvoice}}'],
  'answerQuestion questionId': ['{{question}}'],
  'assignInvoice operatorId': ['{{holder}}'],
  'codeInvoice account': ['4010'],
  'codeInvoice costCentre': ['20'],
  'codeInvoice project': ['P1'],
  'codeInvoice vatCode': ['25'],
  'importCoding code': ['{{unique}}'],
  'importCoding csv': [
    'kind,code,name\naccount,{{unique}},Materials\n',
    'kind;code;name\r\nMomskod;{{unique}};25 %\r\n',
  ],
  'previewCodingImport code': ['{{unique}}'],
  'previewCodingImport csv': ['kind,code,name,active\naccount,{{unique}},Materials,false\n'],
  'changeRouting version': ['0'],
  'changeRouting rules.when.suppliers': ['{{supplier}}'],
  'changeRouting rules.when.partners': ['{{partner}}'],
  'changeRouting rules.steps.people': ['{{holder}}'],
  'tryRouting rules.when.suppliers': ['{{supplier}}'],
  'tryRouting rules.when.partners': ['{{partner}}'],
  'tryRouting rules.steps.people': ['{{holder}}'],
  'endAbsence path id': ['{{absence}}'],
  'createAbsence operatorId': ['{{holder}}'],
  'createAbsence deputyId': ['{{deputy}}'],
  'createAbsence firstDay': ['2098-01-01'],
  'createAbsence lastDay': ['2098-01-31'],
  'confirmStep path id': ['{{routedInvoice}}'],
  'confirmStep step': ['1'],
  'decideInSandbox supplierInvoiceId': ['{{sandboxInvoice}}'],
  // It names one record.
  'decideInSandbox workOrderId': [''],
  'decideInSandbox supplierNumber': [''],
  // The other decisions are refused in the first state of an invoice, or without a reason.
  'decideInSandbox decision': ['approve', 'hold'],
  'resetPartnerSandbox path id': ['{{sandboxedPartner}}'],
  'removeSandbox path id': ['{{sandboxedPartner}}'],
  'changeSettings currency': ['SEK', 'EUR'],
  'unblockSupplier path number': ['{{blockedSupplier}}'],
  'unblockSupplier blockSeq': ['null'],
  url: ['http://127.0.0.1:10/hook', 'http://[::1]:10/'],
  'createWebhook since': ['1'],
  'resendEvents seq': ['1'],
  'skipEvent seq': ['1'],
  'resendEvents since': ['1'],
  'readOwnWebhook path id': ['{{ownWebhook}}'],
  'changeOwnWebhook path id': ['{{ownWebhook}}'],
  'deleteOwnWebhook path id': ['{{ownWebhook}}'],
  'changeOwnWebhookSecret path id': ['{{ownWebhook}}'],
  'pauseOwnWebhook path id': ['{{ownWebhook}}'],
  'resumeOwnWebhook path id': ['{{ownWebhook}}'],
  'testOwnWebhook path id': ['{{ownWebhook}}'],
  'listOwnDeliveries path id': ['{{ownWebhook}}'],
  'resendOwnEvent path id': ['{{ownWebhook}}'],
  'resendOwnEvent seq': ['1'],
  'readDelivery path id': ['{{sentWebhook}}'],
  'listDeliveries path id': ['{{sentWebhook}}'],
  'skipEvent path id': ['{{stuckWebhook}}'],
  'path deliveryId': ['{{delivery}}'],
  password: [goodPassword],
  current: [goodPassword],
  next: ['another horse battery'],
  key: ['{{invitation}}'],
  csv: ['number,name,proposalIds,facilities\nP1,Eken,P-7|P-8,1=House\n', 'number;name\r\n{{unique}};Ängen\r\n'],
};

const collections: Record<string, string> = {
  supplierinvoices: 'invoice',
  workorder: 'workOrder',
  operators: 'operator',
  directories: 'directory',
  systems: 'system',
  partners: 'partner',
  tokens: 'token',
  clients: 'client',
  projects: 'project',
  invoices: 'invoice',
  bulk: 'bulk',
  views: 'view',
  webhooks: 'webhook',
  'work-orders': 'workOrder',
};

function known({ id, path }: Operation, name: string): string[] {
  const listed = stands[`${id} ${name}`] ?? stands[name];
  if (listed !== undefined || name !== 'path id') return listed ?? [];
  const collection = /([^/]+)\/\{id\}/.exec(path)?.[1] ?? '';
  return [collection === 'tokens' && !path.includes('{companyId}') ? '{{ownToken}}' : `{{${collections[collection]}}}`];
}

const endingSessions = new Set(['signOut', 'signOutEverywhere', 'changePassword']);

/** Operations that partners can call only with a token of a sandbox. */
export const isOfSandbox = ({ path }: Operation) => path.startsWith('/doorway/v1/sandbox/');

function auth(operation: Operation, way: string): Record<string, string> {
  const { id } = operation;
  if (way === 'clientSecret') return { authorization: 'Basic {{basic}}' };
  if (way === 'operatorToken') return { authorization: 'Bearer {{operatorToken}}' };
  if (way === 'session')
    return { cookie: endingSessions.has(id) ? '{{freshCookie}}' : '{{cookie}}', 'x-doorway-console': '1' };
  return { authorization: isOfSandbox(operation) ? 'Bearer {{sandboxToken}}' : 'Bearer {{partnerToken}}' };
}

/** Unauthenticated calls are not limited. */
export async function openContractService(compilers: Compilers): Promise<ContractService> {
  const door = await openOwnDoor(
    'It lists operators and companies of the whole service and sends webhooks to this machine.',
    {
      env: { DOCS: 'on', UNKNOWN_CALLS_PER_MINUTE: '0', WEBHOOKS_ALLOW_PRIVATE: 'true', WEBHOOKS_ALLOW_HTTP: 'true' },
      compilers,
    },
  );
  const administrator = await signedIn(door, 'administrator');
  const [viewer, approver, holder, guest] = [
    await signedIn(door, 'viewer'),
    await signedIn(door, 'approver'),
    await signedIn(door, 'approver'),
    await signedIn(door, 'viewer'),
  ];
  const inCompany = `/companies/${door.company}`;
  const made = async (path: string, body?: unknown, by = administrator) => {
    const answer = await by.call('POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, string>;
  };
  const sent = async (path: string, body: unknown) => (await door.post(path, body)).body as Record<string, string>;
  const xml = () => `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice><ID>${randomUUID()}</ID></Invoice>\n`;
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const invoice = async (fields = {}) =>
    (
      await sent(paths.invoices, {
        externalReferenceId: randomUUID(),
        supplierNumber: '1002',
        supplierName: 'Nordbygg',
        projectName: 'Eken',
        ...fields,
      })
    ).id as string;
  const heldInvoice = async () => {
    const id = await invoice();
    await door.pool.query(`UPDATE supplier_invoices SET state = 'held' WHERE id = $1`, [id]);
    return id;
  };
  const freeSupplier = async () => {
    const number = randomUUID();
    await door.addSupplier(number);
    return number;
  };
  const signedInvoice = async () => {
    const id = await invoice();
    await door.pool.query(`UPDATE supplier_invoices SET signed_by = $2, signed_at = now() WHERE id = $1`, [
      id,
      administrator.id,
    ]);
    return id;
  };
  const decidedInvoice = async () => {
    const id = await invoice();
    // Another request may have made a check stricter, or required a coding.
    await door.pool.query(`UPDATE supplier_invoices SET state = 'received' WHERE id = $1`, [id]);
    await door.pool.query('UPDATE desk_settings SET coding_required = false WHERE company_id = $1', [door.company]);
    await made(`${inCompany}/invoices/${id}/approve`, {});
    return id;
  };

  // Without an event, so that its decisionSeq is null.
  const decidedLongAgo = async () => {
    const id = await invoice();
    await door.pool.query(
      `UPDATE supplier_invoices SET state = 'approved', decided_by = $2, decided_at = now() WHERE id = $1`,
      [id, administrator.id],
    );
    return id;
  };

  const doneLongAgo = async () => {
    const id = (await sent(paths.workOrders, { id: randomUUID(), proposalId: 'P-1' })).id as string;
    await door.pool.query(`UPDATE work_orders SET state = 'done', decided_by = $2, decided_at = now() WHERE id = $1`, [
      id,
      administrator.id,
    ]);
    return id;
  };

  await addCodes(door, { account: ['4010'], costCentre: ['20'], project: ['P1'], vatCode: ['25'] });
  await door.addSupplier('1001');
  // Nobody changes this supplier: invoices of a recently changed one would be held.
  await door.addSupplier('1002', { name: 'Nordbygg' });
  await door.addSupplier('Å 2/3?');
  await door.addSupplier('1003');
  await door.addProject({
    number: 'p1',
    name: 'Eken',
    proposalIds: ['P-1'],
    facilities: [{ number: 'f', name: 'House' }],
  });
  const filedInvoice = await invoice({ supplierInvoiceNumber: 'Sent twice' });
  const file = (
    await sent(paths.attach, { supplierInvoiceId: filedInvoice, fileName: 'invoice.xml', content: base64(xml()) })
  ).id as string;
  await sent(paths.workOrders, { id: 'first', proposalId: 'P-1', description: 'Mend the door' });
  await sent(paths.workOrders, { id: 'second', proposalId: 'P-1' });
  const questionedInvoice = await invoice();
  const { id: clientId, secret: clientSecret } = await createClient(door.pool, {
    company: door.companyName,
    partner: 'Scanner',
  });
  const [trace, traceOfNobody] = [await traceOf(door, door.token), await traceOf(door, `dw_${'x'.repeat(43)}`)];
  for (const path of [`${inCompany}/requests/${trace}`, `/requests/${traceOfNobody}`])
    await vi.waitFor(async () => expect((await administrator.call('GET', path)).status).toBe(200), {
      timeout: 30_000,
      interval: 20,
    });
  const partner = (await administrator.call('GET', `${inCompany}/partners`)).body.rows[0].id as string;
  const { id: otherCompany } = await made('/companies', { name: 'Another company' });
  const foreigner = await signedIn(door, 'approver', otherCompany as CompanyId);
  for (let at = 0; at < 2; at++) {
    await made('/tokens', { name: `Token ${at}` });
    await made('/tokens', { name: `Token ${at}` }, holder);
    await made(`${inCompany}/partners`, { name: `Partner ${at}` });
    await made(`${inCompany}/clients`, { partnerId: partner });
    await made(`${inCompany}/tokens`, { partnerId: partner });
  }
  const { id: keptSystem } = await made(`${inCompany}/systems`, { name: 'Bookkeeping' });
  await made(`${inCompany}/systems`, { name: 'Payments' });
  // The first event is the partner's. Payloads of version 1 are not checked.
  await door.pool.query(
    `UPDATE events SET type = 'supplierinvoice.released', version = 1, data = jsonb_build_object('partnerId', $2::text)
     WHERE company_id = $1 AND seq = 1`,
    [door.company, partner],
  );
  const webhook = async () => {
    // The number of endpoints per company is limited, and used ones are not needed again.
    await door.pool.query('DELETE FROM webhook_endpoints WHERE company_id = $1 AND id <> $2', [
      door.company,
      sentWebhook,
    ]);
    return (await made(`${inCompany}/webhooks`, { url: 'http://127.0.0.1:10/hook', since: 1 })).id as string;
  };
  const ownWebhook = async () => {
    await door.pool.query('DELETE FROM webhook_endpoints WHERE company_id = $1 AND partner_id IS NOT NULL', [
      door.company,
    ]);
    return (await made(`${inCompany}/webhooks`, { url: 'http://127.0.0.1:10/hook', partnerId: partner })).id as string;
  };
  // Nothing listens there.
  const sentWebhook = (await made(`${inCompany}/webhooks`, { url: 'http://127.0.0.1:10/hook' })).id as string;
  await made(`${inCompany}/webhooks/${sentWebhook}/test`);
  const delivery = (await made(`${inCompany}/webhooks/${sentWebhook}/test`)).id as string;
  await made(`${inCompany}/webhooks`, { url: 'http://127.0.0.1:10/hook' });
  const operatorToken = (await made('/tokens', { name: 'Contract' })).token as string;

  const sandbox = await sandboxOf(door);
  const sandboxInvoice = async () => {
    const body = { externalReferenceId: randomUUID(), supplierNumber: '1002' };
    return (await door.call('POST', paths.invoices, { token: sandbox.token, body })).body.id as string;
  };

  const factors = await factorValues(door, administrator);
  const directories = await directoryValues(door, administrator, approver);
  const fixed: Record<string, string> = {
    ...factors.fixed,
    ...directories.fixed,
    company: door.company,
    sandboxToken: sandbox.token,
    supplier: '1001',
    proposedSupplier: '1003',
    proposal: 'P-1',
    partner,
    filedInvoice,
    questionedInvoice,
    file,
    trace,
    traceOfNobody,
    sentWebhook,
    delivery,
    partnerToken: door.token,
    operatorToken,
    keptSystem: keptSystem as string,
    cookie: administrator.cookie,
    viewer: viewer.cookie,
    approver: approver.cookie,
    foreigner: foreigner.cookie,
    holder: holder.id,
    deputy: approver.id,
    email: guest.email,
    clientId,
    clientSecret,
    basic: base64(`${clientId}:${clientSecret}`),
  };
  const fresh: Record<string, () => Promise<string> | string> = {
    ...factors.fresh,
    ...directories.fresh,
    freeSupplier,
    blockedSupplier: async () => {
      const number = await freeSupplier();
      await made(`${inCompany}/suppliers/${number}/block`, { reason: 'To be lifted' });
      // As a block of an earlier version, so that its number is null.
      await door.pool.query('UPDATE suppliers SET blocked_seq = NULL WHERE company_id = $1 AND number = $2', [
        door.company,
        number,
      ]);
      return number;
    },
    proposedChange: async () => {
      const id = randomUUID();
      await door.pool.query(
        `INSERT INTO supplier_proposals (company_id, supplier_number, id, patch, operator_id, operator_name, created_at)
         VALUES ($1, '1003', $2, $3, $4, 'The approver', $5)`,
        [door.company, id, { name: `Name ${id}` }, approver.id, new Date()],
      );
      return id;
    },
    question: async () => {
      const id = randomUUID();
      await door.pool.query(
        `INSERT INTO invoice_questions (company_id, supplier_invoice_id, id, text, asked_by, asked_by_name, asked_at)
         VALUES ($1, $2, $3, 'Which order is it?', $4, 'The approver', $5)`,
        [door.company, questionedInvoice, id, approver.id, new Date()],
      );
      return id;
    },
    checkProposal: async () => {
      const by = { id: approver.id, name: 'The approver' };
      const proposal = { id: randomUUID(), rule: 'payee.name', to: 'off', by, at: new Date() } as const;
      await writeSettingProposal(door.pool, door.company, proposal);
      return proposal.id;
    },
    operatorProposal: async () => {
      const by = { id: approver.id, name: 'The approver' };
      const rule = `operator/${viewer.id}/${door.company}`;
      const to = JSON.stringify({ id: door.company, role: 'viewer' });
      const proposal = { id: randomUUID(), rule, to, by, at: new Date() };
      await writeSettingProposal(door.pool, noCompany, proposal);
      return proposal.id;
    },
    absence: async () => {
      const id = randomUUID();
      await door.pool.query(
        `INSERT INTO absences (company_id, id, operator_id, deputy_id, first_day, last_day, created_by, created_at)
         VALUES ($1, $2, $3, $4, '2099-01-01', '2099-01-01', $3, now())`,
        [door.company, id, holder.id, approver.id],
      );
      return id;
    },
    routedInvoice: async () => {
      const step = { need: 'any', people: [administrator.id] };
      await door.pool.query(
        `INSERT INTO routing_rules (company_id, rules, version, updated_at) VALUES ($1, $2, 0, now())
         ON CONFLICT (company_id) DO UPDATE SET rules = excluded.rules, version = 0`,
        [door.company, JSON.stringify([{ id: randomUUID(), name: 'All', when: {}, steps: [step, step] }])],
      );
      return invoice();
    },
    settingProposal: async () => {
      const by = { id: approver.id, name: 'The approver' };
      const proposal = { id: randomUUID(), rule: 'payeeTakesTwo', to: 'false', by, at: new Date() };
      await writeSettingProposal(door.pool, door.company, proposal);
      return proposal.id;
    },
    sandboxInvoice,
    sandboxedPartner: async () => {
      await made(`${inCompany}/partners/${partner}/sandbox`);
      return partner;
    },
    invoice: () => invoice(),
    heldInvoice,
    decidedInvoice,
    decidedLongAgo,
    doneLongAgo,
    signedInvoice,
    oddInvoice: () => invoice({ currency: 'QQQ' }),
    repeatedInvoice: () => invoice({ supplierInvoiceNumber: 'Sent twice' }),
    workOrder: async () => (await sent(paths.workOrders, { id: randomUUID(), proposalId: 'P-1' })).id as string,
    project: async () =>
      (await made(`${inCompany}/projects`, { number: randomUUID(), name: 'Eken', proposalIds: [], facilities: [] }))
        .id as string,
    operator: async () =>
      (await made('/operators', { email: `${randomUUID()}@example.com`, name: 'Somebody' })).id as string,
    invitation: async () =>
      (await made('/operators', { email: `${randomUUID()}@example.com`, name: 'Somebody' })).invitation as string,
    token: async () => (await made(`${inCompany}/tokens`, { partnerId: partner })).id as string,
    system: async () => (await made(`${inCompany}/systems`, { name: 'To be shut off' })).id as string,
    systemToken: async () => (await made(`${inCompany}/systems/${keptSystem}/tokens`, {})).id as string,
    client: async () => (await made(`${inCompany}/clients`, { partnerId: partner })).id as string,
    ownToken: async () => (await made('/tokens', { name: 'To be revoked' })).id as string,
    heldToken: async () => (await made('/tokens', { name: 'To be revoked' }, holder)).id as string,
    freshCookie: async () => (await signedIn(door, 'viewer')).cookie,
    bulk: async () => (await made(`${inCompany}/bulk`, { decision: 'approve', ids: [await invoice()] })).id as string,
    view: async () => {
      // An operator has at most 100 views of a list; only the newest are needed.
      await door.pool.query(
        `DELETE FROM saved_views WHERE company_id = $1 AND id NOT IN
           (SELECT id FROM saved_views WHERE company_id = $1 ORDER BY created_at DESC LIMIT 50)`,
        [door.company],
      );
      return (await made(`${inCompany}/views`, { list: 'invoices', name: randomUUID(), query: {}, shared: true }))
        .id as string;
    },
    webhook,
    ownWebhook,
    stuckWebhook: async () => {
      const id = await webhook();
      await door.pool.query('UPDATE webhook_positions SET tries = 1 WHERE company_id = $1 AND endpoint_id = $2', [
        door.company,
        id,
      ]);
      return id;
    },
    newEmail: () => `${randomUUID()}@example.com`,
    unique: () => randomUUID(),
    xml,
    base64: () => base64(xml()),
  };
  const cursors = new Map<string, string>();
  const value = async (name: string) => {
    if (name.startsWith('cursor_')) return cursors.get(name.slice('cursor_'.length)) as string;
    const found = fixed[name] ?? (await fresh[name]?.());
    if (found === undefined) throw new Error(`nothing stands for ${name}`);
    return found;
  };
  const same = new Map<string, Promise<string>>();
  return {
    door,
    sandboxTokenFor: async (held) => (await issueSandboxToken(door.pool, sandbox, held, commandLine)).token,
    administrator,
    known: (operation, name) =>
      name !== 'query after' ? known(operation, name) : cursors.has(operation.id) ? [`{{cursor_${operation.id}}}`] : [],
    auth,
    // Another If-Match would name another version of the record.
    sentWithAuth: ['x-doorway-console', 'if-match'],
    cursors,
    value,
    sameValue: (name) => {
      if (removedByTheNext.has(name)) return value(name);
      const found = same.get(name) ?? value(name);
      same.set(name, found);
      return found;
    },
    async close() {
      await directories.close();
      await door.close();
    },
  };
}

const removedByTheNext = new Set(['webhook', 'stuckWebhook', 'view']);

const traceOf = async (door: Door, token: string): Promise<string> =>
  ((await door.call('POST', paths.invoices, { token, body: {} })).body as { traceId: string }).traceId;
