import { request as send, type Agent } from 'node:http';

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface Reply {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** Sends a request unchanged: fetch would correct or refuse some requests. */
export const exchange = (url: string, agent: Agent, { method, path, headers, body }: Request): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sending = send({ hostname, port, agent, method, path, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const received = Object.entries(response.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : value,
        ]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(received),
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function curlOf(url: string, { method, path, headers, body }: Request): string {
  const named = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`);
  const text =
    body === undefined
      ? ''
      : JSON.stringify(body.toString())
          .slice(1, -1)
          .replaceAll(String.raw`\"`, '"');
  const sent =
    body === undefined
      ? ''
      : ` --data-binary ${quoted(text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length} characters)` : text)}`;
  return `curl -X ${method}${named.join('')}${sent} ${quoted(url + path)}`;
}
