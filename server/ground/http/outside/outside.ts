import type { LookupAddress } from 'node:dns';
import { lookup as lookupHere, Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, hasBlockedPort } from './addresses.ts';

export const failures = [
  'dns',
  // An address is not on the public internet.
  'address',
  'port',
  'connection',
  // The certificate is not trusted, or the server speaks no TLS.
  'tls',
  // The connection closed before the answer was complete.
  'broken',
  'timeout',
  'redirect',
  'status',
] as const;
export type Failure = (typeof failures)[number];

export interface SendResult {
  error: Failure | undefined;
  status: number | undefined;
  /** The first kilobyte of the answer. */
  answer: string | undefined;
  tookMs: number;
}

export interface AddressPolicy {
  /** Whether addresses outside the public internet are allowed. */
  allowPrivate: boolean;
}

export interface OutgoingMessage extends AddressPolicy {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  timeoutMs?: number | undefined;
  resolve?: Resolve;
}

export type Resolve = (name: string) => Promise<LookupAddress[]>;

const urlProblems = ['invalid', 'long', 'scheme', 'userinfo', 'fragment', 'port', 'address'] as const;
export type UrlProblem = (typeof urlProblems)[number];

const maxUrlLength = 2_000;
const maxAnswerBytes = 16 * 1024;
const keptBytes = 1024;
const headerBytes = 16 * 1024;
const maxInterimResponses = 20;
const defaultTimeoutMs = 15_000;

/** Whether messages may be sent to this URL, before its name is resolved. */
export function judgeUrl(
  text: string,
  { allowHttp, allowPrivate }: AddressPolicy & { allowHttp: boolean },
): URL | UrlProblem {
  if (text.length > maxUrlLength) return 'long';
  if (!URL.canParse(text)) return 'invalid';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'userinfo';
  if (text.includes('#')) return 'fragment';
  if (hasBlockedPort(url)) return 'port';
  const literal = literalOf(url.hostname);
  return literal === undefined || allowPrivate || isPublicAddress(literal.address) ? url : 'address';
}

/** The addresses of a host if all of them are allowed; otherwise the reason. */
export async function resolveOutside(
  host: string,
  { allowPrivate }: AddressPolicy,
  resolve: Resolve = allowPrivate ? resolveInside : resolvePublic,
): Promise<LookupAddress[] | 'dns' | 'address'> {
  const literal = literalOf(host);
  const addresses = literal === undefined ? await resolve(host).catch(() => []) : [literal];
  if (addresses.length === 0) return 'dns';
  return allowPrivate || addresses.every(({ address }) => isPublicAddress(address)) ? addresses : 'address';
}

/** URL has already normalised the notation of an address. */
function literalOf(host: string): LookupAddress | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 0 ? undefined : { address, family };
}

/**
 * Queries the name servers directly: the operating system's look-up would occupy one of the few threads that file
 * access also needs.
 */
async function resolvePublic(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
}

/** A closed network has names that only the operating system can resolve. */
const resolveInside: Resolve = (name) => lookupHere(name, { all: true });

const keeping = { keepAlive: true, timeout: 30_000, maxFreeSockets: 8, autoSelectFamilyAttemptTimeout: 1_000 };
const newAgents = () => ({ 'http:': new http.Agent(keeping), 'https:': new https.Agent(keeping) });
/** Separate agents: a connection made while private addresses were allowed must not be reused by others. */
const agents = { public: newAgents(), any: newAgents() };

/**
 * Posts a message to a foreign server, at the address that was checked. Any failure there is a result, not an
 * exception.
 */
export async function send(url: URL, message: OutgoingMessage): Promise<SendResult> {
  const begun = performance.now();
  const outcome = await post(url, message, begun + (message.timeoutMs ?? defaultTimeoutMs));
  return { ...outcome, tookMs: Math.round(performance.now() - begun) };
}

type Outcome = Omit<SendResult, 'tookMs'>;

const failed = (error: Failure): Outcome => ({ error, status: undefined, answer: undefined });

async function post(url: URL, message: OutgoingMessage, deadline: number): Promise<Outcome> {
  if (hasBlockedPort(url)) return failed('port');
  const literal = literalOf(url.hostname);
  // Node calls `lookup` only for names, not for literal addresses.
  if (literal !== undefined && !message.allowPrivate && !isPublicAddress(literal.address)) return failed('address');
  const outcome = await postOnce(url, message, deadline);
  // The server may have closed a kept connection at this very moment, which is no fault of the server.
  return outcome === 'stale' ? post(url, message, deadline) : outcome;
}

function postOnce(url: URL, message: OutgoingMessage, deadline: number): Promise<Outcome | 'stale'> {
  const { headers, body, signal, allowPrivate } = message;
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    /** The failure to report if the connection breaks now. */
    let stage: Failure = 'connection';
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      agent: agents[allowPrivate ? 'any' : 'public'][secure ? 'https:' : 'http:'],
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: headerBytes,
      lookup: lookupOutside(message, (error) => (stage = error)),
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
    // Without a listener Node closes the connection and emits nothing.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      end({ ...failed('status'), status: response.statusCode });
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > maxInterimResponses) request.destroy(new Error('no answer'));
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

/** Checks the addresses at the moment of connecting and returns exactly those, so that DNS cannot change in between. */
function lookupOutside({ allowPrivate, resolve }: OutgoingMessage, refuse: (error: Failure) => void): LookupFunction {
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

async function readAnswer(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxAnswerBytes) break;
  }
  const beginning = Buffer.concat(chunks).subarray(0, keptBytes);
  // A character cut in two is dropped.
  return new TextDecoder().decode(beginning, { stream: true }).replaceAll('\0', '\uFFFD');
}
