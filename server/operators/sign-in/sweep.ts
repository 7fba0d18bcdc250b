import { endExpired } from './sessions.ts';
import { deleteInvitations, deleteTries } from './sign-in-store.ts';
import { deleteExpiredSteps } from './steps.ts';
import type { Pool } from '../../ground/db/pool.ts';
import { removeInSteps } from '../../ground/db/remove-in-steps.ts';

const hourMs = 60 * 60 * 1000;
const hoursAgo = (hours: number, now: Date) => new Date(now.getTime() - hours * hourMs);

export const sweepInvitations = (pool: Pool, days: number, now: Date, signal: AbortSignal): Promise<number> =>
  removeInSteps(signal, (limit) => deleteInvitations(pool, hoursAgo(24 * days, now), limit));

export const sweepTries = (pool: Pool, hours: number, now: Date, signal: AbortSignal): Promise<number> =>
  removeInSteps(signal, (limit) => deleteTries(pool, hoursAgo(hours, now), limit));

export const sweepSteps = (pool: Pool, now: Date, signal: AbortSignal): Promise<number> =>
  removeInSteps(signal, (limit) => deleteExpiredSteps(pool, now, limit));

/** A sign-in also deletes ended sessions, but perhaps nobody signs in. */
export const sweepSessions = (pool: Pool, now: Date): Promise<void> => endExpired(pool, now);
