import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { repeated } from '../db/batch.ts';
import { writeOnce, type Insert, type Key, type Outcome } from '../db/once.ts';
import type { Pool } from '../db/pool.ts';
import { badRequest, conflict } from '../errors.ts';
import type { Incoming } from '../files/disk.ts';
import type { Partner } from '../http/auth.ts';
import { createOrExplain } from '../http/create.ts';
import { describeDifferences, differences } from '../http/json.ts';
import { invoiceExists, lockInvoice } from '../supplier-invoices/store.ts';
import type { AttachmentCreated } from './schemas.ts';
import { countAttachments, findAttachment, insertAttachment, mostFiles, type NewAttachment } from './store.ts';

interface Item extends NewAttachment {
  key: Key | undefined;
  answer: AttachmentCreated;
}

/** What a request said of its file, checked. */
export interface FileToAttach {
  supplierInvoiceId: string;
  fileName: string;
  contentType: string;
  extra: string;
  message: string;
  key: Key | undefined;
}

const insert: Insert<Item, AttachmentCreated> = async (tx, company, items) => {
  const answers: (AttachmentCreated | undefined)[] = [];
  for (const item of items) {
    const exists = await lockInvoice(tx, company, item.supplierInvoiceId);
    const attached = exists && (await insertAttachment(tx, company, item, new Date()));
    answers.push(attached ? item.answer : undefined);
  }
  return answers;
};

const refuse: Insert<Item, AttachmentCreated> = async (_tx, _company, items) => items.map(() => undefined);

const hasRoom = async (pool: Pool, company: Partner['companyId'], supplierInvoiceId: string) =>
  isUuid(supplierInvoiceId) && (await invoiceExists(pool, company, supplierInvoiceId)) && (await countAttachments(pool, company, supplierInvoiceId)) < mostFiles;

/** Bytes first, the row after: a row never points at a file that a crash could take away. */
export async function attach(pool: Pool, partner: Partner, incoming: Incoming, file: FileToAttach) {
  const { companyId } = partner;
  const noInvoice = badRequest(
    `There is no supplier invoice with the id ${file.supplierInvoiceId}. Send the id that its creation answered.`,
  );
  const id = uuidv7();
  const { size, sha256 } = incoming;
  const { supplierInvoiceId, fileName, contentType, extra, key, message } = file;
  const item: Item = {
    id,
    eventId: uuidv7(),
    partnerId: partner.id,
    supplierInvoiceId,
    fileName,
    contentType,
    size,
    sha256,
    extra,
    key,
    answer: { id, message },
  };
  let kept = false;
  return createOrExplain(
    async () => {
      // What is sure to be refused is not kept: a request that failed leaves nothing behind.
      const room = await hasRoom(pool, companyId, supplierInvoiceId);
      if (room && !kept) await incoming.keep(companyId);
      kept ||= room;
      const [outcome] = await repeated(() => writeOnce(pool, companyId, [item], room ? insert : refuse, 'several'));
      return outcome as Outcome<AttachmentCreated>;
    },
    async () => {
      if (!isUuid(supplierInvoiceId)) throw noInvoice;
      const stored = await findAttachment(pool, companyId, supplierInvoiceId, sha256);
      if (stored !== undefined) {
        const paths = differences({ fileName: stored.fileName }, { fileName });
        throw conflict(`These bytes are on the invoice already: they are attachment ${stored.id}; ${describeDifferences(paths)}.`);
      }
      if (!(await invoiceExists(pool, companyId, supplierInvoiceId))) throw noInvoice;
      if ((await countAttachments(pool, companyId, supplierInvoiceId)) >= mostFiles)
        throw badRequest(`The invoice has ${mostFiles} files, and that is the most an invoice can have.`);
    },
  );
}
