import { Agent } from 'node:http';
import fc, { type Arbitrary } from 'fast-check';
import { faultsOf, faultsOfOutcome } from './check.ts';
import { contractOf, type Contract, type Operation } from './document.ts';
import { draftsOf, filled, requestOf, type Draft } from './drafts.ts';
import type { Case } from './mutation.ts';
import { isLongRun } from '../testing/long.ts';
import { curlOf, exchange, type Reply } from './wire.ts';
import { collectValidators, type Validators } from './validators.ts';
import { openContractService, type ContractService } from './service.ts';

/**
 * Requests are the same in every run unless another seed is set: CONTRACT_RUNS=500 CONTRACT_SEED=1 npx vitest run
 * server/contract
 */
const seed = Number(process.env.CONTRACT_SEED ?? 20_261_115);

export const seeded = (numRuns: number) => ({ numRuns, seed });

export interface Tally {
  calls: number;
  accepted: number;
  refused: number;
}

export interface PlayedCase {
  sent: Draft;
  reply: Reply;
  faults: string[];
  curl: string;
}

export interface Stage {
  service: ContractService;
  contract: Contract;
  validators: Validators;
  /** Per kind of request and operation. */
  runs: number;
  /** Whether every operation is asked in every way; otherwise the ways are spread over the operations. */
  isThorough: boolean;
  tallies: Map<string, Tally>;
  drafts(operation: Operation): Arbitrary<Draft>;
  play(operation: Operation, played: Case): Promise<PlayedCase>;
  /** Sends generated requests, unless `report` judges them otherwise. */
  playAll(
    casesOf: (operation: Operation) => Arbitrary<Case> | undefined,
    numRuns?: number,
    report?: (operation: Operation, played: Case) => Promise<string | undefined>,
  ): Promise<string[]>;
  close(): Promise<void>;
}

export async function openStage(path: string, defaultRuns: number): Promise<Stage> {
  const runs = Number(process.env.CONTRACT_RUNS ?? defaultRuns);
  const validators = collectValidators();
  const service = await openContractService(validators.compilers);
  const { url } = service.door;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const contract = contractOf((await service.door.call('GET', path)).body);
  const tallies = new Map(
    contract.operations.map(({ id }): [string, Tally] => [id, { calls: 0, accepted: 0, refused: 0 }]),
  );
  const made = new Map<Operation, Arbitrary<Draft>>();
  const drafts = (operation: Operation) => {
    const known = made.get(operation) ?? draftsOf(contract, operation, service);
    made.set(operation, known);
    return known;
  };

  const play: Stage['play'] = async (operation, played) => {
    const sent = await filled(played.draft, usesNothingUp(played) ? { ...service, value: service.sameValue } : service);
    const request = requestOf(operation, sent);
    const reply = await exchange(url, agent, request);
    count(tallies.get(operation.id), reply.status);
    return {
      sent,
      reply,
      faults: [...faultsOf(contract, operation, reply), ...faultsOfOutcome(operation, played, reply)],
      curl: curlOf(url, request),
    };
  };

  const playAll: Stage['playAll'] = async (
    casesOf,
    numRuns = runs,
    report = async (operation, played) => reportOf(played, await play(operation, played)),
  ) => {
    const reports: string[] = [];
    for (const operation of contract.operations) {
      const cases = casesOf(operation);
      if (cases === undefined) continue;
      const property = fc.asyncProperty(cases, async (played) => {
        const reported = await report(operation, played);
        if (reported !== undefined) throw new Error(reported);
      });
      const { failed, errorInstance } = await fc.check(property, seeded(numRuns));
      if (failed) reports.push(`${operation.id} (seed ${seed}), ${(errorInstance as Error).message}`);
    }
    return reports;
  };

  const stage: Stage = {
    service,
    contract,
    validators,
    runs,
    isThorough: isLongRun,
    tallies,
    drafts,
    play,
    playAll,
    close: async () => {
      agent.destroy();
      await service.close();
    },
  };
  await learnCursors(stage);
  // Drafts built so far contain no cursors.
  made.clear();
  return stage;
}

/** A refused request leaves its records for the next one. */
const usesNothingUp = ({ expected }: Case) =>
  expected === 'refused' || (typeof expected === 'number' && expected >= 400);

function count(tally: Tally | undefined, status: number): void {
  if (tally === undefined) return;
  tally.calls += 1;
  if (status < 300) tally.accepted += 1;
  if (status >= 400 && status < 500) tally.refused += 1;
}

export const reportOf = ({ what }: Case, { reply, faults, curl }: PlayedCase): string | undefined =>
  faults.length === 0
    ? undefined
    : `${what}: ${faults.join('; ')}\n  ${curl}\n  ${reply.status} ${reply.text.slice(0, 500)}`;

async function learnCursors(stage: Stage): Promise<void> {
  for (const operation of stage.contract.operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'after'),
  )) {
    const { reply } = await stage.play(operation, {
      what: 'a first page',
      expected: 'accepted',
      draft: { ...plainDraft(stage, operation), query: [['limit', '1']] },
    });
    const { next } = JSON.parse(reply.text) as { next?: string | number };
    if (typeof next === 'string') stage.service.cursors.set(operation.id, next);
  }
}

const samples = new WeakMap<Arbitrary<Draft>, Draft>();

function sampleOf(drafts: Arbitrary<Draft>): Draft {
  const sample = (samples.get(drafts) ?? fc.sample(drafts, { numRuns: 1, seed: 1 })[0]) as Draft;
  samples.set(drafts, sample);
  return sample;
}

export function plainDraft({ contract, service, drafts }: Stage, operation: Operation): Draft {
  const sample = sampleOf(drafts(operation));
  const standsFor = (name: string, otherwise: unknown) => service.known(operation, name)[0] ?? otherwise;
  const required = (location: string) =>
    operation.parameters.filter((parameter) => parameter.in === location && parameter.required);
  const { required: names = [], type } = contract.resolve(operation.bodies[sample.type ?? ''] ?? {});
  const body =
    type !== 'object'
      ? sample.body
      : Object.fromEntries(
          names.map((name) => [name, standsFor(name, (sample.body as Record<string, unknown>)[name])]),
        );
  return {
    ...sample,
    segments: Object.fromEntries(
      required('path').map(({ name }) => [name, standsFor(`path ${name}`, sample.segments[name]) as string]),
    ),
    query: required('query').map(({ name }) => [
      name,
      standsFor(`query ${name}`, sample.query.find(([other]) => other === name)?.[1]) as string,
    ]),
    headers: {},
    body,
  };
}
