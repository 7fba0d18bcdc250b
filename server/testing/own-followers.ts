import type { Followers } from '../events/followers.ts';
import type { CompanyId } from '../ground/db/pool.ts';

/** Wakes for one company: jobs of a test must not do the work that other tests left in the shared database. */
export const followersOf = ({ company, followers }: { company: CompanyId; followers: Followers }): Followers => ({
  ...followers,
  onWake: (woken, behind) => followers.onWake((woke) => woke === company && woken(woke), behind),
});
