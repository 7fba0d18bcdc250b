import { endExpired } from './sessions.ts';
import { deleteInvitations, deleteTries } from './sweep-store.ts';
import type { Pool } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';

const hourMs = 60 * 60 * 1000;
const hoursAgo = (hours: number, now: Date) => new Date(now.getTime() - hours * hourMs);

/** Removes one-time links that were used, or expired unused, so many days ago. */
export const sweepInvitations = (pool: Pool, days: number, now: Date, signal: AbortSignal): Promise<number> =>
  removeInSteps(signal, (most) => deleteInvitations(pool, hoursAgo(24 * days, now), most));

/** Removes wrong passwords that were tried so many hours ago. */
export const sweepTries = (pool: Pool, hours: number, now: Date, signal: AbortSignal): Promise<number> =>
  removeInSteps(signal, (most) => deleteTries(pool, hoursAgo(hours, now), most));

/** Removes sessions that have ended. A sign-in does so too, but perhaps nobody signs in. */
export const sweepSessions = (pool: Pool, now: Date): Promise<void> => endExpired(pool, now);
