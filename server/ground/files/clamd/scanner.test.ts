import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scannerTimes, type ScannerTimes } from './connection.ts';
import { createScanner, type ScanResult } from './scanner.ts';
import { readScannerAddress, type ScannerAddress } from '../address.ts';
import { hashOnly } from '../shared-check.ts';
import { openClamd, threatName, threatText, type Clamd, type ClamdBehaviour } from '../../../testing/clamd.ts';

const folder = await mkdtemp(join(tmpdir(), 'doorway-clamd-'));
let clamd: Clamd | undefined;
afterEach(async () => {
  await clamd?.close();
  clamd = undefined;
  await rm(join(folder, 'clamd.ctl'), { force: true });
});

const places = [
  ['TCP', undefined],
  ['a Unix socket', join(folder, 'clamd.ctl')],
] as const;

async function open(conduct: ClamdBehaviour, path?: string): Promise<Clamd> {
  clamd = await openClamd(path);
  clamd.conduct = conduct;
  return clamd;
}

const results: ScanResult[] = [];
const reasons: string[] = [];
const pieceBytes = 64 * 1024;

function scanOf({ url }: { url: string }, times = scannerTimes) {
  results.length = reasons.length = 0;
  const log = { error: ({ reason }: { reason: string }) => void reasons.push(reason) };
  return createScanner(readScannerAddress(url) as ScannerAddress, {
    log: log as never,
    observe: (result) => void results.push(result),
    times,
  }).begin();
}

async function* pieces(text: string, count: number): AsyncGenerator<Buffer> {
  for (let nth = 0; nth < count; nth++) yield Buffer.alloc(pieceBytes, `${nth} ${text} `);
}

async function threatIn(scan: ReturnType<typeof scanOf>, source: AsyncIterable<Uint8Array>) {
  const { size } = await hashOnly.receive(scan.over(source), Infinity);
  return { size, threat: await scan.threat() };
}

const away = { code: 'scanner.unavailable', status: 503, headers: { 'retry-after': '30' } };

describe.each(places)('over %s', (_name, path) => {
  it('a clean file reaches the scanner whole', async () => {
    const { files } = await open('honest', path);
    const scan = scanOf(clamd as Clamd);
    expect(await threatIn(scan, pieces('x', 40))).toEqual({ size: 40 * pieceBytes, threat: undefined });
    const sent = [];
    for await (const piece of pieces('x', 40)) sent.push(piece);
    expect(files[0]?.equals(Buffer.concat(sent))).toBe(true);
    expect(results).toEqual(['clean']);
  });

  it('a threat is named', async () => {
    const scan = scanOf(await open('honest', path));
    expect((await threatIn(scan, pieces(threatText, 2))).threat).toBe(threatName);
    expect(results).toEqual(['infected']);
  });
});

it('a threat that is found before the end does not stop the file', async () => {
  const scan = scanOf(await open('early'));
  expect(await threatIn(scan, pieces(threatText, 100))).toEqual({ size: 100 * pieceBytes, threat: threatName });
});

it.each<[ClamdBehaviour, string | RegExp, Partial<ScannerTimes>?]>([
  ['closes', 'it closed the connection without a reply'],
  ['size', /^it replied "INSTREAM size limit exceeded. ERROR"|^it closed/],
  ['garbage', /^it replied "HTTP\/1.1 400 Bad Request|^it closed/],
  ['hasty', /^it replied "stream: OK" before it had the whole file$|^it closed/],
  ['endless', 'its reply has no end'],
  ['stuck', 'it stopped reading the file', { stallMs: 20 }],
  ['silent', 'it did not reply in time', { replyMs: 20 }],
])('a scanner that is %s is a 503, and the log says why', async (conduct, reason, times) => {
  const scan = scanOf(await open(conduct, join(folder, 'clamd.ctl')), { ...scannerTimes, ...times });
  await expect(threatIn(scan, pieces('x', 40))).rejects.toMatchObject(away);
  expect(reasons).toEqual([expect.stringMatching(reason)]);
  expect(results).toEqual(['failed']);
  // A scanner that reads nothing does not notice the end either.
  if (conduct !== 'stuck') await expect.poll(() => clamd?.open).toBe(0);
});

it('a scanner that is not there is a 503', async () => {
  const { url, close } = await openClamd();
  await close();
  const scan = scanOf({ url });
  await expect(threatIn(scan, pieces('x', 40))).rejects.toMatchObject(away);
  expect(reasons).toEqual([expect.stringContaining('ECONNREFUSED')]);
});

it('no more is read from the source than the scanner has taken', async () => {
  const scan = scanOf(await open('stuck', join(folder, 'clamd.ctl')), { ...scannerTimes, stallMs: 20 });
  let count = 0;
  async function* counted() {
    for await (const piece of pieces('x', 400)) {
      count += 1;
      yield piece;
    }
  }
  await expect(threatIn(scan, counted())).rejects.toMatchObject(away);
  // The buffers of the socket take some pieces.
  expect(count).toBeLessThan(40);
});

it('a sender that leaves closes the connection, and is no failure of the scanner', async () => {
  const scan = scanOf(await open('honest'));
  async function* broken() {
    yield* pieces('x', 2);
    throw new Error('The sender has left.');
  }
  await expect(threatIn(scan, broken())).rejects.toThrow('The sender has left.');
  await expect.poll(() => clamd?.open).toBe(0);
  expect(results).toEqual([]);
});

it('a scan may take a minute', () => {
  expect(scannerTimes).toEqual({ connectMs: 5_000, stallMs: 30_000, replyMs: 60_000 });
});
