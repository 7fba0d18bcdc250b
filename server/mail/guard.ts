import * as store from './guard-store.ts';
import { guardLetter } from './guard-letter.ts';
import { guardActions } from './guard-words.ts';
import type { LookDeps } from './look.ts';
import { zoneOf } from './rules.ts';
import { listCompanies, type Named } from '../access/store.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';

/** Entries that are read at a time; the rest has its turn a minute later. */
const maxRead = 500;
/** Shorter than the minute between two looks. */
const lookedBeforeMs = 30_000;
/** If nobody looked for longer, or mail is switched on later, older changes are not sent. */
const maxAgeMs = 24 * 3_600_000;

/**
 * Tells administrators what others have changed of the things that guard a company: checks, settings, companies, partners, operators and
 * webhooks. It is read from the audit log, so that nothing that is recorded there goes untold.
 */
export async function lookForGuardMail(deps: LookDeps, now: Date, signal?: AbortSignal): Promise<void> {
  const companies = await listCompanies(deps.db);
  for (const id of [noCompany, ...companies.map((company) => company.id)]) {
    if (signal?.aborted) return;
    // One company that fails must not keep the others from theirs.
    await lookInLog(deps, id, companies, now).catch((error: unknown) =>
      deps.log.warn({ err: error, companyId: id }, 'the administrators could not be told by mail of what was changed'),
    );
  }
}

/** The mails are put into the queue before the position moves: a process that ends in between leads to the same mail twice, never to none. */
async function lookInLog(
  { db, queue, findings, base }: LookDeps,
  companyId: CompanyId,
  companies: Named<CompanyId>[],
  now: Date,
): Promise<void> {
  const newest = await store.newestEntry(db, companyId);
  if (newest === undefined) return;
  const after = await store.beginLook(db, companyId, now, new Date(now.getTime() - lookedBeforeMs));
  if (after === undefined) return;
  const stretch = { after, to: newest, since: new Date(now.getTime() - maxAgeMs) };
  const changes = await store.changesBetween(db, companyId, stretch, guardActions, maxRead);
  if (changes.length > 0) {
    const operators = await store.operatorNames(
      db,
      changes.map(({ subjectId }) => subjectId),
    );
    for (const { id, name, preferences } of await store.listAdministrators(db)) {
      const news = changes.filter(({ operatorId }) => operatorId !== id);
      if (news.length === 0) continue;
      const reader = { name, language: preferences.language ?? 'en', zone: zoneOf(preferences.timeZone) } as const;
      const letter = guardLetter(reader, news, { companyId, companies, operators, findings, base });
      // A mail of the same stretch that still waits is replaced.
      await queue({ companyId, operatorId: id, ...letter }, `mail ${companyId} ${id} guard ${after}`);
    }
  }
  await store.endLook(db, companyId, changes.length < maxRead ? newest : (changes.at(-1)?.seq as number));
}
