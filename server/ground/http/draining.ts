import type { FastifyInstance } from 'fastify';
import { unavailable } from '../../errors/errors.ts';
import { whenClosed } from './closed.ts';

/** Whether the service is stopping, and how many requests are still under way. */
export interface Draining {
  begun: boolean;
  underWay: number;
}

/** While the service stops, what is under way is finished and what is new is asked to come again. */
export function refuseWhileDraining(app: FastifyInstance, draining: Draining): void {
  const leave = () => {
    draining.underWay -= 1;
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (draining.begun) reply.header('connection', 'close');
    if (draining.begun && request.routeOptions.config.operation !== 'health')
      return done(unavailable('service.stopping', { why: 'restarting' }));
    draining.underWay += 1;
    whenClosed(reply, leave);
    done();
  });
}
