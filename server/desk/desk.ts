import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { OperatorDeps } from '../deps.ts';

export interface Desk {
  schemas: readonly TSchema[];
  routes(app: FastifyInstance, deps: OperatorDeps): void | Promise<void>;
}
