import { listAdministrators, listDeciders } from './guard-store.ts';
import { list, shown, type LetterContext, type NotificationDeps } from './mail.ts';
import { claimReminders, recordReminded, waitingSince, type WaitingInvoice } from './reminders-store.ts';
import { isDigestDue } from './rules.ts';
import { listRealCompanies, readTimeZone, type NamedRecord } from '../companies/store.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { lines, type Letter } from '../ground/mail/letter.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Between two mails to a person; the first of a day may have been late. */
const restMs = 20 * hourMs;
/** Days, for what a company does not want. */
const never = 100_000;
const maxListed = 10;
/** Others follow the next day. */
const maxInvoices = 5_000;

export async function queueReminders(deps: NotificationDeps, now: Date, signal?: AbortSignal): Promise<void> {
  for (const company of await listRealCompanies(deps.db)) {
    if (signal?.aborted) return;
    // A failure in one company must not stop the others.
    await queueRemindersIn(deps, company, now).catch((error: unknown) =>
      deps.log.warn({ err: error, companyId: company.id }, 'nobody in a company could be reminded of invoices by mail'),
    );
  }
}

/**
 * Mails people about invoices that have waited for them so many days, and the company's administrators after more days:
 * in the morning of a weekday, one mail a person.
 */
export async function queueRemindersIn(
  { db, queue, base }: Omit<NotificationDeps, 'log'>,
  company: NamedRecord<CompanyId>,
  now: Date,
): Promise<void> {
  if (!isDigestDue(now, undefined, await readTimeZone(db, company.id))) return;
  const days = await claimReminders(db, company.id, now, new Date(now.getTime() - restMs));
  if (days === undefined) return;
  const before = (after: number) => new Date(now.getTime() - after * dayMs);
  const remind = before(days.remindAfterDays ?? never);
  const escalate = before(days.escalateAfterDays ?? never);
  const waiting = await waitingSince(db, company.id, remind > escalate ? remind : escalate, now, maxInvoices);
  const toRemind = waiting.filter(({ isReminded, since }) => !isReminded && since <= remind);
  const late = waiting.filter(({ isEscalated, since }) => !isEscalated && since <= escalate);
  const administrators = late.length === 0 ? [] : await listAdministrators(db, company.id);
  const ownOnes = administrators.filter(({ administrator }) => !administrator);
  const toldOf = new Set((ownOnes.length > 0 ? ownOnes : administrators).map(({ id }) => id));
  // Administrators may approve, too.
  const deciders = toRemind.length + late.length === 0 ? [] : await listDeciders(db, company.id);
  for (const { id, name, preferences } of deciders) {
    const own = toRemind.filter(({ waitsFor }) => waitsFor.some((person) => person.id === id));
    const ofOthers = toldOf.has(id) ? late : [];
    if (own.length + ofOthers.length === 0) continue;
    const context = { language: preferences.language ?? 'en', name, company, base };
    const letter = reminderLetter(context, own, ofOthers, now);
    await queue({ companyId: company.id, operatorId: id, ...letter }, `mail ${company.id} ${id} reminder`);
  }
  const ids = (invoices: readonly WaitingInvoice[]) => invoices.map(({ id }) => id);
  if (toRemind.length > 0) await recordReminded(db, company.id, 'reminded_at', ids(toRemind), { now, since: remind });
  if (late.length > 0) await recordReminded(db, company.id, 'escalated_at', ids(late), { now, since: escalate });
}

function reminderLetter(
  { language, name, company, base }: LetterContext,
  own: readonly WaitingInvoice[],
  late: readonly WaitingInvoice[],
  now: Date,
): Letter {
  const sv = language === 'sv';
  const path = `${base}/console/companies/${company.id}/invoices`;
  const days = ({ since }: WaitingInvoice) => {
    const many = Math.floor((now.getTime() - since.getTime()) / dayMs);
    return sv ? `${many} ${many === 1 ? 'dag' : 'dagar'}` : `${many} ${many === 1 ? 'day' : 'days'}`;
  };
  const listed = (invoices: readonly WaitingInvoice[]) => {
    const entries = invoices
      .slice(0, maxListed)
      .map((invoice) => [
        shown(invoice.number === null ? invoice.supplier : `${invoice.supplier}, ${invoice.number}`),
        shown(`${days(invoice)}: ${invoice.waitsFor.map((person) => person.name).join(', ')}`),
        `${path}/${invoice.id}`,
      ]);
    const more = invoices.length - maxListed;
    return list(entries) + (more > 0 ? `\n${sv ? `Och ${more} till.` : `And ${more} more.`}` : '');
  };
  const many = own.length > 0 ? own.length : late.length;
  const invoices = sv
    ? `${many} ${many === 1 ? 'faktura' : 'fakturor'}`
    : `${many} ${many === 1 ? 'invoice' : 'invoices'}`;
  const waits = sv ? 'väntar på dig' : many === 1 ? 'waits for you' : 'wait for you';
  const waited = sv ? 'har väntat länge' : many === 1 ? 'has waited for long' : 'have waited for long';
  return {
    subject: shown(`${company.name}: ${invoices} ${own.length > 0 ? waits : waited}`),
    text: lines(
      sv ? `Hej ${name}!` : `Hello ${name},`,
      own.length > 0 && (sv ? 'De här fakturorna väntar på dig:' : 'These invoices wait for you:'),
      own.length > 0 && listed(own),
      own.length > 0 && `${sv ? 'Alla som väntar på dig:' : 'All that wait for you:'}\n${path}?with=me&sort=dueDate`,
      late.length > 0 &&
        (sv
          ? 'De här fakturorna har väntat länge. Påminn dem som tillfrågas, tilldela någon annan eller ändra reglerna:'
          : 'These invoices have waited for long. Remind those who are asked, assign somebody else, or change the rules:'),
      late.length > 0 && listed(late),
      sv
        ? 'Företagets administratör väljer efter hur många dagar påminnelser skickas.'
        : 'The administrator of the company chooses after how many days reminders are sent.',
    ),
  };
}
