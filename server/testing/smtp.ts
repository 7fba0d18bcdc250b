import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Values are decoded, names are in lower case, and repeated headers stay repeated. */
  headers: [name: string, value: string][];
  subject: string;
  text: string;
  raw: string;
}

export interface Smtp {
  /** For SMTP_URL, without a user. */
  url: string;
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

interface Options extends SMTPServerOptions {
  port?: number;
}

/** A real mail server on 127.0.0.1. The caller closes it. */
export async function openSmtp({ port = 0, ...options }: Options = {}): Promise<Smtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, ...parsed(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const at = (server.server.address() as AddressInfo).port;
  return {
    url: `${options.secure === true ? 'smtps' : 'smtp'}://127.0.0.1:${at}`,
    port: at,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export async function smtpForThisTest(options?: Options): Promise<Smtp> {
  const smtp = await openSmtp(options);
  onTestFinished(() => smtp.close());
  return smtp;
}

export async function portForThisTest(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

export interface Proxy {
  url: string;
  open: boolean;
}

export async function wayForThisTest(to: Smtp): Promise<Proxy> {
  const way = { url: '', open: true };
  const port = await portForThisTest((socket) => {
    if (!way.open) {
      socket.destroy();
      return;
    }
    const onward = connect(to.port, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  way.url = `smtp://127.0.0.1:${port}`;
  return way;
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text' | 'raw'> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), decodedWords(line.slice(at + 1).trim())];
    });
  const of = (name: string) => headers.find(([header]) => header === name)?.[1] ?? '';
  const body = raw.slice(end + 4);
  const text = decodedBody(body, of('content-transfer-encoding'));
  return { headers, subject: of('subject'), text: text.replace(/\r\n/g, '\n').trimEnd(), raw };
}

const decodedBody = (body: string, encoding: string): string =>
  encoding === 'base64'
    ? Buffer.from(body, 'base64').toString('utf8')
    : encoding === 'quoted-printable'
      ? quotedPrintable(body.replace(/=\r\n/g, ''))
      : body;

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes =?UTF-8?Q?…?= and =?UTF-8?B?…?=; adjacent words form one text. */
const decodedWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    );
