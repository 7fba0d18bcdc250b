import { findInvoiceFile, lockState, readInvoiceFiles, readInvoiceRecord, writeDecision } from './queries.ts';
import { actionsFor, stateAfter } from './rules.ts';
import { decide, type Verdict } from '../../desk/decide.ts';
import { ApiError, notFound } from '../../errors/errors.ts';
import { readTimeline } from '../../events/timeline.ts';
import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { checked } from '../../ground/files/checked.ts';
import type { FileStore } from '../../ground/files/disk.ts';
import type { Operator } from '../../operators/permissions.ts';
import type { InvoiceDecision } from '../states.ts';

/** The whole invoice as JSON text: what the partner sent is put in as it is stored, so that no digit is lost. */
export async function readInvoice(pool: Pool, company: CompanyId, id: string, mayDecide: boolean): Promise<string> {
  const record = await readInvoiceRecord(pool, company, id);
  if (record === undefined) throw notFound();
  const { document, findings, decidedAt: _at, decidedBy: _by, reason: _reason, ...rest } = record;
  const [files, timeline] = await Promise.all([
    readInvoiceFiles(pool, company, id),
    readTimeline(pool, company, 'supplierinvoice', record),
  ]);
  const around = JSON.stringify({ ...rest, files, timeline, actions: actionsFor(rest.state, mayDecide) });
  return `${around.slice(0, -1)},"document":${document},"findings":${findings}}`;
}

const decided = { kind: 'supplierinvoice', lockState, actionsFor, stateAfter, write: writeDecision } as const;

export const decideInvoice = (
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  id: string,
  verdict: Verdict<InvoiceDecision>,
): Promise<void> => decide(pool, decided, company, operator, id, verdict);

export interface OpensFiles {
  pool: Pool;
  files: FileStore;
  /** Told where the bytes are not those that were attached. */
  damaged: () => void;
}

/** A file of an invoice, opened. It is compared with what was attached: its size now, its SHA-256 as it is read. */
export async function openInvoiceFile(
  { pool, files, damaged }: OpensFiles,
  company: CompanyId,
  id: string,
  fileId: string,
) {
  const file = await findInvoiceFile(pool, company, id, fileId);
  if (file === undefined) throw notFound();
  const opened = await files.open(company, file.sha256);
  if (opened === undefined)
    throw new ApiError(
      500,
      'file.missing',
      'The bytes of this file are missing from the folder of files. Whoever runs the service can restore them from a backup.',
    );
  const failure = () => {
    damaged();
    return new ApiError(
      500,
      'file.damaged',
      'The bytes of this file are damaged in the folder of files. Whoever runs the service can restore them from a backup.',
    );
  };
  if (opened.size !== file.size) {
    opened.stream.destroy();
    throw failure();
  }
  return { ...file, stream: checked(opened.stream, file.sha256, failure) };
}
