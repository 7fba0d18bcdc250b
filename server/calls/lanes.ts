import type { Call } from './call.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';

const mostHeld = 10_000;
const mostBytes = 32 * 1024 * 1024;
/** Calls that nobody signed for must not crowd out the others. */
const mostOfNobody = 1_000;

/** What a call with its times and short texts takes in memory, and what each of its problems takes. */
const bytesOfCall = 600;
const bytesOfProblem = 100;

/** In bytes. A character takes two as soon as its text has one beyond Latin-1, such as the dots that stand for what is masked. */
function weightOf({ body, reason, cause, parameters, problems = [], subjectId }: Call): number {
  let characters = (body?.length ?? 0) + (reason?.length ?? 0) + (cause?.length ?? 0) + (subjectId?.length ?? 0);
  if (parameters !== undefined) characters += JSON.stringify(parameters).length;
  if (problems.length > 0) characters += JSON.stringify(problems).length;
  return bytesOfCall + bytesOfProblem * problems.length + 2 * characters;
}

export interface Weighed {
  call: Call;
  weight: number;
  /** It may have been written before, since the answer may have been lost on its way. */
  again: boolean;
}

/** What waits for one company, the oldest first. */
interface Lane {
  waiting: Weighed[];
  bytes: number;
}

/** The calls that wait to be written, by company. */
export interface Lanes {
  /** Everything that waits or was taken out and is still being written. */
  readonly held: number;
  readonly companies: CompanyId[];
  /** How many wait for one company. */
  lengthOf(company: CompanyId): number;
  add(company: CompanyId, call: Call): void;
  /** The oldest, which count as held until they are done with or put back. */
  take(company: CompanyId, most: number): Weighed[];
  done(batch: Weighed[]): void;
  /** To the front of their lane, and the lane behind the others: what cannot be written for one company may yet be for the next. */
  putBack(company: CompanyId, batch: Weighed[]): void;
}

/**
 * What is held has bounds. Where there are too many calls, the company that has the most loses its oldest; where they
 * are too heavy, the company whose calls weigh the most loses its heaviest. So none pays for what another one sends.
 */
export function createLanes(dropped: (many: number) => void): Lanes {
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
    if (company === noCompany && lane.waiting.length > mostOfNobody) drop(lane, 0);
    makeRoom();
  }

  /** What is being written cannot be called back, so that there may be nothing left to lose. */
  function makeRoom(): void {
    while (held > mostHeld) {
      const longest = laneWithMost(({ waiting }) => waiting.length);
      if (longest === undefined) break;
      drop(longest, 0);
    }
    while (bytes > mostBytes) {
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
    const [lost] = lane.waiting.splice(at, 1) as [Weighed];
    lane.bytes -= lost.weight;
    done([lost]);
    dropped(1);
  }

  function take(company: CompanyId, many: number): Weighed[] {
    const lane = lanes.get(company);
    if (lane === undefined) return [];
    const batch = lane.waiting.splice(0, many);
    lane.bytes -= weightOfAll(batch);
    if (lane.waiting.length === 0) lanes.delete(company);
    return batch;
  }

  function done(batch: Weighed[]): void {
    held -= batch.length;
    bytes -= weightOfAll(batch);
  }

  function putBack(company: CompanyId, batch: Weighed[]): void {
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

const weightOfAll = (batch: Weighed[]) => batch.reduce((sum, { weight }) => sum + weight, 0);

function heaviestOf({ waiting }: Lane): number {
  let heaviest = 0;
  for (const [at, { weight }] of waiting.entries()) if (weight > (waiting[heaviest] as Weighed).weight) heaviest = at;
  return heaviest;
}
