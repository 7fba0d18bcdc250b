import cluster from 'node:cluster';
import { on } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** One of several processes sends it to the process that runs them, which answers with the metrics of all. */
const question = 'doorway: metrics';
interface MetricsOfAll {
  metricsOfAll: string | undefined;
}

/** prom-client asks each process for five seconds. */
const longestMs = 6_000;

/** For the process that runs the others. */
export function collectMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (asking, message: unknown) => {
    if (message !== question) return;
    const answer = (metricsOfAll?: string) => {
      if (asking.isConnected()) asking.send({ metricsOfAll } satisfies MetricsOfAll);
    };
    all.clusterMetrics().then(answer, () => answer());
  });
}

/**
 * For a process: a function that returns the metrics of all, or only its own if another one does not answer, such as one
 * that is still starting. Alone it returns its own.
 */
export function metricsOfAll(own: [Registry, ...Registry[]]): () => Promise<string> {
  const ofProcess = async () => (await Promise.all(own.map((registry) => registry.metrics()))).join('');
  if (!cluster.isWorker) return ofProcess;
  AggregatorRegistry.setRegistries(own);
  // It answers when the other process asks.
  new AggregatorRegistry();
  return async () => {
    process.send?.(question);
    try {
      for await (const [answer] of on(process, 'message', { signal: AbortSignal.timeout(longestMs) }))
        if (typeof answer === 'object' && 'metricsOfAll' in answer)
          return (answer as MetricsOfAll).metricsOfAll ?? (await ofProcess());
    } catch {
      // Nobody answered in time.
    }
    return ofProcess();
  };
}
