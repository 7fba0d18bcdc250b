import type { FastifyInstance } from 'fastify';
import { baseUrl, type Config } from '../config.ts';

/**
 * The address of the service, as tokens' and receipts' issuer. Never from the Host header: a forged one would direct
 * clients to send their secret elsewhere, and a cache would spread it.
 */
export const issuerOf = (app: FastifyInstance, config: Config): string =>
  baseUrl(config, listeningPort(app) ?? config.port);

/** Undefined before the service listens. */
function listeningPort({ server }: FastifyInstance): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
