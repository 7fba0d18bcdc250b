import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invoice, paths, placeholders, textsOf } from './bodies.ts';
import type { Closing } from './closing.ts';
import { median } from './jobs.ts';
import { peakDuring } from './memory.ts';
import type { WaitTimes, WatchedRequest } from './neighbour.ts';
import { answerOf, startHelper, type Server } from './processes.ts';
import { digits, shown, type Target } from './report.ts';
import type { Stage } from './stage.ts';
import type { UploadJob, UploadsDone } from './uploader.ts';

const uploads = 32;
const fileBytes = 25 * 1024 * 1024;
const timesEach = 3;
const maxMebibytes = 400;
const maxP99Ms = 250;

interface UploadRound {
  peakMebibytes: number;
  p99Ms: number;
  done: UploadsDone;
}

/** Peak memory while 32 files of 25 MiB arrive at once, and how long other callers wait for an invoice meanwhile. */
export async function measureUploads(stage: Stage, closing: Closing): Promise<Target[]> {
  const [uploader, neighbour] = [startHelper('uploader.ts', [], closing), startHelper('neighbour.ts', [], closing)];
  const before = stage.before.at(-1);
  const s3Folder = await mkdtemp(join(tmpdir(), 'doorway-bench-s3-'));
  closing.add(() => rm(s3Folder, { recursive: true, force: true }));
  const [s3] = (await once(startHelper('s3.ts', [s3Folder], closing), 'message')) as [Record<string, string>];
  const subjects: [string, UploadJob['as'], () => Promise<Server>][] = [
    ...(before === undefined
      ? []
      : [['before, disk', 'form', before.freshService] satisfies (typeof subjects)[number]]),
    ['disk', 'form', () => stage.ownService({})],
    ['S3', 'form', () => stage.ownService(s3)],
    ['disk, as JSON', 'json', () => stage.ownService({})],
  ];
  const targets: Target[] = [];
  for (const [name, as, startService] of subjects) {
    const service = await startService();
    const rounds: UploadRound[] = [];
    // The first round warms up.
    for (let nth = 0; nth <= timesEach; nth++) {
      const round = await measureRound(stage.tokens.invoicing, service, as, uploader, neighbour);
      const { peakMebibytes, p99Ms, done } = round;
      process.stderr.write(
        `  ${name}: ${digits(peakMebibytes)} MiB, p99 ${digits(p99Ms)} ms, ${digits(done.seconds)} s, ${JSON.stringify(done.statuses)}\n`,
      );
      // Refused files take no memory, so such a round would prove nothing.
      if (as === 'form' && done.statuses['200'] !== uploads) throw new Error(`${name}: not every file was accepted.`);
      if (nth > 0) rounds.push(round);
    }
    targets.push(...targetsOf(name, as, rounds));
  }
  return targets;
}

function targetsOf(name: string, as: UploadJob['as'], rounds: UploadRound[]): Target[] {
  const [peaks, waits] = [rounds.map(({ peakMebibytes }) => peakMebibytes), rounds.map(({ p99Ms }) => p99Ms)];
  // Bodies in JSON are held in memory, and refused if there are too many.
  const isTarget = as === 'form' && !name.startsWith('before');
  return [
    {
      what: `Memory while ${uploads} files of 25 MiB arrive, ${name}`,
      target: isTarget ? `less than ${maxMebibytes} MiB` : '',
      measured: `${shown(peaks)} MiB`,
      reached: isTarget ? Math.max(...peaks) < maxMebibytes : undefined,
    },
    {
      what: `99th percentile of creating an invoice meanwhile, ${name}`,
      target: isTarget ? `less than ${maxP99Ms} ms` : '',
      measured: `${shown(waits)} ms; the files took ${shown(rounds.map(({ done }) => done.seconds))} s`,
      reached: isTarget ? median(waits) < maxP99Ms : undefined,
    },
  ];
}

async function measureRound(
  token: string,
  { url, pid }: Server,
  as: UploadJob['as'],
  uploader: ChildProcess,
  neighbour: ChildProcess,
): Promise<UploadRound> {
  const watched: WatchedRequest = {
    url: url + paths.invoices,
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(invoice),
    callers: 4,
  };
  const supplierInvoiceId = await createInvoice(watched);
  neighbour.send({ watch: watched });
  await sleep(300);
  const done = answerOf<UploadsDone>(uploader);
  uploader.send({ url, token, supplierInvoiceId, uploads, fileBytes, as } satisfies UploadJob);
  const peakMebibytes = await peakDuring(pid, done);
  const waits = answerOf<WaitTimes>(neighbour);
  neighbour.send({});
  const { p99Ms } = await waits;
  return { peakMebibytes, p99Ms, done: await done };
}

let created = 900_000_000;

async function createInvoice({ url, headers = {}, body = '' }: WatchedRequest): Promise<string> {
  const texts = textsOf(created++);
  const filled = placeholders.reduce(
    (text, placeholder, at) => text.replaceAll(placeholder, texts[at] as string),
    body,
  );
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: filled,
  });
  return ((await response.json()) as { id: string }).id;
}
