import type { LookupAddress } from 'node:dns';
import { lookup as lookupHere, Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';
import { hasBlockedPort } from './blocked-ports.ts';

/** What keeps a message from being sent, or from having arrived. */
export const failures = [
  // The name has no address.
  'dns',
  // An address is not one of the public internet.
  'address',
  // The port is one of another protocol than HTTP.
  'port',
  // Nothing answers there.
  'connection',
  // The certificate is not good, or what answers speaks no TLS.
  'tls',
  // The connection broke off before the answer was whole.
  'broken',
  // The answer was not whole in time.
  'timeout',
  // The answer names another address, which is not followed.
  'redirect',
  // Any other answer that is not 2xx.
  'status',
] as const;
export type Failure = (typeof failures)[number];

export interface Sent {
  /** Undefined where the message has arrived. */
  error: Failure | undefined;
  /** Undefined where no answer came. */
  status: number | undefined;
  /** The first kilobyte of the answer. */
  answer: string | undefined;
  tookMs: number;
}

export interface Allowed {
  /** Whether an address that is not one of the public internet may be connected to. */
  allowPrivate: boolean;
}

export interface Sending extends Allowed {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  timeoutMs?: number | undefined;
  /** What finds the addresses of a name. */
  resolve?: Resolve;
}

export type Resolve = (name: string) => Promise<LookupAddress[]>;

export const urlProblems = ['invalid', 'long', 'scheme', 'userinfo', 'fragment', 'port', 'address'] as const;
export type UrlProblem = (typeof urlProblems)[number];

const longestUrl = 2_000;
/** An answer is read so far, and no further. */
const mostBytes = 16 * 1024;
const keptBytes = 1024;
const headerBytes = 16 * 1024;
/** So many times a server may say that it is still at it, before it answers. */
const mostInterim = 20;
const usualTimeoutMs = 15_000;

/** Whether messages may be sent to this address, as far as it tells by itself. A name is judged once it is resolved. */
export function judgeUrl(
  text: string,
  { allowHttp, allowPrivate }: Allowed & { allowHttp: boolean },
): URL | UrlProblem {
  if (text.length > longestUrl) return 'long';
  if (!URL.canParse(text)) return 'invalid';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'userinfo';
  if (text.includes('#')) return 'fragment';
  if (hasBlockedPort(url)) return 'port';
  const literal = literalOf(url.hostname);
  return literal === undefined || allowPrivate || isPublicAddress(literal.address) ? url : 'address';
}

/** The addresses of a host, all of which may be connected to; otherwise what keeps them from it. */
export async function resolveOutside(
  host: string,
  { allowPrivate }: Allowed,
  resolve: Resolve = allowPrivate ? resolveInside : resolvePublic,
): Promise<LookupAddress[] | 'dns' | 'address'> {
  const literal = literalOf(host);
  const addresses = literal === undefined ? await resolve(host).catch(() => []) : [literal];
  if (addresses.length === 0) return 'dns';
  return allowPrivate || addresses.every(({ address }) => isPublicAddress(address)) ? addresses : 'address';
}

/** An address in whatever notation: URL has brought it into the usual one. */
function literalOf(host: string): LookupAddress | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 0 ? undefined : { address, family };
}

/** Asks the name servers. A look-up by the operating system would hold one of the few threads that files need too, as long as they are silent. */
async function resolvePublic(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
}

/** A closed network has names that no name server knows. */
const resolveInside: Resolve = (name) => lookupHere(name, { all: true });

/** Connections are kept for the next message, for half a minute. */
const keeping = { keepAlive: true, timeout: 30_000, maxFreeSockets: 8, autoSelectFamilyAttemptTimeout: 1_000 };
const newAgents = () => ({ 'http:': new http.Agent(keeping), 'https:': new https.Agent(keeping) });
/** A connection that was made where more was allowed is for nobody else. */
const agents = { public: newAgents(), any: newAgents() };

/** Posts a message to somebody else's server, and to no other than the one that was judged. Whatever goes wrong there is an answer. */
export async function send(url: URL, sending: Sending): Promise<Sent> {
  const begun = performance.now();
  const outcome = await post(url, sending, begun + (sending.timeoutMs ?? usualTimeoutMs));
  return { ...outcome, tookMs: Math.round(performance.now() - begun) };
}

type Outcome = Omit<Sent, 'tookMs'>;

const failed = (error: Failure): Outcome => ({ error, status: undefined, answer: undefined });

async function post(url: URL, sending: Sending, deadline: number): Promise<Outcome> {
  if (hasBlockedPort(url)) return failed('port');
  const literal = literalOf(url.hostname);
  // Node looks up names only.
  if (literal !== undefined && !sending.allowPrivate && !isPublicAddress(literal.address)) return failed('address');
  const outcome = await postOnce(url, sending, deadline);
  // A connection that was kept may have been closed in that very moment, which tells nothing of the server.
  return outcome === 'stale' ? post(url, sending, deadline) : outcome;
}

function postOnce(url: URL, sending: Sending, deadline: number): Promise<Outcome | 'stale'> {
  const { headers, body, signal, allowPrivate } = sending;
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    /** What it is called if it breaks off now. */
    let stage: Failure = 'connection';
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      agent: agents[allowPrivate ? 'any' : 'public'][secure ? 'https:' : 'http:'],
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: headerBytes,
      lookup: lookupOutside(sending, (error) => (stage = error)),
    });
    const timer = setTimeout(
      () => {
        end(failed('timeout'));
        request.destroy();
      },
      Math.max(0, deadline - performance.now()),
    );
    signal.addEventListener('abort', breakOff);

    function leave(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', breakOff);
    }
    function breakOff(): void {
      leave();
      request.destroy();
      reject(signal.reason as Error);
    }
    function end(outcome: Outcome | 'stale'): void {
      leave();
      resolve(outcome);
    }

    request.on('socket', (socket) => {
      if (request.reusedSocket) {
        stage = 'broken';
        return;
      }
      socket.once('connect', () => (stage = secure ? 'tls' : 'broken'));
      socket.once('secureConnect', () => (stage = 'broken'));
    });
    // Without a listener the connection would end, and nothing would say so.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      end({ ...failed('status'), status: response.statusCode });
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > mostInterim) request.destroy(new Error('no answer'));
    });
    request.on('error', () => end(request.reusedSocket && stage === 'broken' ? 'stale' : failed(stage)));
    request.on('response', (response) => {
      readAnswer(response).then(
        (answer) => end({ error: failureOf(response.statusCode), status: response.statusCode, answer }),
        () => end({ ...failed('broken'), status: response.statusCode }),
      );
    });
    request.end(body);
  });
}

/** Judges what a name leads to in the moment of the connection, and hands out the very addresses that were judged. */
function lookupOutside({ allowPrivate, resolve }: Sending, refuse: (error: Failure) => void): LookupFunction {
  return (host, options, found) => {
    void resolveOutside(host, { allowPrivate }, resolve).then((addresses) => {
      if (typeof addresses === 'string') {
        refuse(addresses);
        return found(new Error(addresses), '', 0);
      }
      const [first] = addresses as [LookupAddress];
      return options.all === true ? found(null, addresses) : found(null, first.address, first.family);
    });
  };
}

function failureOf(status = 0): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** The beginning of the answer as text that a database takes. */
async function readAnswer(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= mostBytes) break;
  }
  const beginning = Buffer.concat(chunks).subarray(0, keptBytes);
  // A character that is cut in two is left out.
  return new TextDecoder().decode(beginning, { stream: true }).replaceAll('\0', '\uFFFD');
}
