import { ago } from './time.ts';

/** For a parameter: on Citus an UPDATE cannot subtract an interval from a column. */
export const daysAgo = (days: number): Date => ago(days * 24 * 60 * 60 * 1000);
