import { Agent, request, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

export interface Exchange {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | FormData | undefined;
}

/** Keeps connections open for later calls, but not until the service closes them while a call begins. */
const agent = new Agent({ keepAlive: true, timeout: 4_000 });

interface ReceivedMessage {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends, receives and fails as `fetch` does, which takes three times as much of the processor: a lost connection is a
 * TypeError.
 */
export const exchange = (url: string, sent: Exchange): Promise<ReceivedMessage> =>
  exchangeNow(url, sent).catch((cause: unknown) => {
    throw new TypeError('The request failed.', { cause });
  });

async function exchangeNow(url: string, { method, headers, body }: Exchange): Promise<ReceivedMessage> {
  const [bytes, type] = await encoded(body);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(new URL(url), { agent, method, headers: { accept: '*/*', 'user-agent': 'node' } });
    if (type !== undefined) call.setHeader('content-type', type);
    for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
    call.once('response', resolve).on('error', reject);
    // Node.js announces the length of a body that is given whole.
    call.end(bytes);
  });
  return {
    status: answer.statusCode as number,
    headers: new Headers(pairsOf(answer.rawHeaders)),
    text: await text(method === 'HEAD' ? answer : decoded(answer)),
  };
}

async function encoded(body: Exchange['body']): Promise<[bytes: Uint8Array | undefined, type?: string]> {
  // With a body of text, Node.js would send the header in the coding of the body.
  if (typeof body === 'string') return [Buffer.from(body), 'text/plain;charset=UTF-8'];
  if (!(body instanceof FormData)) return [body];
  const form = new Response(body);
  return [new Uint8Array(await form.arrayBuffer()), form.headers.get('content-type') as string];
}

const pairsOf = (raw: string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] as string]] : []));

function decoded(answer: IncomingMessage): NodeJS.ReadableStream {
  const coding = answer.headers['content-encoding'];
  if (coding === undefined) return answer;
  return pipeline(answer, coding === 'br' ? createBrotliDecompress() : createGunzip(), () => undefined);
}
