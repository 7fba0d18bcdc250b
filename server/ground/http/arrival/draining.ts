import { unavailable } from '../../../errors/errors.ts';
import type { ArrivalStep } from './arrival.ts';
import { whenClosed } from '../answers/closed.ts';

export interface Draining {
  readonly begun: boolean;
  underWay: number;
  /** Aborted when draining begins, to end requests that only wait for something. */
  signal: AbortSignal;
  begin(): void;
}

export function createDraining(): Draining {
  const told = new AbortController();
  return {
    get begun() {
      return told.signal.aborted;
    },
    underWay: 0,
    signal: told.signal,
    begin: () => told.abort(),
  };
}

export function refuseWhileDraining(draining: Draining): ArrivalStep {
  const leave = () => {
    draining.underWay -= 1;
  };
  return (request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
    if (draining.begun && request.routeOptions.config.operation !== 'health')
      return unavailable('service.stopping', { why: 'restarting' });
    draining.underWay += 1;
    whenClosed(reply, leave);
    return undefined;
  };
}
