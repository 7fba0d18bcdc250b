import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { scannedSheet } from './sheet.ts';

export interface UploadJob {
  url: string;
  token: string;
  supplierInvoiceId: string;
  uploads: number;
  fileBytes: number;
  as: 'form' | 'json';
}

export interface UploadsDone {
  seconds: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
}

/** Sends many files at once, from a process of its own. */
process.on('message', async (job: UploadJob) => {
  const begun = performance.now();
  const statuses: UploadsDone['statuses'] = {};
  const file = scannedSheet(job.fileBytes);
  await Promise.all(
    Array.from({ length: job.uploads }, async () => {
      const status = await upload(job, file);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  process.send?.({ seconds: (performance.now() - begun) / 1000, statuses } satisfies UploadsDone);
});
process.on('disconnect', () => process.exit());

const boundary = 'doorway-bench-boundary';

async function upload({ url, token, supplierInvoiceId, as }: UploadJob, file: ReturnType<typeof scannedSheet>) {
  const fileName = 'scan.pdf';
  const bytes = file(randomUUID());
  const pieces =
    as === 'form'
      ? [
          `--${boundary}\r\nContent-Disposition: form-data; name="supplierInvoiceId"\r\n\r\n${supplierInvoiceId}\r\n` +
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
            'Content-Type: application/pdf\r\n\r\n',
          ...bytes,
          `\r\n--${boundary}--\r\n`,
        ]
      : [JSON.stringify({ supplierInvoiceId, fileName, content: Buffer.concat(bytes).toString('base64') })];
  const sent = request(`${url}/supplierinvoices/attach`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': as === 'form' ? `multipart/form-data; boundary=${boundary}` : 'application/json',
      'content-length': pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
    },
  });
  // The rest of a refused body may meet a closed connection.
  sent.on('error', () => undefined);
  for (const piece of pieces) sent.write(piece);
  sent.end();
  try {
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
    response.resume();
    await once(response, 'end');
    return String(response.statusCode);
  } catch {
    return 'closed';
  }
}
