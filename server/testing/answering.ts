import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on 127.0.0.1 for this test, which reads each request to its end and then answers it. */
export async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An error as S3 sends it. */
export const s3Error = (code: string, more = '') =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Some words.</Message>${more}</Error>`;
