import type { ErrorEntry, None, Parameters, ProblemEntry, ErrorSentences, ProblemSentences } from './entry.ts';
import { operatorErrors } from './operator-errors.ts';
import { partnerErrors } from './partner-errors.ts';
import { problemCatalogue, type ProblemCatalogue } from './problem-catalogue.ts';

export const catalogue = { ...partnerErrors, ...operatorErrors };
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
