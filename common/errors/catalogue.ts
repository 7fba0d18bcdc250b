import {
  type ErrorEntry,
  type None,
  type Parameters,
  type ProblemEntry,
  type ErrorSentences,
  type ProblemSentences,
  textOf,
  type Value,
} from './entry.ts';
import { decisionErrors } from './notices.ts';
import { operatorErrors } from './operator-errors.ts';
import { partnerErrors } from './partner-errors.ts';
import { problemCatalogue, type ProblemCatalogue } from './problem-catalogue.ts';
import { short } from './words.ts';

export const catalogue = { ...partnerErrors, ...operatorErrors, ...decisionErrors };
type Catalogue = typeof catalogue;

/** Codes are published: they may be added, never renamed. */
export type ErrorCode = keyof Catalogue;
export type ParametersOf<C extends ErrorCode> = Catalogue[C] extends ErrorEntry<infer P, infer _> ? P : never;
type CountedOf<C extends ErrorCode> = Catalogue[C] extends ErrorEntry<infer _, infer Counted> ? Counted : never;

export type ProblemCode = keyof ProblemCatalogue;
export type ProblemParameters<C extends ProblemCode> =
  ProblemCatalogue[C] extends ProblemEntry<infer P, infer _> ? P : never;
type CountedOfProblem<C extends ProblemCode> =
  ProblemCatalogue[C] extends ProblemEntry<infer _, infer Counted> ? Counted : never;

export type ParameterArguments<P> = [P] extends [None] ? [parameters?: P] : [parameters: P];

export interface Fault {
  code: ProblemCode;
  parameters: Parameters;
}

export interface Problem extends Fault {
  /** For example articles[3].price. Empty if the whole body is meant or the problem names its subject itself. */
  path: string;
  line?: number;
}

export interface Refusal {
  code: ErrorCode;
  parameters: Parameters;
  problems: readonly Problem[];
}

export const faultOf = <C extends ProblemCode>(
  code: C,
  ...[parameters]: ParameterArguments<ProblemParameters<C>>
): Fault => ({
  code,
  parameters: parameters ?? {},
});

export const problemAt = <C extends ProblemCode>(
  path: string,
  code: C,
  ...[parameters]: ParameterArguments<ProblemParameters<C>>
): Problem => ({ path, code, parameters: parameters ?? {} });

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problemCatalogue, code);

/** For a code that is known only at run time. */
export const entryOf = (code: ErrorCode) => catalogue[code] as unknown as ErrorEntry<Parameters, Parameters>;
export const problemEntryOf = (code: ProblemCode) =>
  problemCatalogue[code] as unknown as ProblemEntry<Parameters, Parameters>;

/** The compiler refuses a language that lacks a sentence. */
export interface Language {
  errors: { readonly [C in ErrorCode]: ErrorSentences<ParametersOf<C>, CountedOf<C>> };
  problems: { readonly [C in ProblemCode]: ProblemSentences<ProblemParameters<C>, CountedOfProblem<C>> };
  /** The subject of a problem without a path. */
  body: string;
  line: (line: number) => string;
  moreProblems: (count: number) => string;
  moreMistakes: (count: number) => string;
  /** Appended to the first of several problems in a cause. */
  andMore: string;
}

export const english: Language = {
  errors: catalogue,
  problems: problemCatalogue,
  body: 'the body',
  line: (line) => `line ${line}: `,
  moreProblems: (count) => `and ${count} more`,
  moreMistakes: (count) => `and ${count} more mistakes`,
  andMore: ', and more',
};

type AnySaid = ErrorSentences<Parameters, Parameters>;
type AnyProblem = ProblemSentences<Parameters, Parameters>;

/** Sentences are composed only here. */
export function say(language: Language, { code, parameters, problems }: Refusal): string {
  const { what, todo = '' } = language.errors[code] as AnySaid;
  const joined = problems.length === 0 ? '' : join(language, problems, countOf(parameters, problems));
  return [textOf(what, parameters, joined), textOf(todo, parameters, joined)].filter((part) => part !== '').join(' ');
}

export function sayProblem(language: Language, problem: Problem): string {
  const said = sayFault(language, problem);
  const whole = problemEntryOf(problem.code).standsAlone || problem.path === '' ? said : `${problem.path} ${said}`;
  return problem.line === undefined ? whole : language.line(problem.line) + whole;
}

/** Without the path, which is shown separately. */
export function sayFault(language: Language, { path, code, parameters }: Problem): string {
  const said = textOf((language.problems[code] as AnyProblem).what, parameters, path);
  return path === '' && !problemEntryOf(code).standsAlone ? `${language.body} ${said}` : said;
}

const countOf = ({ count }: Parameters, problems: readonly Problem[]) =>
  typeof count === 'number' ? count : problems.length;

/**
 * Joins the problems into one sentence, or one line each if they have line numbers, and adds how many are not listed.
 */
function join(language: Language, problems: readonly Problem[], count: number): string {
  const isFile = problems[0]?.line !== undefined;
  const more = count - problems.length;
  const said = problems.map((problem) => sayProblem(language, problem));
  if (more > 0) said.push(isFile ? language.moreMistakes(more) : language.moreProblems(more));
  return said.join(isFile ? '\n' : '; ');
}

const maxCountedPathLength = 100;

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
    path: entry.anywhere ? '' : short(path.replace(/\[\d+\]/g, '[]'), maxCountedPathLength),
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

const maxParameterLength = 300;
const maxValues = 50;

/**
 * Parameters are cut before they are sent or stored: a caller's value may be of any length. `clean` removes secrets.
 */
export const bounded = (parameters: Parameters, clean = (text: string) => text): Parameters =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, boundedValue(value, clean)]));

function boundedValue(value: Value, clean: (text: string) => string): Value {
  if (typeof value === 'string') return clean(short(value, maxParameterLength));
  if (typeof value !== 'object') return value;
  return value.slice(0, maxValues).map((text) => clean(short(text, maxParameterLength)));
}
