import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInvoices, listSuppliers } from './cases.ts';
import type { Target } from './report.ts';
import type { Stage } from './stage.ts';

const maxMebibytes = 60;

/**
 * How much more memory the service holds while it lists 100,000 suppliers than when idle. It is a service of its own,
 * because one under load has grown already.
 */
export async function measureMemory(stage: Stage): Promise<Target> {
  const { load, tokens } = stage;
  const service = await stage.freshService();
  const times = { warmUpMs: 0, measureMs: 2_000 };
  await load(createInvoices(service, tokens.invoicing, 64, times));
  await load(listSuppliers(service, tokens.invoicing, 1, times));
  await sleep(3_000);
  const idle = await residentMebibytes(service.pid);
  const plain = listSuppliers(service, tokens.large, 1, { warmUpMs: 0, measureMs: 6_000 });
  const peak = await peakDuring(service.pid, load(plain));
  const gzipped = { ...plain, headers: { ...plain.headers, 'accept-encoding': 'gzip' } };
  const gzippedPeak = await peakDuring(service.pid, load(gzipped));
  const more = Math.max(peak, gzippedPeak) - idle;
  return {
    what: 'Memory while 100,000 suppliers are listed, above idle',
    target: `less than ${maxMebibytes} MiB`,
    measured: `${more.toFixed(0)} MiB (idle ${idle.toFixed(0)}, plain ${peak.toFixed(0)}, gzip ${gzippedPeak.toFixed(0)})`,
    reached: more < maxMebibytes,
  };
}

export async function residentMebibytes(pid: number): Promise<number> {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error(`Process ${pid} has ended.`);
  return Number(kibibytes) / 1024;
}

export async function peakDuring(pid: number, work: Promise<unknown>): Promise<number> {
  let running = true;
  const done = work.finally(() => {
    running = false;
  });
  let peak = 0;
  for (; running; await sleep(20)) peak = Math.max(peak, await residentMebibytes(pid));
  await done;
  return peak;
}
