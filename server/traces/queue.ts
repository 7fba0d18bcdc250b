import { isDataRefused } from '../db/failures.ts';
import { noCompany, type CompanyId } from '../db/pool.ts';
import type { Trace } from './store.ts';

export interface QueueOptions {
  write: (company: CompanyId, traces: Trace[]) => Promise<void>;
  /** Told how many traces were given up. */
  dropped: (many: number) => void;
  /** Told of a write that failed and will be tried again. */
  failed: (error: unknown) => void;
}

const pause = 200;
const pauseAfterFailure = 1_000;
const mostInStatement = 500;
const mostWaiting = 10_000;
const mostBytes = 32 * 1024 * 1024;
/** Calls that nobody signed for must not crowd out the others. */
const mostOfNobody = 1_000;
const patience = 2_000;

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505';

const weightOf = ({ body, reason }: Trace) => (body?.length ?? 0) + (reason?.length ?? 0);

export interface TraceQueue {
  add(company: CompanyId, trace: Trace): void;
  /** Writes what is left, and gives up what cannot be written soon. */
  close(): Promise<void>;
}

/**
 * Traces wait in memory until a few of them share a statement. Nobody waits for the queue: where it cannot be
 * written as fast as it grows, the company with the most in it loses its oldest.
 */
export function createQueue({ write, dropped, failed }: QueueOptions): TraceQueue {
  const lanes = new Map<CompanyId, Trace[]>();
  let waiting = 0;
  let bytes = 0;
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<boolean> | undefined;

  function add(company: CompanyId, trace: Trace): void {
    let lane = lanes.get(company);
    if (lane === undefined) lanes.set(company, (lane = []));
    lane.push(trace);
    waiting += 1;
    bytes += weightOf(trace);
    if (company === noCompany && lane.length > mostOfNobody) drop(lane);
    if (waiting > mostWaiting || bytes > mostBytes) makeRoom();
    if (flushing !== undefined) return;
    if (lane.length === mostInStatement) schedule(0);
    else if (timer === undefined) schedule(pause);
  }

  function makeRoom(): void {
    while (waiting > mostWaiting || bytes > mostBytes) drop([...lanes.values()].reduce((a, b) => (b.length > a.length ? b : a)));
  }

  function drop(lane: Trace[]): void {
    take(lane, 1);
    dropped(1);
  }

  function take(lane: Trace[], many: number): Trace[] {
    const taken = lane.splice(0, many);
    waiting -= taken.length;
    for (const trace of taken) bytes -= weightOf(trace);
    return taken;
  }

  function schedule(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds).unref();
  }

  /** One statement at a time, so that the traces never hold more than one connection. */
  function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= writeAll().then((done) => {
      flushing = undefined;
      if (waiting > 0) schedule(done ? pause : pauseAfterFailure);
      return done;
    });
    return flushing;
  }

  /** What is there now; what comes meanwhile waits for others to share a statement with. */
  async function writeAll(): Promise<boolean> {
    const now = [...lanes];
    for (const [company, lane] of now) {
      for (let left = lane.length; left > 0 && lane.length > 0; left -= mostInStatement) {
        const batch = take(lane, Math.min(left, mostInStatement));
        underWay = batch.length;
        try {
          await writeTogether(company, batch);
        } catch (error) {
          failed(error);
          putBack(company, lane, batch);
          return false;
        } finally {
          underWay = 0;
        }
      }
      if (lane.length === 0) lanes.delete(company);
    }
    return true;
  }

  async function writeTogether(company: CompanyId, batch: Trace[]): Promise<void> {
    try {
      await write(company, batch);
    } catch (error) {
      // Written already: the answer to an earlier try was lost on its way.
      if (isTaken(error)) return;
      if (!isDataRefused(error)) throw error;
      // One value that PostgreSQL refuses must not take the others with it.
      if (batch.length > 1) for (const one of batch) await writeTogether(company, [one]);
      else {
        failed(error);
        dropped(1);
      }
    }
  }

  /** The lane goes behind the others: what could not be written for one company may yet be for the next. */
  function putBack(company: CompanyId, lane: Trace[], traces: Trace[]): void {
    lane.unshift(...traces);
    lanes.delete(company);
    lanes.set(company, lane);
    waiting += traces.length;
    for (const trace of traces) bytes += weightOf(trace);
    makeRoom();
  }

  async function close(): Promise<void> {
    const deadline = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), patience).unref();
    });
    const rest = async () => {
      await flushing;
      return flush();
    };
    const done = await Promise.race([rest(), deadline]);
    clearTimeout(timer);
    if (!done && waiting + underWay > 0) dropped(waiting + underWay);
  }

  return { add, close };
}
