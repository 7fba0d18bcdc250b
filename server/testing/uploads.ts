import { expect } from 'vitest';
import { paths, type Answer } from './door.ts';
import { pdfOf, sha256 } from './files.ts';
import type { Random } from './generated-values.ts';
import { isLongRun } from './long.ts';
import { kill, type Service } from './process.ts';
import { breathe } from './time.ts';

/** A file that a partner attaches. Its bytes are made anew for each try, because there may be hundreds. */
export interface Upload {
  number: number;
  supplierInvoiceId: string;
  sizeBytes: number;
  isForm: boolean;
  key: string | undefined;
}

/** Ids of attachments by the upload's number, once the service has answered with 200. */
export type AcknowledgedUploads = Map<number, string>;

/** Most are small; an S3 store sends the large ones in parts of 5 MiB. The first ones are under way at a first kill. */
const sizesBytes = isLongRun
  ? [300, 900, 20_000, 300, 3_000_000, 900, 6_000_000, 20_000, 300, 13_000_000]
  : [300, 6_000_000, 900, 2_000_000, 20_000, 300, 900, 20_000, 300, 900];

export const uploadsOn = (supplierInvoiceIds: readonly string[], many: number): Upload[] =>
  Array.from({ length: many }, (_, number) => ({
    number,
    supplierInvoiceId: supplierInvoiceIds[number % supplierInvoiceIds.length] as string,
    sizeBytes: sizesBytes[number % sizesBytes.length] as number,
    isForm: number % 3 !== 0,
    key: number % 2 === 0 ? `upload ${number}` : undefined,
  }));

const bytesOf = ({ number, sizeBytes }: Upload) => pdfOf(sizeBytes, `upload ${number}`);

export const hashOf = (upload: Upload) => sha256(bytesOf(upload));

export function sendUpload({ call }: Pick<Service, 'call'>, token: string, upload: Upload): Promise<Answer> {
  const { supplierInvoiceId, key } = upload;
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const bytes = bytesOf(upload);
  const fileName = `${upload.number}.pdf`;
  if (!upload.isForm) {
    const body = { supplierInvoiceId, fileName, content: bytes.toString('base64') };
    return call('POST', paths.attach, { token, headers, body });
  }
  const form = new FormData();
  form.set('supplierInvoiceId', supplierInvoiceId);
  form.set('file', new Blob([new Uint8Array(bytes)]), fileName);
  return call('POST', paths.attach, { token, headers, raw: form });
}

const connections = 5;

/**
 * Takes uploads from the queue over several connections, and kills the service after a few answers while others are
 * under way. Unanswered uploads may or may not be stored; they are returned.
 */
export async function uploadUntilKilled(
  service: Service,
  token: string,
  queue: Upload[],
  acknowledged: AcknowledgedUploads,
  luck: Random,
): Promise<Upload[]> {
  const unanswered: Upload[] = [];
  const answersBeforeKill = luck.below(5);
  let answers = 0;
  let answered = () => {};
  const enough = new Promise<void>((resolve) => {
    answered = () => void (++answers > answersBeforeKill && resolve());
  });
  const connection = async () => {
    for (let upload = queue.shift(); upload !== undefined; upload = queue.shift()) {
      const answer = await sendUpload(service, token, upload).catch((error: unknown) => {
        if (error instanceof TypeError) return undefined;
        throw error;
      });
      if (answer === undefined) {
        unanswered.push(upload);
        return;
      }
      expect(answer, `upload ${upload.number}`).toMatchObject({ status: 200, body: { id: expect.any(String) } });
      acknowledged.set(upload.number, answer.body.id);
      answered();
    }
  };
  const sending = Promise.all(Array.from({ length: connections }, connection));
  await Promise.race([enough, sending]);
  // The last uploads have been sent once the queue is empty, and are not answered yet.
  for (let turns = luck.below(50); turns > 0 && queue.length > 0; turns--) await breathe();
  kill(service.child.pid as number);
  await Promise.all([sending, service.ended]);
  return unanswered;
}

/** An upload that was stored before the kill is either replayed by its key, or exists and is named by the answer. */
export async function repeatUploads(
  service: Pick<Service, 'call'>,
  token: string,
  uploads: readonly Upload[],
  acknowledged: AcknowledgedUploads,
): Promise<void> {
  for (const upload of uploads) {
    const { status, body, headers } = await sendUpload(service, token, upload);
    const id = status === 409 && upload.key === undefined ? headers.get('doorway-existing-id') : body.id;
    expect(id, `upload ${upload.number}: ${status} ${body.message}`).toEqual(expect.any(String));
    acknowledged.set(upload.number, id);
  }
}
