import { unavailable } from '../../../errors/errors.ts';
import type { ArrivalStep } from './arrival.ts';
import { whenClosed } from '../answers/closed.ts';

export interface Draining {
  /** From here on the process is not ready, so that a balancer sends it no new requests, but still answers them. */
  readonly announced: boolean;
  /** From here on new requests are refused. */
  readonly begun: boolean;
  underWay: number;
  /** Aborted when draining begins, to end requests that only wait for something. */
  signal: AbortSignal;
  announce(): void;
  begin(): void;
}

export function createDraining(): Draining {
  const told = new AbortController();
  let isAnnounced = false;
  return {
    get announced() {
      return isAnnounced;
    },
    get begun() {
      return told.signal.aborted;
    },
    underWay: 0,
    signal: told.signal,
    announce: () => {
      isAnnounced = true;
    },
    begin: () => told.abort(),
  };
}

export function refuseWhileDraining(draining: Draining): ArrivalStep {
  const leave = () => {
    draining.underWay -= 1;
  };
  return (request, reply) => {
    if (draining.announced) reply.header('connection', 'close');
    if (draining.begun && request.routeOptions.config.operation !== 'health')
      return unavailable('service.stopping', { why: 'restarting' });
    draining.underWay += 1;
    whenClosed(reply, leave);
    return undefined;
  };
}
