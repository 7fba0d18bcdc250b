import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { readConfig } from '../server/config.ts';
import { serve } from '../server/serve.ts';

/**
 * Runs the real service, with every hook, schema, check and log line of production, but with other handlers for some
 * operations. Fastify announces each instance that is made, which is where a route can be given another handler.
 */
export async function serveWith(handlers: Record<string, RouteHandlerMethod>): Promise<void> {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      route.handler = handlers[route.config?.operation ?? ''] ?? route.handler;
    });
  });
  await serve(readConfig(process.env));
}
