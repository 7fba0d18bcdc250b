import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import { metricsOfAll } from './metrics-of-all.ts';
import type { Pool } from '../../db/pool.ts';
import { atMostEvery } from '../../scheduling/at-most-every.ts';

export interface Metrics {
  registry: Registry;
  /** The text of /metrics. It is made at most once a second; all who ask in that second get the same text. */
  text(): Promise<Buffer>;
  observeRequest(operation: string, status: number, seconds: number): void;
  /**
   * Total duration of all requests so far. A request counts at most one second: longer ones only waited for something.
   */
  requestSeconds(): number;
  observeBatch(operation: string): (size: number) => void;
  observeDelivery(outcome: string, waitedSeconds?: number): void;
  observeScan(result: string, waitedSeconds: number): void;
}

/** prom-client's default metrics (event loop, memory, garbage collection) can be collected only once per process. */
const ofProcess = new Registry();
let isMeasured = false;
function measureProcess(): void {
  if (!isMeasured) collectDefaultMetrics({ register: ofProcess });
  isMeasured = true;
}

/** Collecting takes milliseconds, and anybody may ask. */
const defaultMaxAgeMs = 1_000;

export function createMetrics(pools: Record<string, Pool>, maxAgeMs = defaultMaxAgeMs): Metrics {
  measureProcess();
  const registry = new Registry();
  const observeDuration = measureDurations(
    registry,
    'doorway_request_duration_seconds',
    'Requests by operation and status, with their duration.',
  );
  let requestSeconds = 0;
  const batches = new Histogram({
    name: 'doorway_batch_size',
    help: 'How many creates shared one statement.',
    labelNames: ['operation'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 200],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'doorway_webhook_deliveries_total',
    help: 'Attempts to deliver a webhook by outcome: delivered, or what went wrong.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const lag = new Histogram({
    name: 'doorway_webhook_lag_seconds',
    help: 'How long after it was recorded an event was delivered to an endpoint.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3600, 86_400],
    registers: [registry],
  });
  const scans = new Histogram({
    name: 'doorway_file_scan_seconds',
    help: 'Virus scans by result: clean, infected or failed; the time from the last byte to the verdict.',
    labelNames: ['result'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  new Gauge({
    name: 'doorway_database_connections',
    help: 'Connections of the pools of partners and operators by state, and the callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'open' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waited_for' }, waitingCount);
      }
    },
  });
  new Gauge({
    name: 'doorway_database_worker_up',
    help: 'Workers of a Citus cluster that this process uses: 1 if it answers, 0 if it is lost.',
    labelNames: ['worker'],
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.reset();
      const workers = Object.values(pools).flatMap(({ workers = [] }) => workers);
      for (const [worker] of workers) this.set({ worker }, 1);
      for (const [worker, isLost] of workers) if (isLost) this.set({ worker }, 0);
    },
  });
  const collect = metricsOfAll([ofProcess, registry]);
  return {
    registry,
    text: atMostEvery(maxAgeMs, async () => Buffer.from(await collect())),
    observeRequest: (operation, status, seconds) => {
      requestSeconds += Math.min(seconds, 1);
      observeDuration(operation, status, seconds);
    },
    requestSeconds: () => requestSeconds,
    observeBatch: (operation) => {
      const batch = batches.labels({ operation });
      return (size) => batch.observe(size);
    },
    observeDelivery: (outcome, waitedSeconds) => {
      deliveries.inc({ outcome });
      if (waitedSeconds !== undefined) lag.observe(waitedSeconds);
    },
    observeScan: (result, waitedSeconds) => scans.observe({ result }, waitedSeconds),
  };
}

export function metricsRoute(app: FastifyInstance, { registry, text }: Metrics): void {
  app.get(
    '/metrics',
    { schema: { hide: true }, config: { operation: 'metrics', public: true, publicRate: 'seldom' } },
    async (_request, reply) => reply.type(registry.contentType).send(await text()),
  );
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  labels: { operation: string; status: number };
  /** Requests per bucket; the last count is for requests above all buckets. */
  counts: number[];
  sum: number;
}

/**
 * A histogram of requests for a Prometheus registry. prom-client's own one validates and hashes the labels on each
 * observation.
 */
export function measureDurations(registry: Registry, name: string, help: string) {
  const all = new Map<string, Map<number, Series>>();

  const valuesOf = ({ labels, counts, sum }: Series) => {
    let count = 0;
    const within = [...buckets, '+Inf' as const].map((le, at) => {
      count += counts[at] as number;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...within,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  };
  registry.registerMetric({
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...all.values()].flatMap((byStatus) => [...byStatus.values()]).flatMap(valuesOf),
    }),
    reset: () => all.clear(),
  } as unknown as Metric);

  function seriesOf(operation: string, status: number): Series {
    let byStatus = all.get(operation);
    if (byStatus === undefined) all.set(operation, (byStatus = new Map()));
    let series = byStatus.get(status);
    if (series === undefined)
      byStatus.set(status, (series = { labels: { operation, status }, counts: [...buckets, 0].fill(0), sum: 0 }));
    return series;
  }

  return (operation: string, status: number, seconds: number): void => {
    const series = seriesOf(operation, status);
    let at = 0;
    while (at < buckets.length && seconds > (buckets[at] as number)) at++;
    (series.counts[at] as number)++;
    series.sum += seconds;
  };
}
