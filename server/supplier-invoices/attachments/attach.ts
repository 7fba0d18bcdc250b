import { theService } from '../../audit/record.ts';
import { withSeverity } from '../../checks/judge.ts';
import type { Finding } from '../../checks/rule.ts';
import { sameFile } from '../../checks/rules/duplicates.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { becomesHeld, voidApprovals } from '../../decisions/late-holds.ts';
import { ApiError, conflict } from '../../errors/errors.ts';
import { differing } from '../../../common/errors/words.ts';
import type { CompanyId, Db, Pool } from '../../ground/db/pool.ts';
import type { FileStore } from '../../ground/files/store.ts';
import { addFindings, holdInvoice } from '../checking/findings-store.ts';
import { endMissingFile } from '../checking/new-findings-store.ts';
import {
  findSameFile,
  countAttachments,
  findAttachment,
  insertAttachment,
  maxFiles,
  namedFiles,
  type AfterDecision,
  type NewAttachment,
} from './attachment-store.ts';
import { readCheckSettings } from '../checking/settings-store.ts';

export interface AttachOutcome {
  afterDecision: AfterDecision | undefined;
  findings: readonly Finding[];
}

/**
 * Attaches a file whose bytes are kept, and judges it. Undefined if the invoice has these bytes or is full. The caller
 * has locked the company's counters and the invoice: of two who attach the same file to two invoices at once, the
 * second sees the first.
 */
export async function attachTo(
  tx: Db,
  company: CompanyId,
  file: NewAttachment,
  state: InvoiceState,
  now: Date,
): Promise<AttachOutcome | undefined> {
  const { supplierInvoiceId } = file;
  const { afterDecision, findings } = await judgeFile(tx, company, file, state);
  if (!(await insertAttachment(tx, company, file, afterDecision, findings, now))) return undefined;
  await endMissingFile(tx, company, supplierInvoiceId, file.fileName, now);
  if (findings.length > 0) await addFindings(tx, company, supplierInvoiceId, findings);
  if (becomesHeld(state, findings)) {
    const hold = { ...file, heldFor: findings.map(({ code }) => code) };
    await voidApprovals(tx, company, supplierInvoiceId, hold.heldFor, theService, now);
    await holdInvoice(tx, company, supplierInvoiceId, hold, now);
  }
  return { afterDecision, findings };
}

/** The result of judging a file before `attachTo` attaches it. */
export async function judgeFile(
  db: Db,
  company: CompanyId,
  { supplierInvoiceId, sha256, fileName }: Pick<NewAttachment, 'supplierInvoiceId' | 'sha256' | 'fileName'>,
  state: InvoiceState,
): Promise<AttachOutcome> {
  const afterDecision = state === 'received' || state === 'held' ? undefined : state;
  const same = await findSameFile(db, company, supplierInvoiceId, sha256);
  const findings =
    same === undefined ? [] : withSeverity([sameFile(same, fileName)], await readCheckSettings(db, company));
  return { afterDecision, findings };
}

/** Throws if the invoice has these bytes already, or as many files as it can have. */
export async function refuseKnownOrTooMany(
  db: Db,
  company: CompanyId,
  { supplierInvoiceId, sha256, fileName }: Pick<NewAttachment, 'supplierInvoiceId' | 'sha256' | 'fileName'>,
): Promise<void> {
  const stored = await findAttachment(db, company, supplierInvoiceId, sha256);
  if (stored !== undefined) {
    const paths = stored.fileName === fileName ? [] : ['fileName'];
    throw conflict('attachment.exists', { id: stored.id, ...differing(paths) }, stored.id);
  }
  if ((await countAttachments(db, company, supplierInvoiceId)) >= maxFiles)
    throw new ApiError('attachment.limit', { most: maxFiles });
}

/**
 * Cleans up if another request was faster. A failure here does not fail the request: the sweep also removes the bytes.
 */
export async function trashUnlessNamed(pool: Pool, files: FileStore, company: CompanyId, sha256: Buffer) {
  try {
    if ((await namedFiles(pool, company, [sha256])).size === 0) await files.trash(company, sha256, new Date());
  } catch {
    return;
  }
}
