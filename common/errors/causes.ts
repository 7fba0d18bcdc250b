import {
  english,
  entryOf,
  isErrorCode,
  isProblemCode,
  problemEntryOf,
  type Language,
  type Problem,
  type Refusal,
} from './catalogue.ts';
import { textOf, type ErrorEntry, type Parameters, type ErrorSentences, type ProblemSentences } from './entry.ts';
import { short } from './short.ts';

const maxPathLength = 100;

type AnySaid = ErrorSentences<Parameters, Parameters>;
type AnyProblem = ProblemSentences<Parameters, Parameters>;

/** Failures are counted by code and by those parameters that do not differ from call to call. */
export interface Cause {
  code: Refusal['code'];
  parameters?: Parameters;
  problem?: { path: string; code: Problem['code']; parameters?: Parameters };
  more?: true;
}

export function causeOf({ code, parameters, problems }: Refusal): Cause {
  const counted = countedOf(entryOf(code), parameters);
  const kinds = new Map(problems.map(causeOfProblem).map((kind) => [JSON.stringify(kind), kind]));
  const [problem] = kinds.values();
  return {
    code,
    ...(counted !== undefined && { parameters: counted }),
    ...(problem !== undefined && { problem }),
    ...(kinds.size > 1 && { more: true }),
  };
}

function countedOf(
  { counted, cause, what }: Pick<ErrorEntry<Parameters, Parameters>, 'counted' | 'cause' | 'what'>,
  parameters: Parameters,
): Parameters | undefined {
  if (counted !== undefined) return counted(parameters);
  return cause === undefined && typeof what === 'function' ? parameters : undefined;
}

function causeOfProblem({ path, code, parameters }: Problem): NonNullable<Cause['problem']> {
  const entry = problemEntryOf(code);
  const counted = countedOf(entry, parameters);
  return {
    path: entry.anywhere ? '' : short(path.replace(/\[\d+\]/g, '[]'), maxPathLength),
    code,
    ...(counted !== undefined && { parameters: counted }),
  };
}

export function sayCause(language: Language, { code, parameters = {}, problem, more }: Cause): string {
  const joined = problem === undefined ? '' : sayCauseOfProblem(language, problem) + (more ? language.andMore : '');
  const { what, cause = what } = language.errors[code] as AnySaid;
  return textOf(cause, parameters, joined);
}

function sayCauseOfProblem(language: Language, { path, code, parameters = {} }: NonNullable<Cause['problem']>): string {
  const { what, cause = what } = language.problems[code] as AnyProblem;
  const said = textOf(cause, parameters, path);
  return problemEntryOf(code).standsAlone ? said : `${path === '' ? language.body : path} ${said}`;
}

export const keyOf = (cause: Cause): string => JSON.stringify(cause);

/** Undefined for old failures, whose cause is an English sentence. */
export function causeIn(key: string): Cause | undefined {
  if (!key.startsWith('{')) return undefined;
  const cause = JSON.parse(key) as Cause;
  const isKnown = isErrorCode(cause.code) && (cause.problem === undefined || isProblemCode(cause.problem.code));
  return isKnown ? cause : undefined;
}

export function keyInWords(key: string): string {
  const cause = causeIn(key);
  return cause === undefined ? key : sayCause(english, cause);
}
