import { createHash, randomUUID } from 'node:crypto';
import { writeJson } from './json.ts';
import type { Call, CallOptions, Operation, Query, RequestBody } from './request.ts';
import { traceIdOf, type Access, type Answer, type Transport } from './transport.ts';
import type { CreationDetails, Tagged } from './types.ts';

export interface CreateOptions extends CallOptions {
  /** Any text of your own that stands for this one record. Made by the client if it is left out. */
  idempotencyKey?: string;
}

export interface Request {
  path?: Record<string, string>;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  form?: RequestBody;
  headers?: Record<string, string>;
}

/** The calls that resources make. */
export class Caller {
  readonly #transport: Transport;
  readonly #access: Access;

  constructor(transport: Transport, access: Access) {
    this.#transport = transport;
    this.#access = access;
  }

  /** For what may be sent twice: reading, replacing, trying. */
  async repeatable<T>(operation: Operation, request: Request, options: CallOptions = {}): Promise<T> {
    return (await this.#send(operation, request, { isRepeatable: true, options })).body as T;
  }

  /** Reads a record. Its ETag is not enumerable, so that the record has the service's fields only when it is sent or logged. */
  async tagged<T extends object>(
    operation: Operation,
    request: Request,
    options: CallOptions = {},
  ): Promise<T & Tagged> {
    const { body, headers } = await this.#send(operation, request, { isRepeatable: true, options });
    return Object.defineProperty(body as T & Tagged, 'etag', { value: headers.get('etag') ?? '' });
  }

  /** Repeated only if the service has certainly not carried it out. */
  async once<T>(operation: Operation, request: Request, options: CallOptions = {}): Promise<T> {
    return (await this.#send(operation, request, { isRepeatable: false, options })).body as T;
  }

  /** For operations that take an Idempotency-Key: all attempts have the same one. */
  async create<T extends object>(
    operation: Operation,
    request: Request,
    { idempotencyKey = randomUUID(), ...options }: CreateOptions = {},
  ): Promise<T & CreationDetails> {
    const headers = { ...request.headers, 'idempotency-key': idempotencyKey };
    const sent = bodyOf(request);
    const answer = await this.#send(operation, request, { headers, isRepeatable: true, options }, sent);
    return { ...(answer.body as T), ...detailsOf(answer), idempotencyKey, sha256: sent?.sha256?.() ?? '' };
  }

  #send(
    operation: Operation,
    request: Request,
    more: Pick<Call, 'isRepeatable' | 'options' | 'headers'>,
    sent = bodyOf(request),
  ): Promise<Answer> {
    const { path, query } = request;
    const call = { operation, ...(path && { path }), ...(query && { query }), ...(sent && { body: sent }), ...more };
    return this.#transport.send(call, this.#access);
  }
}

const bodyOf = ({ body, form }: Request): RequestBody | undefined =>
  form ?? (body === undefined ? undefined : jsonOf(body));

function jsonOf(value: unknown): RequestBody {
  const text = writeJson(value) ?? 'null';
  const sha256 = () => createHash('sha256').update(text).digest('hex');
  return { contentType: 'application/json', canReopen: true, open: () => text, sha256 };
}

function detailsOf({ headers }: Answer) {
  return {
    traceId: traceIdOf(headers),
    isReplayed: headers.get('idempotency-replayed') === 'true',
    findingCodes: (headers.get('doorway-findings') ?? '')
      .split(',')
      .map((code) => code.trim())
      .filter(Boolean),
  };
}
