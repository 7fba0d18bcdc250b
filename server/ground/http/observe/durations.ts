import { Registry, type Metric } from 'prom-client';

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
