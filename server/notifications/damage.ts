import { damageLetter } from './damage-letter.ts';
import { listAdministrators } from './guard-store.ts';
import { readTold } from './notifications-store.ts';
import type { NotificationDeps } from './mail.ts';
import { recordTold } from './store.ts';
import { listRealCompanies, type NamedRecord } from '../companies/store.ts';
import { reportDamage } from '../files/store.ts';
import type { CompanyId } from '../ground/db/pool.ts';

const about = 'damaged files';
const maxListed = 10;
/** A run that finds one damaged file after the other sends no more than this. */
const minIntervalMs = 60 * 60 * 1000;

/** Mails administrators about files that were found missing or altered since their last such mail. */
export async function queueDamageMail(deps: NotificationDeps, now: Date, signal?: AbortSignal): Promise<void> {
  for (const company of await listRealCompanies(deps.db)) {
    if (signal?.aborted) return;
    // A failure in one company must not stop the others.
    await queueForCompany(deps, company, now).catch((error: unknown) =>
      deps.log.warn({ err: error, companyId: company.id }, 'the administrators could not be told of damaged files'),
    );
  }
}

/** Mails are queued before they are recorded: after a crash in between, a mail is sent twice rather than lost. */
async function queueForCompany(
  { db, queue, base }: NotificationDeps,
  company: NamedRecord<CompanyId>,
  now: Date,
): Promise<void> {
  const { count } = await reportDamage(db, company.id, new Date(0), 0);
  if (count === 0) return;
  const toldAt = await readTold(db, company.id);
  for (const { id, name, preferences } of await listAdministrators(db)) {
    const told = toldAt(id, about);
    if (told !== undefined && now.getTime() - told.getTime() < minIntervalMs) continue;
    const report = await reportDamage(db, company.id, told ?? new Date(0), maxListed);
    if (report.lastAt === null) continue;
    const letter = damageLetter({ name, language: preferences.language ?? 'en', company, base }, report);
    await queue({ companyId: company.id, operatorId: id, ...letter }, `mail ${company.id} ${id} ${about}`);
    await recordTold(db, company.id, { operatorId: id, about, at: report.lastAt });
  }
}
