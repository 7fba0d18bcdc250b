/** What fills the gaps of a sentence: plain data, so that it can be kept, sent, and said in any language. */
export type Value = string | number | boolean | readonly string[] | undefined;
export type Parameters = Readonly<Record<string, Value>>;

/** Of a sentence without gaps. */
export type None = Readonly<Record<string, never>>;

export type Text<P> = string | ((parameters: P, more: string) => string);

/** How a language says an error. The second argument of each function is what the problems say, joined. */
export interface Said<P, Counted> {
  /** What went wrong. */
  what: Text<P>;
  /** What to do about it. */
  todo?: Text<P>;
  /** What went wrong without the values that differ from call to call, where `what` has some. */
  cause?: Text<Counted>;
}

/** An error: its status, which of the parameters it is counted by besides its code where that is not all of them, and how English says it. */
export interface ErrorEntry<P, Counted = None> extends Said<P, Counted> {
  status: number | ((parameters: P) => number);
  counted?: (parameters: P) => Counted;
}

/**
 * How a language says a problem of a field. It stands after the field's path, and reads on from it: "is required". One that stands alone
 * is given the path as the second argument, and may do without.
 */
export interface SaidProblem<P, Counted> {
  what: Text<P>;
  cause?: Text<Counted>;
}

export interface ProblemEntry<P, Counted = None> extends SaidProblem<P, Counted> {
  /** It says itself what it is about. */
  alone?: true;
  /** The path is made up by the sender, so that nothing is counted by it. */
  anywhere?: true;
  counted?: (parameters: P) => Counted;
}

export const error = <P extends Parameters = None, Counted extends Parameters = None>(
  entry: ErrorEntry<P, Counted>,
): ErrorEntry<P, Counted> => entry;

export const problem = <P extends Parameters = None, Counted extends Parameters = None>(
  entry: ProblemEntry<P, Counted>,
): ProblemEntry<P, Counted> => entry;

/** For an error that has several sentences: `why` chooses one. */
export const byWhy = <Why extends string>(
  sentences: Readonly<Record<Why, readonly [what: string, todo?: string]>>,
): Pick<ErrorEntry<{ why: Why }>, 'what' | 'todo'> => ({
  what: ({ why }) => sentences[why][0],
  todo: ({ why }) => sentences[why][1] ?? '',
});

/** What is told of something that was accepted, or may not be done. */
export const notice = <P extends Parameters = None>(text: Text<P>): Text<P> => text;

export const textOf = <P>(text: Text<P>, parameters: P, more = ''): string =>
  typeof text === 'string' ? text : text(parameters, more);
