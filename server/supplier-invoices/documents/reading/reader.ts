import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReadFailure, ReadOutcome } from './outcome.ts';

export interface PdfReader {
  /** One file at a time. The bytes are moved to the reading thread. Rejects if the signal is aborted. */
  read(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ReadOutcome>;
  close(): Promise<void>;
}

export interface ReaderLimits {
  maxMs: number;
  maxBytes: number;
  /** A thread without work is ended after this long. */
  idleMs: number;
}

const usualLimits: ReaderLimits = { maxMs: 10_000, maxBytes: 192 * 1024 * 1024, idleMs: 10_000 };
const watchIntervalMs = 50;
/** A thread keeps copies of what it has read until its next collection, so it is ended after a large file. */
const largeBytes = 4 * 1024 * 1024;

/**
 * The last resort: V8 ends the whole process on a single allocation far above the limit. `maxBytes` comes first, because
 * it counts the heap and also the buffers outside of it.
 */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

/** The build makes a file of its own for the thread; the sources use it too, because no thread of Node 20 reads TypeScript. */
const file = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/pdf-reader.js' : './pdf-reader.js',
  import.meta.url,
);

/**
 * Reads PDF files in a thread of its own, so that a hostile file costs only its own reading: the thread is ended if it
 * takes too much time or memory, and the next file gets a new one.
 */
export function createPdfReader(limits: Partial<ReaderLimits> = {}): PdfReader {
  const { maxMs, maxBytes, idleMs } = { ...usualLimits, ...limits };
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function start(): Promise<Worker> {
    const started = await startThread();
    // It may also fail after an answer, which must not end the process.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  async function read(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<ReadOutcome> {
    const reading = (thread ??= await start());
    const startedAt = performance.now();
    const bytesBefore = bytesOutside();
    const over = new AbortController();
    const outcome = new Promise<ReadOutcome>((resolve, reject) => {
      const fail = (reason: ReadFailure) => resolve({ outcome: 'failed', reason });
      const watch = setInterval(() => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (performance.now() - startedAt > maxMs) fail('time');
        else if (bytesOutside() - bytesBefore > maxBytes) fail('memory');
      }, watchIntervalMs);
      const failBy = ({ code }: NodeJS.ErrnoException) =>
        fail(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken');
      reading.on('message', resolve).on('error', failBy);
      over.signal.addEventListener('abort', () => {
        clearInterval(watch);
        reading.off('message', resolve).off('error', failBy);
      });
      reading.postMessage(bytes, [bytes.buffer]);
    });
    return outcome.finally(() => over.abort());
  }

  return {
    read: async (bytes, signal) => {
      signal.throwIfAborted();
      clearTimeout(idle);
      const isLarge = bytes.length > largeBytes;
      let outcome: ReadOutcome | undefined;
      try {
        outcome = await read(bytes, signal);
        return outcome;
      } finally {
        if (outcome === undefined || outcome.outcome === 'failed' || isLarge) await end();
        else idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    close: end,
  };
}

/** Rejects if the thread cannot load its libraries, so that no file is blamed for it. */
async function startThread(): Promise<Worker> {
  const thread = new Worker(file, { resourceLimits, execArgv: [], env: {}, stdout: true, stderr: true });
  thread.stdout.resume();
  thread.stderr.resume();
  await once(thread, 'message');
  thread.unref();
  return thread;
}

/** Memory of the process that is not the main thread's. */
function bytesOutside(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return rss - heapTotal - external;
}
