import { Gauge, type Registry } from 'prom-client';
import { atMostEvery } from '../../scheduling/at-most-every.ts';

/** Whatever a scraper's interval is, the database is asked at most once a minute. */
const maxAgeMs = 60_000;

export interface ReadGauge<T> {
  name: string;
  help: string;
  valueOf: (read: T) => number;
}

/** Gauges that are read together from the database, so every process shows the same. */
export function measureTogether<T>(registry: Registry, read: () => Promise<T>, gauges: ReadGauge<T>[]): void {
  // A scrape must not fail while the database is away: the gauges keep their last values.
  const latest = atMostEvery(maxAgeMs, () => read().catch(() => undefined));
  for (const { name, help, valueOf } of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        const values = await latest();
        if (values !== undefined) this.set(valueOf(values));
      },
    });
}
