import { listAdministrators } from './guard-store.ts';
import { readTold } from './notifications-store.ts';
import { type NotificationDeps, shown, list, type LetterContext } from './mail.ts';
import { recordTold } from './store.ts';
import { listRealCompanies, type NamedRecord } from '../companies/store.ts';
import { reportDamage, type DamageReport } from '../files/store.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { lines, type Letter } from '../ground/mail/letter.ts';
import { nameOf } from '../../common/names/names.ts';
import { fileProblemNames } from '../../common/names/states.ts';

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
async function queueForCompany({ db, queue, base }: NotificationDeps, company: NamedRecord<CompanyId>, now: Date) {
  const { count } = await reportDamage(db, company.id, new Date(0), 0);
  if (count === 0) return;
  const toldAt = await readTold(db, company.id);
  for (const { id, name, preferences } of await listAdministrators(db, company.id)) {
    const told = toldAt(id, about);
    if (told !== undefined && now.getTime() - told.getTime() < minIntervalMs) continue;
    const report = await reportDamage(db, company.id, told ?? new Date(0), maxListed);
    if (report.lastAt === null) continue;
    const letter = damageLetter({ name, language: preferences.language ?? 'en', company, base }, report);
    await queue({ companyId: company.id, operatorId: id, ...letter }, `mail ${company.id} ${id} ${about}`);
    await recordTold(db, company.id, { operatorId: id, about, at: report.lastAt });
  }
}

function damageLetter(
  { language, name, company, base }: LetterContext,
  { count: many, first }: Pick<DamageReport, 'count' | 'first'>,
): Letter {
  const sv = language === 'sv';
  const entries = first.map(({ fileName, problem, supplierInvoiceId, supplierInvoiceNumber, externalReferenceId }) => [
    `${shown(fileName)}: ${nameOf(fileProblemNames, language, problem).toLowerCase()}`,
    `${sv ? 'faktura' : 'invoice'} ${shown(supplierInvoiceNumber ?? externalReferenceId)}`,
    `${base}/console/companies/${company.id}/invoices/${supplierInvoiceId}`,
  ]);
  return {
    subject: shown(
      `${company.name}: ${
        sv
          ? many === 1
            ? '1 fil är skadad'
            : `${many} filer är skadade`
          : many === 1
            ? '1 file is damaged'
            : `${many} files are damaged`
      }`,
    ),
    text: lines(
      sv ? `Hej ${name}!` : `Hello ${name},`,
      sv
        ? 'Doorway har läst lagrade filer på nytt. De här saknas eller är inte längre som när de bifogades:'
        : 'Doorway has read stored files again. These are missing, or no longer as they were attached:',
      list(entries),
      many > first.length && (sv ? 'Det finns fler i översikten.' : 'The overview has more.'),
      sv
        ? 'Be dem som driver tjänsten att återställa filerna från en säkerhetskopia; docs/keeping.md beskriver hur. Kommandot doorway files verify läser sedan alla filer och bekräftar det.'
        : 'Ask the people who run the service to restore them from a backup; docs/keeping.md says how. The command doorway files verify then reads all files and confirms it.',
      `${sv ? 'Översikten:' : 'The overview:'}\n${base}/console/companies/${company.id}/overview`,
      sv
        ? 'Alla administratörer får det här meddelandet. Det går inte att välja bort.'
        : 'Every administrator gets this message. It cannot be switched off.',
    ),
  };
}
