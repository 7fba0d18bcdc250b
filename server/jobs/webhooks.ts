import { setTimeout as sleep } from 'node:timers/promises';
import { addJob } from './queue.ts';
import type { Task } from './runner.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { deliver, type Delivering } from '../webhooks/deliver.ts';

const task = 'webhooks.deliver';

interface Payload {
  company: CompanyId;
  endpointId: string;
}

/** At most one job for an endpoint waits. One that is under way is not waited for: it has the lease. */
export const addDelivery = (pool: Delivering['pool'], { company, endpointId }: Payload, runAt?: Date): Promise<void> =>
  addJob(pool, { task, payload: { company, endpointId }, key: endpointId, runAt });

/** An endpoint that takes longer is left to itself: the queue has places for a few jobs only, and others want theirs. */
const holdsPlaceMs = 500;
/** Beyond it, the places are held. */
const mostUnderWay = 200;
/** How long the end waits for what is under way to be recorded. */
const stopTimeoutMs = 1_000;

export interface Deliveries {
  tasks: Record<string, Task>;
  /** Fulfilled once nothing is under way any more, after the runner was told to stop. */
  over(): Promise<unknown>;
}

export function webhookDeliveries(delivering: Delivering): Deliveries {
  const { pool, log } = delivering;
  const underWay = new Set<Promise<void>>();

  async function takeTurn(payload: Payload, signal: AbortSignal): Promise<void> {
    try {
      const goOn = await deliver(delivering, payload.company, payload.endpointId, signal);
      if (goOn !== undefined) await addDelivery(pool, payload, goOn);
    } catch (error) {
      // What wakes the deliveries finds the endpoint again.
      log.warn({ err: error, endpoint: payload.endpointId }, 'webhooks could not be delivered; they are tried again');
    }
  }

  return {
    tasks: {
      [task]: async (payload: Payload, signal) => {
        const turn = takeTurn(payload, signal).finally(() => underWay.delete(turn));
        underWay.add(turn);
        await (underWay.size < mostUnderWay
          ? Promise.race([turn, sleep(holdsPlaceMs, undefined, { ref: false })])
          : turn);
      },
    },
    over: () => Promise.race([Promise.all(underWay), sleep(stopTimeoutMs, undefined, { ref: false })]),
  };
}
