import type { AttachmentCreated } from './attachment-schemas.ts';
import type { Partner } from '../../../partners/store.ts';
import { findingCodesOf, findingsMessage } from '../../../checks/message.ts';
import type { DoorDeps, RecordKind } from '../../../deps.ts';
import { ApiError } from '../../../errors/errors.ts';
import {
  createOrExplain,
  type ConflictExplanations,
  type CreationAnswer,
  type WithFindings,
} from '../../../door/create.ts';
import { checkAlone, type DryRunResult } from '../../../door/dry-run.ts';
import { isKeyUsed, writeAlone, type IdempotencyKey } from '../../../idempotency/store.ts';
import type { CompanyId, Db, Pool } from '../../../ground/db/pool.ts';
import type { IncomingFile } from '../../../ground/files/store.ts';
import { differences } from '../../../ground/json/json.ts';
import { attachTo, judgeFile, refuseKnownOrTooMany, trashUnlessNamed } from '../attach.ts';
import {
  countAttachments,
  maxFiles,
  readAttachment,
  readAttachmentDocument,
  type AfterDecision,
  type NewAttachment,
} from '../attachment-store.ts';
import { Attachment, removedAttachmentFields } from './attachment-schemas.ts';
import { invoiceExists, lockInvoice, readInvoiceState, type InvoiceReference } from '../../store.ts';
import { newId, isUuid } from '../../../ground/db/ids.ts';

export const createdAttachment: RecordKind = {
  type: 'attachment',
  noun: 'attachment',
  shape: Attachment,
  removed: removedAttachmentFields,
  belongsTo: 'supplierInvoiceId',
  readDocument: readAttachmentDocument,
};

type Attached = WithFindings<AttachmentCreated>;

type Item = NewAttachment & {
  invoice: InvoiceReference;
  key: IdempotencyKey | undefined;
  subjectId: string;
  isInPath: boolean;
  message: FileToAttach['message'];
};

export interface FileToAttach {
  supplierInvoiceId: string;
  /** Whether the path names the invoice. */
  isInPath: boolean;
  fileName: string;
  contentType: string;
  extra: string;
  traceId: string;
  message: (afterDecision: AfterDecision | undefined) => string;
  key: IdempotencyKey | undefined;
}

async function insert(tx: Db, company: CompanyId, item: Item): Promise<Attached | undefined> {
  const state = await lockInvoice(tx, company, item.invoice);
  const attached = state && (await attachTo(tx, company, item, state, new Date()));
  return (
    attached && {
      id: item.id,
      message: item.message(attached.afterDecision) + findingsMessage(attached.findings),
      findingCodes: findingCodesOf(attached.findings),
    }
  );
}

/** Bytes first, then the row: no crash can leave a row without its file. */
export async function attach(
  { pool, files, followers, recordKinds }: Pick<DoorDeps, 'pool' | 'files' | 'followers' | 'recordKinds'>,
  partner: Partner,
  incoming: IncomingFile,
  file: FileToAttach,
): Promise<CreationAnswer<AttachmentCreated>> {
  const { companyId } = partner;
  const item = itemOf(partner, incoming, file);
  let kept = false;
  const write = async () => {
    // Bytes that will certainly be refused are not stored: a failed request leaves nothing behind.
    const wanted = await isWanted(pool, partner, item);
    if (wanted && !kept) await incoming.keep(companyId);
    kept ||= wanted;
    return writeAlone({ pool, followers }, companyId, item, wanted ? insert : async () => undefined);
  };
  const letGo = () => (kept ? trashUnlessNamed(pool, files, companyId, item.sha256) : undefined);
  try {
    const answered = await createOrExplain(write, explanationsFor({ pool, recordKinds }, partner, item));
    if (answered.replayed) await letGo();
    return answered;
  } catch (error) {
    // Any other error may mean that the database stopped answering after it wrote the row: then the bytes must stay.
    if (error instanceof ApiError) await letGo();
    throw error;
  }
}

/** Does every check of `attach`, and keeps nothing. */
export async function dryRunAttach(
  { pool, recordKinds }: Pick<DoorDeps, 'pool' | 'recordKinds'>,
  partner: Partner,
  incoming: IncomingFile,
  file: FileToAttach,
): Promise<DryRunResult> {
  const { companyId } = partner;
  const item = itemOf(partner, incoming, file);
  return checkAlone(pool, companyId, explanationsFor({ pool, recordKinds }, partner, item), async () => {
    const state = (await readInvoiceState(pool, companyId, item.invoice)) ?? 'received';
    const { afterDecision, findings } = await judgeFile(pool, companyId, item, state);
    return { message: item.message(afterDecision), findings };
  });
}

const explanationsFor = (
  { pool, recordKinds }: Pick<DoorDeps, 'pool' | 'recordKinds'>,
  partner: Partner,
  item: Item,
): ConflictExplanations => ({
  key: item.key,
  recordKinds,
  explain: () => explain(pool, partner, item),
  differencesFrom: (earlier) => differencesFrom(pool, partner.companyId, earlier, item),
});

function itemOf(partner: Partner, { size, sha256 }: IncomingFile, file: FileToAttach): Item {
  const id = newId();
  const invoice = { id: file.supplierInvoiceId, sentBy: partner.attachesToAll ? undefined : partner.id };
  const { id: partnerId, name: partnerName } = partner;
  return { id, subjectId: id, partnerId, partnerName, invoice, size, sha256, ...file };
}

async function isWanted(pool: Pool, { companyId }: Partner, { invoice, key }: Item): Promise<boolean> {
  if (!isUuid(invoice.id) || (key !== undefined && (await isKeyUsed(pool, companyId, key)))) return false;
  return (
    (await invoiceExists(pool, companyId, invoice)) && (await countAttachments(pool, companyId, invoice.id)) < maxFiles
  );
}

async function differencesFrom(
  pool: Pool,
  company: CompanyId,
  earlier: string,
  { partnerId, supplierInvoiceId, fileName, sha256, extra }: Item,
): Promise<string[] | undefined> {
  const stored = await readAttachment(pool, company, earlier);
  if (stored === undefined) return undefined;
  const [before, now] = [stored, { supplierInvoiceId, fileName, sha256 }].map((file) => (fields: object) => ({
    ...fields,
    supplierInvoiceId: file.supplierInvoiceId.toLowerCase(),
    fileName: file.fileName,
    'the bytes of the file': file.sha256.toString('hex'),
  }));
  return differences(partnerId, stored.extra, extra, before, now);
}

/** Explains why nothing was attached, without revealing another partner's invoice. */
async function explain(pool: Pool, { companyId, attachesToAll }: Partner, item: Item): Promise<void> {
  const { invoice } = item;
  const { id } = invoice;
  if (!isUuid(id) || !(await invoiceExists(pool, companyId, invoice)))
    throw new ApiError('supplierinvoice.unknown', {
      id,
      ofPartner: !attachesToAll,
      ...(item.isInPath && { inPath: true as const }),
    });
  await refuseKnownOrTooMany(pool, companyId, { ...item, supplierInvoiceId: id });
}
