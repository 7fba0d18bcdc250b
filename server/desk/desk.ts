import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { OperatorDeps } from '../deps.ts';

/** What a slice declares of its desk. */
export interface Desk {
  schemas: readonly TSchema[];
  routes(app: FastifyInstance, deps: OperatorDeps): void | Promise<void>;
}
