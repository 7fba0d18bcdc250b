import { expect } from 'vitest';
import type { Door } from './door.ts';
import type { SignedIn } from './operator.ts';
import type { DeskSettings } from '../settings/rules.ts';
import { readDeskSettings, writeDeskSettings } from '../settings/store.ts';

/** Sets a company's settings directly: over HTTP, a change that weakens a duty takes two administrators. */
export async function setSettings({ pool, company }: Door, patch: Partial<DeskSettings>): Promise<void> {
  await writeDeskSettings(pool, company, { ...(await readDeskSettings(pool, company)), ...patch }, new Date());
}

/** Confirms every right of operators that waits for a second administrator. */
export async function confirmRights(second: SignedIn): Promise<void> {
  const { proposals } = (await second.call('GET', '/operators/proposals')).body;
  for (const { id, confirm } of proposals)
    if (confirm.allowed)
      expect((await second.call('POST', `/operators/proposals/${id}/confirm`)).status, 'confirmed').toBe(200);
}
