import type { Operation } from './document.ts';
import type { Draft } from './drafts.ts';
import type { Case } from './mutation.ts';
import { mutantsOf } from './mutations.ts';
import { plainDraft, reportOf, type Stage } from './play.ts';

export const playValid = (stage: Stage): Promise<string[]> =>
  stage.playAll((operation) =>
    stage.drafts(operation).map((draft): Case => ({ what: 'valid', expected: 'accepted', draft })),
  );

export const playMutants = (stage: Stage): Promise<string[]> =>
  stage.playAll((operation) => mutantsOf(stage.contract, operation, stage.drafts(operation)), 2 * stage.runs);

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

/** For checks that run before any record is looked up. */
const withoutRecords = (draft: Draft): Draft => ({
  ...draft,
  segments: Object.fromEntries(
    Object.keys(draft.segments).map((name) => [name, '00000000-0000-7000-8000-000000000000']),
  ),
});

export const playStrangers = (stage: Stage): Promise<string[]> =>
  playEach(stage, (operation) =>
    operation.security.length === 0
      ? []
      : nobody.map((auth) => ({
          what: 'nobody',
          expected: 401,
          draft: { ...withoutRecords(plainDraft(stage, operation)), auth },
        })),
  );

export async function playEach(stage: Stage, casesOf: (operation: Operation) => Case[]): Promise<string[]> {
  const reports: string[] = [];
  for (const operation of stage.contract.operations)
    for (const played of casesOf(operation)) {
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
  for (const [path, own] of methods) {
    const operation = operations.find((candidate) => candidate.path === path) as Operation;
    const lacks = methodsToTry.filter(
      (name) =>
        !own.includes(name) && !operations.some(({ path: other, method }) => method === name && isAlso(path, other)),
    );
    for (const method of lacks) {
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
  for (const operation of contract.operations)
    for (const [name, { operationId, parameters = {}, requestBody }] of Object.entries(
      operation.responses['200']?.links ?? {},
    )) {
      const page: Pick<Draft, 'query'> | undefined = operation.parameters.some(
        (parameter) => parameter.name === 'limit',
      )
        ? { query: [['limit', '1']] }
        : undefined;
      const { sent, reply } = await stage.play(operation, {
        what: 'a link',
        expected: 'accepted',
        draft: { ...plainDraft(stage, operation), ...page },
      });
      const answered = JSON.parse(reply.text) as unknown;
      const valuesOf = (expressions: Record<string, string>) =>
        Object.entries(expressions).map(([field, expression]): [string, string] => [
          field,
          valueOf(expression, sent, answered),
        ]);
      const target = contract.operations.find(({ id }) => id === operationId) as Operation;
      const plain = plainDraft(stage, target);
      const draft: Draft = {
        ...plain,
        query: [...plain.query, ...valuesOf(parameters)],
        ...(requestBody && { body: { ...(plain.body as object), ...Object.fromEntries(valuesOf(requestBody)) } }),
      };
      const played: Case = { what: `${operation.id}, the link ${name}`, expected: 200, draft };
      reports.push(...[reportOf(played, await stage.play(target, played))].filter((report) => report !== undefined));
      followed.push(`${operation.id} ${name}`);
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

const minCalls = 10;

export const uncovered = ({ tallies }: Stage): string[] =>
  [...tallies]
    .filter(([, { calls, accepted, refused }]) => calls < minCalls || accepted === 0 || refused === 0)
    .map(([id, tally]) => `${id} ${JSON.stringify(tally)}`);
