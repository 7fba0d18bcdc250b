import { curedFindings, newDocumentFindings, type CurableFinding } from './document-rules.ts';
import { readTexts } from './document-store.ts';
import { theService } from '../../audit/record.ts';
import { compareDocuments, fileWith } from '../../checks/document/compare.ts';
import { withSeverity } from '../../checks/judge.ts';
import type { Finding, RawFinding } from '../../checks/rule.ts';
import { checkedInvoice } from '../../checks/read.ts';
import { lockCounters } from '../../events/counters.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { readExactly } from '../../ground/json/json.ts';
import { readContext } from '../checking/context-store.ts';
import { lockFindings } from '../checking/findings-store.ts';
import { endFindings, storeFindings } from '../checking/new-findings-store.ts';
import { readUndecided, type UndecidedInvoice } from '../checking/undecided-store.ts';

/** The result of comparing an invoice with its files, and the data that it holds for. */
interface Comparison {
  found: Finding[];
  stored: UndecidedInvoice['findings'];
  /** The name of the file that has what a finding says is missing, or that could not be read before. */
  fileOf: (finding: CurableFinding) => string | undefined;
  judgingVersion: string;
}

/** A record that changes more often while files are compared with it is left to the next try of the job. */
const maxTries = 5;

/**
 * Compares the texts of an invoice's files with the invoice and stores new findings; a later file that has what was
 * missing dismisses the finding. True if that changed its findings. Comparing takes time, so it happens before the lock
 * is taken, and again if the supplier's record or the settings have changed meanwhile.
 */
export async function judgeDocuments(pool: Pool, company: CompanyId, invoiceId: string): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries++) {
    const comparison = await compare(pool, company, invoiceId);
    if (comparison === undefined || !isNews(comparison)) return false;
    const isWritten = await retryOnConflict(() =>
      companyTransaction(pool, company, (tx) => write(tx, company, invoiceId, comparison)),
    );
    if (isWritten !== undefined) return isWritten;
  }
  throw new Error('the supplier’s record changed while files were compared with it');
}

const isNews = ({ found, stored, fileOf }: Comparison) =>
  newDocumentFindings(found, stored).length > 0 || curedFindings(stored, fileOf).length > 0;

async function compare(db: Db, company: CompanyId, invoiceId: string): Promise<Comparison | undefined> {
  const texts = await readTexts(db, company, invoiceId);
  if (texts.length === 0) return undefined;
  const [invoice] = await readUndecided(db, company, [invoiceId]);
  if (invoice === undefined || invoice.state === 'withdrawn') return undefined;
  const { settings, versions, invoices } = await readSupplier(db, company, invoice);
  const checked = checkedInvoice(readExactly(invoice.document) as Record<string, unknown>, invoice);
  const found = compareDocuments(checked, invoices[0]?.supplier, texts);
  const isMissing = (code: string) => found.some((one) => one.code === code);
  const readFile = (attachmentId: unknown) =>
    texts.find((text) => text.attachmentId === attachmentId && !found.some(isUnread(attachmentId)))?.fileName;
  return {
    found: withSeverity(found, settings),
    stored: invoice.findings,
    fileOf: ({ code, parameters }) =>
      code === 'document.unread'
        ? readFile(parameters.attachmentId)
        : isMissing(code)
          ? undefined
          : fileWith(code, checked, texts)?.fileName,
    judgingVersion: versions.judging,
  };
}

const isUnread = (attachmentId: unknown) => (finding: RawFinding) =>
  finding.code === 'document.unread' && finding.parameters.attachmentId === attachmentId;

const needed = new Set(['supplier'] as const);
const readSupplier = (db: Db, company: CompanyId, invoice: UndecidedInvoice) =>
  readContext(db, company, [{ ...invoice, credits: undefined, storedAs: invoice.id }], needed);

/** Undefined if the comparison no longer holds. */
async function write(tx: Db, company: CompanyId, id: string, { found, fileOf, judgingVersion }: Comparison) {
  await lockCounters(tx, company);
  const locked = await lockFindings(tx, company, id);
  const [invoice] = await readUndecided(tx, company, [id]);
  if (locked === undefined || invoice === undefined || locked.state === 'withdrawn') return false;
  if ((await readSupplier(tx, company, invoice)).versions.judging !== judgingVersion) return undefined;
  const { state, findings: stored } = locked;
  const now = new Date();
  const news = newDocumentFindings(found, stored);
  const cured = curedFindings(stored, fileOf);
  if (news.length > 0) await storeFindings(tx, company, [{ id, state, findings: news }], theService, now);
  await endFindings(tx, company, id, cured, now);
  return news.length + cured.length > 0;
}
