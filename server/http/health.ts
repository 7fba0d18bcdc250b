import type { FastifyInstance } from 'fastify';
import type { Pool } from '../db/pool.ts';
import { databaseAway, unavailable } from '../errors.ts';
import type { Draining } from './draining.ts';

export function healthRoutes(app: FastifyInstance, pool: Pool, draining: Draining): void {
  const hidden = { schema: { hide: true }, config: { operation: 'health' } };
  app.get('/health/live', hidden, async () => ({ status: 'live' }));
  app.get('/health/ready', hidden, async () => {
    if (draining.begun) throw unavailable('The service is stopping.');
    try {
      await pool.query('SELECT');
    } catch {
      throw databaseAway();
    }
    return { status: 'ready' };
  });
}
