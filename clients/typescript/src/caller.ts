import { randomUUID } from 'node:crypto';
import { writeJson } from './json.ts';
import type { Access, Answer, Call, CallOptions, Operation, Query, RequestBody, Transport } from './transport.ts';
import type { CreationDetails } from './types.ts';

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
    const answer = await this.#send(operation, request, { headers, isRepeatable: true, options });
    return { ...(answer.body as T), ...detailsOf(answer), idempotencyKey };
  }

  #send(
    operation: Operation,
    { path, query, body, form }: Request,
    more: Pick<Call, 'isRepeatable' | 'options' | 'headers'>,
  ): Promise<Answer> {
    const sent = form ?? (body === undefined ? undefined : jsonOf(body));
    const call = { operation, ...(path && { path }), ...(query && { query }), ...(sent && { body: sent }), ...more };
    return this.#transport.send(call, this.#access);
  }
}

function jsonOf(value: unknown): RequestBody {
  const text = writeJson(value) ?? 'null';
  return { contentType: 'application/json', canReopen: true, open: () => text };
}

function detailsOf({ headers }: Answer) {
  return {
    traceId: headers.get('traceparent')?.split('-')[1],
    isReplayed: headers.get('idempotency-replayed') === 'true',
    findingCodes: (headers.get('doorway-findings') ?? '')
      .split(',')
      .map((code) => code.trim())
      .filter(Boolean),
  };
}
