import type { Call } from './rules.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';

const maxCalls = 10_000;
const maxBytes = 32 * 1024 * 1024;
/** Calls without a company must not displace the others. */
const maxWithoutCompany = 1_000;

const callBytes = 600;
const problemBytes = 100;

/**
 * In bytes: two per character, the size of a text with a character beyond Latin-1, such as the dots of masked values.
 */
function weightOf({ body, reason, cause, parameters, problems = [], subjectId }: Call): number {
  let characters = (body?.length ?? 0) + (reason?.length ?? 0) + (cause?.length ?? 0) + (subjectId?.length ?? 0);
  if (parameters !== undefined) characters += JSON.stringify(parameters).length;
  if (problems.length > 0) characters += JSON.stringify(problems).length;
  return callBytes + problemBytes * problems.length + 2 * characters;
}

export interface QueuedCall {
  call: Call;
  weight: number;
  /** The call may already be stored, because the answer of an earlier write was lost. */
  again: boolean;
}

interface CompanyQueue {
  waiting: QueuedCall[];
  bytes: number;
}

export interface CompanyQueues {
  /** Calls that wait or are being written. */
  readonly count: number;
  readonly companies: CompanyId[];
  lengthOf(company: CompanyId): number;
  add(company: CompanyId, call: Call): void;
  /** Takes the oldest calls. They count as held until `done` or `putBack`. */
  take(company: CompanyId, max: number): QueuedCall[];
  done(batch: QueuedCall[]): void;
  /** Puts calls to the front of their queue, and the queue behind the others: another company's calls may be writable. */
  putBack(company: CompanyId, batch: QueuedCall[]): void;
}

/**
 * Bounded queues, one per company. If there are too many calls, the company with the most loses its oldest; if
 * they take too much memory, the company whose calls take the most loses its largest. No company loses calls because of
 * another.
 */
export function createCompanyQueues(dropped: (count: number) => void): CompanyQueues {
  const queues = new Map<CompanyId, CompanyQueue>();
  let count = 0;
  let bytes = 0;

  function add(company: CompanyId, call: Call): void {
    const queue = queues.get(company) ?? { waiting: [], bytes: 0 };
    queues.set(company, queue);
    const weight = weightOf(call);
    queue.waiting.push({ call, weight, again: false });
    queue.bytes += weight;
    count += 1;
    bytes += weight;
    if (company === noCompany && queue.waiting.length > maxWithoutCompany) drop(queue, 0);
    makeRoom();
  }

  /** Calls that are being written cannot be dropped, so there may be none left to drop. */
  function makeRoom(): void {
    while (count > maxCalls) {
      const longest = queueWithMost(({ waiting }) => waiting.length);
      if (longest === undefined) break;
      drop(longest, 0);
    }
    while (bytes > maxBytes) {
      const heaviest = queueWithMost((queue) => queue.bytes);
      if (heaviest === undefined) break;
      drop(heaviest, heaviestOf(heaviest));
    }
  }

  function queueWithMost(measure: (queue: CompanyQueue) => number): CompanyQueue | undefined {
    let found: CompanyQueue | undefined;
    for (const queue of queues.values()) if (measure(queue) > (found === undefined ? 0 : measure(found))) found = queue;
    return found;
  }

  function drop(queue: CompanyQueue, at: number): void {
    const [lost] = queue.waiting.splice(at, 1) as [QueuedCall];
    queue.bytes -= lost.weight;
    done([lost]);
    dropped(1);
  }

  function take(company: CompanyId, max: number): QueuedCall[] {
    const queue = queues.get(company);
    if (queue === undefined) return [];
    const batch = queue.waiting.splice(0, max);
    queue.bytes -= weightOfAll(batch);
    if (queue.waiting.length === 0) queues.delete(company);
    return batch;
  }

  function done(batch: QueuedCall[]): void {
    count -= batch.length;
    bytes -= weightOfAll(batch);
  }

  function putBack(company: CompanyId, batch: QueuedCall[]): void {
    const queue = queues.get(company) ?? { waiting: [], bytes: 0 };
    queue.waiting.unshift(...batch.map((one) => ({ ...one, again: true })));
    queue.bytes += weightOfAll(batch);
    queues.delete(company);
    queues.set(company, queue);
    makeRoom();
  }

  return {
    get count() {
      return count;
    },
    get companies() {
      return [...queues.keys()];
    },
    lengthOf: (company) => queues.get(company)?.waiting.length ?? 0,
    add,
    take,
    done,
    putBack,
  };
}

const weightOfAll = (batch: QueuedCall[]) => batch.reduce((sum, { weight }) => sum + weight, 0);

function heaviestOf({ waiting }: CompanyQueue): number {
  let heaviest = 0;
  for (const [at, { weight }] of waiting.entries())
    if (weight > (waiting[heaviest] as QueuedCall).weight) heaviest = at;
  return heaviest;
}
