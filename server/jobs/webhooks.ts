import { setTimeout as sleep } from 'node:timers/promises';
import { addJobs } from './queue.ts';
import type { Task } from './runner.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { deliver, type Delivering, type TurnOptions } from '../webhooks/deliver.ts';

/** An endpoint whose last attempt failed waits in a queue of its own, so that it never stands in front of a healthy one. */
const taskFor = (failing: boolean) => (failing ? 'webhooks.retry' : 'webhooks.deliver');

interface Payload {
  company: CompanyId;
  endpointId: string;
}

export interface NewDeliveries {
  company: CompanyId;
  endpointIds: string[];
  /** Whether the last attempt to reach them failed. */
  failing: boolean;
  /** At once if it is left out. */
  runAt?: Date | undefined;
}

/** At most one job for an endpoint waits. A job that is under way already has the lease, and does not count. */
export const addDeliveries = (
  pool: Delivering['pool'],
  { company, endpointIds, failing, runAt }: NewDeliveries,
): Promise<void> =>
  addJobs(pool, {
    task: taskFor(failing),
    jobs: endpointIds.map((endpointId) => ({ payload: { company, endpointId }, key: endpointId })),
    runAt,
  });

/** Bounds of what one process has under way; each delivery has one socket. */
export interface DeliveryLimits {
  /** Deliveries to healthy endpoints. */
  maxHealthy: number;
  /** Deliveries to endpoints whose last attempt failed. */
  maxFailing: number;
  /** With more healthy deliveries under way than this, an attempt ends after `hurriedMs`, so that places become free. */
  calm: number;
  hurriedMs: number;
}

const usualLimits: DeliveryLimits = { maxHealthy: 1_000, maxFailing: 100, calm: 500, hurriedMs: 2_000 };
/** How long the end waits for what is under way to be recorded. */
const stopTimeoutMs = 1_000;

export interface Deliveries {
  healthy: Record<string, Task>;
  failing: Record<string, Task>;
  /** Fulfilled once nothing is under way any more, after the runner was told to stop. */
  over(): Promise<unknown>;
}

export function webhookDeliveries(delivering: Delivering, limits: DeliveryLimits = usualLimits): Deliveries {
  const { pool, log } = delivering;
  const underWay = { healthy: new Set<Promise<void>>(), failing: new Set<Promise<void>>() };
  const isCrowded = () => underWay.healthy.size > limits.calm;

  async function takeTurn({ company, endpointId }: Payload, options: TurnOptions): Promise<void> {
    try {
      const next = await deliver(delivering, company, endpointId, options);
      if (next !== undefined)
        await addDeliveries(pool, { company, endpointIds: [endpointId], failing: next.failing, runAt: next.at });
    } catch (error) {
      // What wakes the deliveries finds the endpoint again.
      log.warn({ err: error, endpoint: endpointId }, 'webhooks could not be delivered; they are tried again');
    }
  }

  /**
   * A job holds its place in the queue only while it reads from the database. Once it waits for the endpoint it makes room for the
   * next job: however many endpoints hang, those that come after them are not kept waiting.
   */
  const taskOf =
    (turns: Set<Promise<void>>, max: number, failing: boolean): Task =>
    async (payload: Payload, signal) => {
      while (turns.size >= max) await Promise.race(turns);
      await new Promise<void>((onSending) => {
        const timeoutMs = () => (!failing && isCrowded() ? limits.hurriedMs : undefined);
        const turn = takeTurn(payload, { signal, failing, onSending, timeoutMs }).finally(() => {
          turns.delete(turn);
          onSending();
        });
        turns.add(turn);
      });
    };

  return {
    healthy: { [taskFor(false)]: taskOf(underWay.healthy, limits.maxHealthy, false) },
    failing: { [taskFor(true)]: taskOf(underWay.failing, limits.maxFailing, true) },
    over: () =>
      Promise.race([
        Promise.all([...underWay.healthy, ...underWay.failing]),
        sleep(stopTimeoutMs, undefined, { ref: false }),
      ]),
  };
}
