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

interface Lane {
  waiting: QueuedCall[];
  bytes: number;
}

export interface Lanes {
  /** Calls that wait or are being written. */
  readonly held: number;
  readonly companies: CompanyId[];
  lengthOf(company: CompanyId): number;
  add(company: CompanyId, call: Call): void;
  /** Takes the oldest calls. They count as held until `done` or `putBack`. */
  take(company: CompanyId, max: number): QueuedCall[];
  done(batch: QueuedCall[]): void;
  /** Puts calls to the front of their lane, and the lane behind the others: another company's calls may be writable. */
  putBack(company: CompanyId, batch: QueuedCall[]): void;
}

/**
 * A bounded queue with a lane per company. If there are too many calls, the company with the most loses its oldest; if
 * they take too much memory, the company whose calls take the most loses its largest. No company loses calls because of
 * another.
 */
export function createLanes(dropped: (count: number) => void): Lanes {
  const lanes = new Map<CompanyId, Lane>();
  let held = 0;
  let bytes = 0;

  function add(company: CompanyId, call: Call): void {
    const lane = lanes.get(company) ?? { waiting: [], bytes: 0 };
    lanes.set(company, lane);
    const weight = weightOf(call);
    lane.waiting.push({ call, weight, again: false });
    lane.bytes += weight;
    held += 1;
    bytes += weight;
    if (company === noCompany && lane.waiting.length > maxWithoutCompany) drop(lane, 0);
    makeRoom();
  }

  /** Calls that are being written cannot be dropped, so there may be none left to drop. */
  function makeRoom(): void {
    while (held > maxCalls) {
      const longest = laneWithMost(({ waiting }) => waiting.length);
      if (longest === undefined) break;
      drop(longest, 0);
    }
    while (bytes > maxBytes) {
      const heaviest = laneWithMost((lane) => lane.bytes);
      if (heaviest === undefined) break;
      drop(heaviest, heaviestOf(heaviest));
    }
  }

  function laneWithMost(measure: (lane: Lane) => number): Lane | undefined {
    let found: Lane | undefined;
    for (const lane of lanes.values()) if (measure(lane) > (found === undefined ? 0 : measure(found))) found = lane;
    return found;
  }

  function drop(lane: Lane, at: number): void {
    const [lost] = lane.waiting.splice(at, 1) as [QueuedCall];
    lane.bytes -= lost.weight;
    done([lost]);
    dropped(1);
  }

  function take(company: CompanyId, max: number): QueuedCall[] {
    const lane = lanes.get(company);
    if (lane === undefined) return [];
    const batch = lane.waiting.splice(0, max);
    lane.bytes -= weightOfAll(batch);
    if (lane.waiting.length === 0) lanes.delete(company);
    return batch;
  }

  function done(batch: QueuedCall[]): void {
    held -= batch.length;
    bytes -= weightOfAll(batch);
  }

  function putBack(company: CompanyId, batch: QueuedCall[]): void {
    const lane = lanes.get(company) ?? { waiting: [], bytes: 0 };
    lane.waiting.unshift(...batch.map((one) => ({ ...one, again: true })));
    lane.bytes += weightOfAll(batch);
    lanes.delete(company);
    lanes.set(company, lane);
    makeRoom();
  }

  return {
    get held() {
      return held;
    },
    get companies() {
      return [...lanes.keys()];
    },
    lengthOf: (company) => lanes.get(company)?.waiting.length ?? 0,
    add,
    take,
    done,
    putBack,
  };
}

const weightOfAll = (batch: QueuedCall[]) => batch.reduce((sum, { weight }) => sum + weight, 0);

function heaviestOf({ waiting }: Lane): number {
  let heaviest = 0;
  for (const [at, { weight }] of waiting.entries())
    if (weight > (waiting[heaviest] as QueuedCall).weight) heaviest = at;
  return heaviest;
}
