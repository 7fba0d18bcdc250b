import { expect, it } from 'vitest';
import { audit, commandLine } from './audit/record.ts';
import { migrate } from './ground/db/migrate.ts';
import type { CompanyId } from './ground/db/pool.ts';
import { newestEntry } from './notifications/guard-store.ts';
import { databaseBefore } from './testing/before.ts';
import { newId } from './ground/db/ids.ts';

it('administrators are told of nothing that was changed before the upgrade', async () => {
  const { connection, pool } = await databaseBefore('0021');
  const company = newId() as CompanyId;
  const entry = { action: 'settings.changed', subjectType: 'settings', subjectId: company };
  await audit(pool, company, commandLine, entry, new Date());
  expect(await migrate(connection)).toContain('0021_guard_mail');
  expect(await newestEntry(pool, company)).toBeUndefined();
  await audit(pool, company, commandLine, entry, new Date());
  expect(await newestEntry(pool, company)).toBe(2);
});
