import { needsAnswerOfDirectory } from './directories.ts';
import fc, { type Arbitrary } from 'fast-check';
import { expect } from 'vitest';
import type { Operation } from './document.ts';
import { filled, type Draft } from './drafts.ts';
import type { Case } from './mutation.ts';
import { mutantsOf, mutationsOfValues } from './mutations.ts';
import { plainDraft, reportOf, type Stage, type Tally } from './play.ts';

export const expectNone = (reports: string[]) => expect(reports.join('\n\n')).toBe('');

export const playValid = (stage: Stage): Promise<string[]> =>
  stage.playAll((operation) => stage.drafts(operation).map(valid));

const valid = (draft: Draft): Case => ({ what: 'valid', expected: 'accepted', draft });

export const playMutants = (stage: Stage): Promise<string[]> =>
  stage.playAll((operation) => mutantsOf(stage.contract, operation, stage.drafts(operation)), 2 * stage.runs);

/** Judged without a request, so that they can be many. */
const judgedRuns = 4;

const refusals = async ({ service, validators }: Stage, operation: Operation, { draft }: Case) =>
  validators.refusedIn(operation, await filled(draft, { ...service, value: service.sameValue }));

export const judgeValid = (stage: Stage): Promise<string[]> =>
  stage.playAll(
    (operation) => stage.drafts(operation).map(valid),
    Math.max(judgedRuns, stage.runs),
    async (operation, played) => {
      const refused = await refusals(stage, operation, played);
      return refused.length === 0 ? undefined : `a valid request is refused: ${refused.join('; ')}`;
    },
  );

/** A mutant that no schema refuses, because the service checks the items of long lists itself, is sent. */
export const judgeMutants = (stage: Stage): Promise<string[]> =>
  stage.playAll(
    (operation) => {
      const mayBeWrong =
        'application/json' in operation.bodies || operation.parameters.some((one) => one.in === 'query');
      const drafts = stage.drafts(operation).filter(({ type }) => type === undefined || type === 'application/json');
      return mayBeWrong ? mutantsOf(stage.contract, operation, drafts, mutationsOfValues) : undefined;
    },
    Math.max(judgedRuns, 2 * stage.runs),
    async (operation, played) =>
      (await refusals(stage, operation, played)).length > 0
        ? undefined
        : reportOf(played, await stage.play(operation, played)),
  );

const nobody: Record<string, string>[] = [
  {},
  { authorization: 'Bearer' },
  { authorization: 'Basic !' },
  { authorization: 'Basic eDp5' },
  { authorization: 'Bearer a b' },
  { authorization: `Bearer dw_${'x'.repeat(43)}` },
  { authorization: `Bearer dwo_${'x'.repeat(43)}` },
  { cookie: `doorway_session=${'x'.repeat(43)}`, 'x-doorway-console': '1' },
  { cookie: 'doorway_session=x', 'x-doorway-console': '1' },
];

/** All operations share the check of callers: each is called without credentials, and with one kind of wrong ones. */
const nobodyAt = (at: number) => [nobody[0], nobody[1 + (at % (nobody.length - 1))]] as Record<string, string>[];

/** For checks that run before any record is looked up. */
const withoutRecords = (draft: Draft): Draft => ({
  ...draft,
  segments: Object.fromEntries(
    Object.keys(draft.segments).map((name) => [name, '00000000-0000-7000-8000-000000000000']),
  ),
});

export const playStrangers = (stage: Stage): Promise<string[]> =>
  playEach(stage, (operation, at) =>
    operation.security.length === 0
      ? []
      : (stage.isThorough ? nobody : nobodyAt(at)).map((auth) => ({
          what: 'nobody',
          expected: 401,
          draft: { ...withoutRecords(plainDraft(stage, operation)), auth },
        })),
  );

export async function playEach(stage: Stage, casesOf: (operation: Operation, at: number) => Case[]): Promise<string[]> {
  const reports: string[] = [];
  for (const [at, operation] of stage.contract.operations.entries())
    for (const played of casesOf(operation, at)) {
      const report = reportOf(played, await stage.play(operation, played));
      if (report !== undefined) reports.push(`${operation.id}, ${report}`);
    }
  return reports;
}

const methodsToTry = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'];

