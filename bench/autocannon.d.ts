/** The parts of autocannon that the load generator uses; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Client extends EventEmitter {
    getRequestBuffer(): Buffer;
  }

  export interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    sampleInt: number;
    method: string;
    headers: Record<string, string>;
    body?: string;
    setupClient?: (client: Client) => void;
  }

  export interface Result {
    errors: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  /** Emits 'response' with (client, status, bytes, milliseconds) for every answer. */
  export type Running = EventEmitter & PromiseLike<Result>;

  export default function autocannon(options: Options): Running;
}
