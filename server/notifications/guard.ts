import * as store from './guard-store.ts';
import { guardActions, guardLetter } from './guard-letter.ts';
import { queueLateHolds } from './late-holds.ts';
import type { NotificationDeps } from './mail.ts';
import { zoneOf } from './rules.ts';
import { listRealCompanies, type NamedRecord } from '../companies/store.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';

const maxRead = 500;
/** Shorter than the minute between two runs. */
const minIntervalMs = 30_000;
/** Older changes are not sent, for example after mail was switched off for days. */
const maxAgeMs = 24 * 3_600_000;

/**
 * Mails administrators about changes that others made to checks, settings, companies, partners, operators and webhooks,
 * and approvers about invoices that were stopped after their approval. It reads the audit log, so that no recorded change is missed.
 */
export async function queueGuardMail(deps: NotificationDeps, now: Date, signal?: AbortSignal): Promise<void> {
  const companies = await listRealCompanies(deps.db);
  for (const id of [noCompany, ...companies.map((company) => company.id)]) {
    if (signal?.aborted) return;
    // A failure in one company must not stop the others.
    await queueForCompany(deps, id, companies, now).catch((error: unknown) =>
      deps.log.warn({ err: error, companyId: id }, 'the administrators could not be told by mail of what was changed'),
    );
  }
}

/** Mails are queued before the position advances: after a crash in between, a mail is sent twice rather than lost. */
async function queueForCompany(
  deps: NotificationDeps,
  companyId: CompanyId,
  companies: NamedRecord<CompanyId>[],
  now: Date,
): Promise<void> {
  const { db, queue, base } = deps;
  const newest = await store.newestEntry(db, companyId);
  if (newest === undefined) return;
  const after = await store.claimRun(db, companyId, now, new Date(now.getTime() - minIntervalMs));
  if (after === undefined) return;
  const range = { after, to: newest, since: new Date(now.getTime() - maxAgeMs) };
  const changes = await store.changesBetween(db, companyId, range, guardActions, maxRead);
  if (changes.length > 0) {
    const subjects = changes.map(({ subjectId }) => subjectId);
    const operators = await store.operatorNames(db, subjects);
    const directories = await store.directoryNames(db);
    for (const { id, name, administrator, preferences } of await store.listAdministrators(db, companyId)) {
      // Administrators of the installation get changes of roles with the other changes of operators.
      const news = changes.filter(
        ({ operatorId, action }) => operatorId !== id && !(administrator && action === 'operator.rolechanged'),
      );
      if (news.length === 0) continue;
      const reader = { name, language: preferences.language ?? 'en', zone: zoneOf(preferences.timeZone) } as const;
      const letter = guardLetter(reader, news, { companyId, companies, operators, directories, base });
      // Replaces a waiting mail about the same range.
      await queue({ companyId, operatorId: id, ...letter }, `mail ${companyId} ${id} guard ${after}`);
    }
  }
  const to = changes.length < maxRead ? newest : (changes.at(-1)?.seq as number);
  const company = companies.find(({ id }) => id === companyId);
  if (company !== undefined) await queueLateHolds(deps, company, { ...range, to });
  await store.advancePosition(db, companyId, to);
}
