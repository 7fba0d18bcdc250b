import { setTimeout as sleep } from 'node:timers/promises';

/** A caller in its own process that sends a small request every few milliseconds and notes the longest wait. */
let url: string | undefined;
process.on('message', (message: { watch?: string }) => {
  url = message.watch;
  if (url !== undefined) void watch(url);
});

async function watch(watched: string): Promise<void> {
  let slowestMs = 0;
  while (url === watched) {
    const begun = performance.now();
    await fetch(`${watched}/health/live`).then((response) => response.text());
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    await sleep(5);
  }
  process.send?.({ slowestMs });
}
