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
import { textOf, type ErrorEntry, type Parameters, type Said, type SaidProblem } from './entry.ts';
import { short } from './short.ts';

const longestPath = 100;

type AnySaid = Said<Parameters, Parameters>;
type AnyProblem = SaidProblem<Parameters, Parameters>;

/** What failures have in common: the code, and what of the parameters and of the first problem does not differ from call to call. */
export interface Cause {
  code: Refusal['code'];
  parameters?: Parameters;
  problem?: { path: string; code: Problem['code']; parameters?: Parameters };
  /** There are problems of other kinds. */
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

/** What an entry is counted by besides its code: what it says itself, or whatever its sentence needs. */
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
    path: entry.anywhere ? '' : short(path.replace(/\[\d+\]/g, '[]'), longestPath),
    code,
    ...(counted !== undefined && { parameters: counted }),
  };
}

/** "articles[].price must be a number." */
export function sayCause(language: Language, { code, parameters = {}, problem, more }: Cause): string {
  const joined = problem === undefined ? '' : sayCauseOfProblem(language, problem) + (more ? language.andMore : '');
  const { what, cause = what } = language.errors[code] as AnySaid;
  return textOf(cause, parameters, joined);
}

function sayCauseOfProblem(language: Language, { path, code, parameters = {} }: NonNullable<Cause['problem']>): string {
  const { what, cause = what } = language.problems[code] as AnyProblem;
  const said = textOf(cause, parameters, path);
  return problemEntryOf(code).alone ? said : `${path === '' ? language.body : path} ${said}`;
}

/** A cause as text, the same for all failures that have it. */
export const keyOf = (cause: Cause): string => JSON.stringify(cause);

/** Undefined where a failure was kept before causes were data, so that its cause is English itself. */
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
