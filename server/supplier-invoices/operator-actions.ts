import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/record.ts';
import { repeated } from '../db/batch.ts';
import { transaction, type CompanyId, type Pool } from '../db/pool.ts';
import { ApiError, conflict, notFound } from '../errors.ts';
import { readTimeline } from '../events/timeline.ts';
import type { FileStore } from '../files/disk.ts';
import type { Operator } from '../http/operator-auth.ts';
import { actionsFor, stateAfter, type InvoiceDecision } from './operator-rules.ts';
import { findInvoiceFile, lockState, readInvoiceFiles, readInvoiceRecord, writeDecision } from './operator-store.ts';

/** The whole invoice as JSON text: what the partner sent is put in as it is stored, so that no digit is lost. */
export async function readInvoice(pool: Pool, company: CompanyId, id: string, mayDecide: boolean): Promise<string> {
  const record = await readInvoiceRecord(pool, company, id);
  if (record === undefined) throw notFound();
  const { document, findings, ...rest } = record;
  const [files, timeline] = await Promise.all([readInvoiceFiles(pool, company, id), readTimeline(pool, company, 'supplierinvoice', rest)]);
  const around = JSON.stringify({ ...rest, files, timeline, actions: actionsFor(rest.state, mayDecide) });
  return `${around.slice(0, -1)},"document":${document},"findings":${findings}}`;
}

export interface Verdict {
  decision: InvoiceDecision;
  reason: string | undefined;
}

/** Of two who decide at once the second waits for the first and is told what was decided. */
export function decideInvoice(pool: Pool, company: CompanyId, operator: Operator, id: string, { decision, reason }: Verdict): Promise<void> {
  const state = stateAfter[decision];
  return repeated(() =>
    transaction(pool, async (tx) => {
      const before = await lockState(tx, company, id);
      if (before === undefined) throw notFound();
      const { allowed, why } = actionsFor(before)[decision];
      if (!allowed) throw conflict(why as string);
      const now = new Date();
      await audit(tx, company, operator, { action: `supplierinvoice.${state}`, subjectType: 'supplierinvoice', subjectId: id.toLowerCase(), data: { reason } }, now);
      await writeDecision(tx, company, { id, state, reason, operator, eventId: uuidv7() }, now);
    }),
  );
}

/** A file of an invoice, opened. */
export async function openInvoiceFile(pool: Pool, files: FileStore, company: CompanyId, id: string, fileId: string) {
  const file = await findInvoiceFile(pool, company, id, fileId);
  if (file === undefined) throw notFound();
  const opened = await files.open(company, file.sha256);
  if (opened === undefined)
    throw new ApiError(500, 'The bytes of this file are missing from the folder of files. Whoever runs the service can restore them from a backup.');
  return { ...file, ...opened };
}
