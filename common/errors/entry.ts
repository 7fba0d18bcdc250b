/** Parameters of a sentence: plain data, so that they can be stored, sent, and put into any language. */
export type Value = string | number | boolean | readonly string[] | undefined;
export type Parameters = Readonly<Record<string, Value>>;

/** Parameters of a sentence that has none. */
export type None = Readonly<Record<string, never>>;

export type Text<P> = string | ((parameters: P, more: string) => string);

/** A language's sentence for an error. The second argument of each function is the joined text of the problems. */
export interface ErrorSentences<P, Counted> {
  what: Text<P>;
  todo?: Text<P>;
  /** What went wrong, without values that differ from call to call, if `what` has some. */
  cause?: Text<Counted>;
}

/** An error: its status, its English, and the parameters it is counted by if not all. */
export interface ErrorEntry<P, Counted = None> extends ErrorSentences<P, Counted> {
  status: number | ((parameters: P) => number);
  counted?: (parameters: P) => Counted;
}

/**
 * A language's sentence for a problem of a field. It follows the field's path: "is required". One that stands alone
 * gets the path as the second argument.
 */
export interface ProblemSentences<P, Counted> {
  what: Text<P>;
  cause?: Text<Counted>;
}

export interface ProblemEntry<P, Counted = None> extends ProblemSentences<P, Counted> {
  /** The sentence names its subject itself. */
  alone?: true;
  /** The sender makes up the path, so failures are not counted by it. */
  anywhere?: true;
  counted?: (parameters: P) => Counted;
}

export const error = <P extends Parameters = None, Counted extends Parameters = None>(
  entry: ErrorEntry<P, Counted>,
): ErrorEntry<P, Counted> => entry;

export const problem = <P extends Parameters = None, Counted extends Parameters = None>(
  entry: ProblemEntry<P, Counted>,
): ProblemEntry<P, Counted> => entry;

/** For an error with several sentences: `why` chooses one. */
export const byWhy = <Why extends string>(
  sentences: Readonly<Record<Why, readonly [what: string, todo?: string]>>,
): Pick<ErrorEntry<{ why: Why }>, 'what' | 'todo'> => ({
  what: ({ why }) => sentences[why][0],
  todo: ({ why }) => sentences[why][1] ?? '',
});

/** The text of something that is not an error. */
export const notice = <P extends Parameters = None>(text: Text<P>): Text<P> => text;

export const textOf = <P>(text: Text<P>, parameters: P, more = ''): string =>
  typeof text === 'string' ? text : text(parameters, more);
