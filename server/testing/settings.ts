import { expect } from 'vitest';
import type { Settings } from '../checks/settings.ts';
import type { Door } from './door.ts';
import { lockCounters } from '../events/counters.ts';
import { companyTransaction } from '../ground/db/pool.ts';
import { missingOff } from './missing-off.ts';
import type { SignedIn } from './operator.ts';
import type { DeskSettings } from '../settings/rules.ts';
import { writeCheckSettings } from '../supplier-invoices/checking/settings-store.ts';
import { readDeskSettings, writeDeskSettings } from '../settings/store.ts';

/** Sets a company's settings directly: over HTTP, a change that weakens a duty takes two administrators. */
export async function setSettings({ pool, company }: Door, patch: Partial<DeskSettings>): Promise<void> {
  await writeDeskSettings(pool, company, { ...(await readDeskSettings(pool, company)), ...patch }, new Date());
}

/** Sets the checks of a company directly. Those for missing values stay off, as at first. */
export const setChecks = ({ pool, company }: Pick<Door, 'pool' | 'company'>, settings: Settings): Promise<void> =>
  companyTransaction(pool, company, async (tx) =>
    writeCheckSettings(tx, company, { ...missingOff, ...settings }, await lockCounters(tx, company)),
  );

/** Confirms every right of operators that waits for a second administrator. */
export async function confirmRights(second: SignedIn): Promise<void> {
  const { proposals } = (await second.call('GET', '/operators/proposals')).body;
  for (const { id, confirm } of proposals)
    if (confirm.allowed)
      expect((await second.call('POST', `/operators/proposals/${id}/confirm`)).status, 'confirmed').toBe(200);
}