/** True if a templated path also matches the other path: /projects/import matches /projects/{id}. */
const isAlso = (path: string, other: string) =>
  path !== other && new RegExp(`^${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

export async function playOtherMethods(stage: Stage): Promise<string[]> {
  const { operations, methods } = stage.contract;
  const reports: string[] = [];
  for (const [at, [path, own]] of [...methods].entries()) {
    const operation = operations.find((candidate) => candidate.path === path) as Operation;
    const lacks = methodsToTry.filter(
      (name) =>
        !own.includes(name) && !operations.some(({ path: other, method }) => method === name && isAlso(path, other)),
    );
    // All paths share the answer: each is asked with one method that it lacks.
    for (const method of stage.isThorough ? lacks : lacks.slice(at % lacks.length).slice(0, 1)) {
      const played: Case = {
        what: `${method} ${path}`,
        expected: 405,
        draft: { ...withoutRecords(plainDraft(stage, operation)), type: undefined, body: undefined },
      };
      // Not counted as a call of the operation.
      const answer = await stage.play({ ...operation, id: '', method }, played);
      const allowed = (answer.reply.headers.allow ?? '').split(', ').filter((name) => name !== 'HEAD');
      if (allowed.toSorted().join() !== own.toSorted().join())
        answer.faults.push(`Allow is ${answer.reply.headers.allow}`);
      reports.push(...[reportOf(played, answer)].filter((report) => report !== undefined));
    }
  }
  return reports;
}

export async function followLinks(stage: Stage): Promise<{ reports: string[]; followed: string[] }> {
  const { contract } = stage;
  const reports: string[] = [];
  const followed: string[] = [];
  for (const operation of contract.operations) {
    const links = Object.entries(operation.responses['200']?.links ?? {})
      .map(([name, link]) => ({
        name,
        ...link,
        target: contract.operations.find(({ id }) => id === link.operationId) as Operation,
      }))
      // What a link to a change sends depends on more than the record that was created.
      .filter(({ target, requestBody }) => target.method === 'GET' || requestBody !== undefined);
    if (links.length === 0) continue;
    const isPaged = operation.parameters.some(({ name }) => name === 'limit');
    const { sent, reply } = await stage.play(operation, {
      what: 'a link',
      expected: 'accepted',
      draft: { ...plainDraft(stage, operation), ...(isPaged && { query: [['limit', '1']] }) },
    });
    const answered = JSON.parse(reply.text) as unknown;
    const valuesOf = (expressions: Record<string, string>) =>
      Object.entries(expressions).map(([field, expression]): [string, string] => [
        field,
        valueOf(expression, sent, answered),
      ]);
    for (const { name, target, parameters = {}, requestBody } of links) {
      const plain = plainDraft(stage, target);
      const given = valuesOf(parameters);
      const isInPath = ([field]: [string, string]) => field in plain.segments;
      const draft: Draft = {
        ...plain,
        segments: { ...plain.segments, ...Object.fromEntries(given.filter(isInPath)) },
        query: [...plain.query, ...given.filter((one) => !isInPath(one))],
        ...(requestBody && { body: { ...(plain.body as object), ...Object.fromEntries(valuesOf(requestBody)) } }),
      };
      const played: Case = { what: `${operation.id}, the link ${name}`, expected: 200, draft };
      reports.push(...[reportOf(played, await stage.play(target, played))].filter((report) => report !== undefined));
      followed.push(`${operation.id} ${name}`);
    }
  }
  return { reports, followed };
}

/** Resolves a runtime expression of OpenAPI: `$response.body#/id`, `$request.query.limit`. */
function valueOf(expression: string, sent: Draft, answered: unknown): string {
  const [, from, pointer = '', parameter] =
    /^\$(request|response)\.(?:body#\/(\S+)|query\.(\S+))$/.exec(expression) ?? [];
  if (parameter !== undefined) return sent.query.find(([name]) => name === parameter)?.[1] ?? '';
  const value = pointer.split('/').reduce<any>((at, step) => at?.[step], from === 'request' ? sent.body : answered);
  return String(value);
}

const maxMoreCalls = 30;

/** Sends more requests to the operations that have not been both accepted and refused. Returns those that never were. */
export async function uncovered(stage: Stage): Promise<string[]> {
  const { contract, tallies } = stage;
  for (const operation of contract.operations) {
    const { accepted, refused } = tallies.get(operation.id) as Tally;
    const wanted = (what: 'accepted' | 'refused') => () => (tallies.get(operation.id) as Tally)[what] === 0;
    const drafts = stage.drafts(operation);
    if (accepted === 0 && operation.id !== needsAnswerOfDirectory)
      expectNone(await playWhile(stage, operation, drafts.map(valid), wanted('accepted')));
    if (refused === 0)
      expectNone(await playWhile(stage, operation, mutantsOf(contract, operation, drafts), wanted('refused')));
  }
  return [...tallies]
    .filter(([id, { accepted, refused }]) => (accepted === 0 && id !== needsAnswerOfDirectory) || refused === 0)
    .map(([id, tally]) => `${id} ${JSON.stringify(tally)}`);
}

async function playWhile(
  stage: Stage,
  operation: Operation,
  cases: Arbitrary<Case>,
  isWanted: () => boolean,
): Promise<string[]> {
  for (const played of fc.sample(cases, { numRuns: maxMoreCalls, seed: 1 })) {
    if (!isWanted()) return [];
    const report = reportOf(played, await stage.play(operation, played));
    if (report !== undefined) return [`${operation.id}, ${report}`];
  }
  return [];
}
