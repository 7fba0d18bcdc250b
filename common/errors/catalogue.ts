import type { ErrorEntry, None, Parameters, ProblemEntry, Said, SaidProblem } from './entry.ts';
import { operatorErrors } from './operator-errors.ts';
import { partnerErrors } from './partner-errors.ts';
import { problemCatalogue, type ProblemCatalogue } from './problem-catalogue.ts';

export const catalogue = { ...partnerErrors, ...operatorErrors };
type Catalogue = typeof catalogue;

/** Published: a code may be added, but none is renamed. */
export type ErrorCode = keyof Catalogue;
export type ParametersOf<C extends ErrorCode> = Catalogue[C] extends ErrorEntry<infer P, infer _> ? P : never;
type CountedOf<C extends ErrorCode> = Catalogue[C] extends ErrorEntry<infer _, infer Counted> ? Counted : never;

export type ProblemCode = keyof ProblemCatalogue;
export type ProblemParameters<C extends ProblemCode> =
  ProblemCatalogue[C] extends ProblemEntry<infer P, infer _> ? P : never;
type CountedOfProblem<C extends ProblemCode> =
  ProblemCatalogue[C] extends ProblemEntry<infer _, infer Counted> ? Counted : never;

/** Nothing where a code has no parameters, or all of them. */
export type Given<P> = [P] extends [None] ? [parameters?: P] : [parameters: P];

/** What is wrong somewhere. */
export interface Fault {
  code: ProblemCode;
  parameters: Parameters;
}

/** What is wrong with a field. */
export interface Problem extends Fault {
  /** Such as articles[3].price; empty where all of the body is meant, or the problem itself says what it is about. */
  path: string;
  /** Of a file that is imported. */
  line?: number;
}

/** What a call is refused with: all that any language needs to say why. */
export interface Refusal {
  code: ErrorCode;
  parameters: Parameters;
  problems: readonly Problem[];
}

export const faultOf = <C extends ProblemCode>(code: C, ...[parameters]: Given<ProblemParameters<C>>): Fault => ({
  code,
  parameters: parameters ?? {},
});

export const problemAt = <C extends ProblemCode>(
  path: string,
  code: C,
  ...[parameters]: Given<ProblemParameters<C>>
): Problem => ({ path, code, parameters: parameters ?? {} });

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code);
export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problemCatalogue, code);

/** The entries as they are once their code is known only when they are used. */
export const entryOf = (code: ErrorCode) => catalogue[code] as unknown as ErrorEntry<Parameters, Parameters>;
export const problemEntryOf = (code: ProblemCode) =>
  problemCatalogue[code] as unknown as ProblemEntry<Parameters, Parameters>;

/** A language: how it says each error and each problem, and what joins them. The compiler refuses one that lacks any. */
export interface Language {
  errors: { readonly [C in ErrorCode]: Said<ParametersOf<C>, CountedOf<C>> };
  problems: { readonly [C in ProblemCode]: SaidProblem<ProblemParameters<C>, CountedOfProblem<C>> };
  /** What a problem without a path is about. */
  body: string;
  line: (line: number) => string;
  moreProblems: (count: number) => string;
  moreMistakes: (count: number) => string;
  /** After the first of several problems that calls are counted by. */
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
