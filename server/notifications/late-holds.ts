import { shown, list, type LetterContext, type NotificationDeps } from './mail.ts';
import { lateHoldsBetween, listDeciders, type AuditRange, type LateHold } from './guard-store.ts';
import { lines, type Letter } from '../ground/mail/letter.ts';
import type { NamedRecord } from '../companies/store.ts';
import { findingNames } from '../../common/names/findings.ts';
import { nameOf } from '../../common/names/names.ts';
import type { CompanyId } from '../ground/db/pool.ts';

const maxListed = 10;

/**
 * Mails everybody who may approve about invoices that a finding stopped after their approval. Payments may be under way,
 * so nobody can switch it off.
 */
export async function queueLateHolds(
  { db, queue, base }: NotificationDeps,
  company: NamedRecord<CompanyId>,
  range: AuditRange,
): Promise<void> {
  const holds = await lateHoldsBetween(db, company.id, range);
  if (holds.length === 0) return;
  for (const { id, name, preferences } of await listDeciders(db, company.id)) {
    const letter = lateHoldsLetter({ name, language: preferences.language ?? 'en', company, base }, holds);
    await queue({ companyId: company.id, operatorId: id, ...letter }, `mail ${company.id} ${id} late ${range.after}`);
  }
}

function lateHoldsLetter({ language, name, company, base }: LetterContext, holds: readonly LateHold[]): Letter {
  const sv = language === 'sv';
  const listed = (some: readonly LateHold[]) => {
    const more = some.length - maxListed;
    const entries = some
      .slice(0, maxListed)
      .map(({ id, supplier, number, heldFor }) => [
        shown(number === null ? supplier : `${supplier}, ${number}`),
        heldFor.map((code) => nameOf(findingNames, language, code)).join(', '),
        `${base}/console/companies/${company.id}/invoices/${id}`,
      ]);
    return list(entries) + (more > 0 ? `\n${sv ? `Och ${more} till.` : `And ${more} more.`}` : '');
  };
  const booked = holds.filter(({ isBooked }) => isBooked);
  const reopened = holds.filter(({ isBooked }) => !isBooked);
  const many = holds.length;
  return {
    subject: shown(
      `${company.name}: ${
        sv
          ? `${many === 1 ? '1 faktura har' : `${many} fakturor har`} fått ett stopp efter attest`
          : `${many === 1 ? '1 invoice was' : `${many} invoices were`} stopped after approval`
      }`,
    ),
    text: lines(
      sv ? `Hej ${name}!` : `Hello ${name},`,
      reopened.length > 0 &&
        (sv
          ? 'En kontroll har stoppat de här fakturorna efter att de attesterades. Attesten är återtagen. Betala dem inte förrän någon har hävt stoppet och de har attesterats på nytt:'
          : 'A check has stopped these invoices after they were approved. The approvals are taken back. Do not pay them before somebody has released them and they are approved again:'),
      reopened.length > 0 && listed(reopened),
      booked.length > 0 &&
        (sv
          ? 'De här fakturorna var redan bokförda och förblir det. Stoppa betalningen om det går, och kontrollera vem som får pengarna:'
          : 'These invoices were booked already and stay booked. Stop the payment if you can, and check who is paid:'),
      booked.length > 0 && listed(booked),
      sv
        ? 'Alla som får attestera får det här meddelandet. Det går inte att välja bort.'
        : 'Everybody who may approve gets this message. It cannot be switched off.',
    ),
  };
}
