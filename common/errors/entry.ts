/** Plain data, so that parameters can be stored, sent, and put into any language. */
export type Value = string | number | boolean | readonly string[] | undefined;
export type Parameters = Readonly<Record<string, Value>>;

export type None = Readonly<Record<string, never>>;

export type Text<P> = string | ((parameters: P, more: string) => string);

/** The second argument of each function is the joined text of the problems. */
export interface ErrorSentences<P, Counted> {
  what: Text<P>;
  todo?: Text<P>;
  /** Replaces `what` if that has values that differ from call to call. */
  cause?: Text<Counted>;
}

/** Failures are counted by the parameters in `counted`; by default by all, or by none if there is a `cause`. */
export interface ErrorEntry<P, Counted = None> extends ErrorSentences<P, Counted> {
  status: number | ((parameters: P) => number);
  counted?: (parameters: P) => Counted;
}

/** The sentence follows the field's path: "is required". One that stands alone gets the path as the second argument. */
export interface ProblemSentences<P, Counted> {
  what: Text<P>;
  cause?: Text<Counted>;
}

export interface ProblemEntry<P, Counted = None> extends ProblemSentences<P, Counted> {
  standsAlone?: true;
  /** The sender invents the path, so failures are not counted by it. */
  anywhere?: true;
  counted?: (parameters: P) => Counted;
}

export const error = <P extends Parameters = None, Counted extends Parameters = None>(
  entry: ErrorEntry<P, Counted>,
): ErrorEntry<P, Counted> => entry;

export const problem = <P extends Parameters = None, Counted extends Parameters = None>(
  entry: ProblemEntry<P, Counted>,
): ProblemEntry<P, Counted> => entry;

/** An error whose sentences say all of it. */
export const plain = <P extends Parameters = None>(status: number, what: Text<P>, todo?: Text<P>): ErrorEntry<P> => ({
  status,
  what,
  ...(todo !== undefined && { todo }),
});

/** A problem that follows the field's path. */
export const follows = <P extends Parameters = None>(what: Text<P>): ProblemEntry<P> => ({ what });

/** A problem that stands alone. */
export const sentence = <P extends Parameters = None>(what: Text<P>): ProblemEntry<P> => ({ what, standsAlone: true });

type SentencesByWhy<Why extends string> = Readonly<Record<Why, readonly [what: string, todo?: string]>>;

export const byWhy = <Why extends string>(
  sentences: SentencesByWhy<Why>,
): Pick<ErrorEntry<{ why: Why }>, 'what' | 'todo'> => ({
  what: ({ why }) => sentences[why][0],
  todo: ({ why }) => sentences[why][1] ?? '',
});

export const errorByWhy = <Why extends string>(
  status: ErrorEntry<{ why: Why }>['status'],
  sentences: SentencesByWhy<Why>,
): ErrorEntry<{ why: Why }> => ({ status, ...byWhy(sentences) });

export const notice = <P extends Parameters = None>(text: Text<P>): Text<P> => text;

export const textOf = <P>(text: Text<P>, parameters: P, more = ''): string =>
  typeof text === 'string' ? text : text(parameters, more);
