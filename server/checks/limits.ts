/** Numbers that a company sets for its checks. A number that it has not set is the usual one. */
export const limits = {
  /** A difference of at most this many minor units (öre) is no finding of the sums. */
  sumToleranceMinorUnits: { usual: 0, min: 0, max: 1000 },
  /** How many days a change of the payee counts as recent. */
  recentDays: { usual: 30, min: 1, max: 365 },
} as const;
export type Limit = keyof typeof limits;
export const limitNames = Object.keys(limits) as Limit[];

export type Limits = Readonly<Partial<Record<Limit, number | undefined>>>;

export const limitOf = (chosen: Limits, limit: Limit): number => chosen[limit] ?? limits[limit].usual;

export const isLimit = (rule: string): rule is Limit => rule in limits;
