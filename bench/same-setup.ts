import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { built } from './built.ts';

export const { readConfig } = await built<typeof import('../server/config.ts')>('config');
const { buildApp } = await built<typeof import('../server/app.ts')>('app');
const { serve } = await built<typeof import('../server/serve.ts')>('serve');
export const { messageFor, sendCreated } = await built<typeof import('../server/door/create.ts')>('door/create');
export const { createPool } = await built<typeof import('../server/ground/db/connect/create-pool.ts')>(
  'ground/db/connect/create-pool',
);
export const { invoiceShape } =
  await built<typeof import('../server/supplier-invoices/shape.ts')>('supplier-invoices/shape');

/**
 * Runs the real service with every hook, schema, check and log line, but replaces the handlers of some operations.
 * Fastify announces each instance, which is where a route gets another handler.
 */
export async function serveWith(handlers: Record<string, RouteHandlerMethod>): Promise<void> {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      route.handler = handlers[route.config?.operation ?? ''] ?? route.handler;
    });
  });
  await serve(readConfig(process.env), buildApp);
}
