import {
  actedBefore,
  approvalLimitOf,
  approvalOf,
  changerDays,
  dutyDays,
  whyTwo,
  type ApprovalOutlook,
  type Decider,
  type Duty,
  type DutyObstacle,
  type DutySubject,
  type SignableInvoice,
} from './decision-rules.ts';
import type { Approver } from './lock-store.ts';
import { noticeOf } from '../../../common/errors/notices.ts';
import { short } from '../../../common/errors/words.ts';
import { limitOf } from '../../checks/limits.ts';
import { readCheckSettings } from '../checking/settings-store.ts';
import { dayIn } from '../../../common/days.ts';
import { accountsOfPerson, twoPeopleObstacleOf } from '../../people/two-people.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { approversOf, readUnproven } from '../../people/store.ts';
import { readSettingsFor } from '../../settings/store.ts';
import { operatorsWhoChangedPayee, readPayeeActs } from '../../suppliers/changes-store.ts';

const maxNames = 3;
const maxCurrencyLength = 10;

export async function readApprover(
  db: Db,
  company: CompanyId,
  { id, administrator }: { id: string; administrator: boolean },
): Promise<Approver> {
  const settings = await readSettingsFor(db, company, id);
  return { id, limit: approvalLimitOf(settings, administrator), settings };
}

async function readOthers(db: Db, company: CompanyId, barred: readonly (string | null)[]): Promise<string[]> {
  const except = barred.filter((id) => id !== null);
  return (await approversOf(db, company, except, maxNames)).map((name) => short(name));
}

type ApprovableInvoice = SignableInvoice & DutySubject;

function readOtherApprovers(db: Db, company: CompanyId, decider: Decider, invoice: ApprovableInvoice) {
  const barred = [decider.id, ...actedBefore(invoice, decider.payeeActs)].filter((id) => id !== null);
  const accounts = barred.flatMap((id) => [...accountsOfPerson(decider.unproven, id).keys()]);
  return readOthers(db, company, [...barred, ...accounts]);
}

/** Names some operators who may approve the invoice. */
export async function readDutyObstacle(
  db: Db,
  company: CompanyId,
  approver: Approver & Decider,
  invoice: ApprovableInvoice,
  { code, did, at }: Duty,
): Promise<DutyObstacle> {
  const on = at && dayIn(at.getTime(), approver.settings.timeZone);
  return { code, parameters: { did, on, others: await readOtherApprovers(db, company, approver, invoice) } };
}

/**
 * Returns whether an operator can approve an invoice, alone or as one of two, and otherwise why not. If it takes
 * somebody else, the answer names some operators who may approve it.
 */
export async function readApproval(
  db: Db,
  company: CompanyId,
  approver: Approver,
  invoice: ApprovableInvoice,
): Promise<ApprovalOutlook> {
  const payeeActs =
    approver.settings.dutiesOffReason === null
      ? await readPayeeActs(db, company, [invoice.supplierNumber], dutyDays)
      : undefined;
  const decider = { ...approver, payeeActs, unproven: await readUnproven(db) };
  const { step, duty, link } = approvalOf(decider, invoice);
  if (duty !== undefined) return { step, obstacle: await readDutyObstacle(db, company, decider, invoice, duty) };
  if (link !== undefined) return { step, obstacle: link };
  if (step === 'second') return { step, notice: noticeOf('approval.second', {}) };
  const { limit } = approver;
  const because = whyTwo(limit, invoice);
  if (because === undefined || limit === undefined) return {};
  const { amount, currency } = invoice;
  const sent = { amount: amount ?? undefined, currency: currency?.trim() && short(currency.trim(), maxCurrencyLength) };
  const others = await readOtherApprovers(db, company, decider, invoice);
  const parameters = { because, ...sent, limit: limit.max, limitCurrency: limit.currency, others };
  return { step, notice: noticeOf('approval.first', parameters) };
}

/** An operator who changed the supplier's payee must not release its invoice. */
export async function readReleaseObstacle(
  db: Db,
  company: CompanyId,
  operatorId: string,
  { supplierNumber, createdAt }: { supplierNumber: string; createdAt: Date },
): Promise<DutyObstacle | undefined> {
  const recentDays = limitOf(await readCheckSettings(db, company), 'recentDays');
  const period = { arrivedAt: createdAt, days: changerDays(recentDays) };
  const changers = await operatorsWhoChangedPayee(db, company, supplierNumber, period);
  if (!changers.includes(operatorId)) return twoPeopleObstacleOf(await readUnproven(db), operatorId, changers);
  return { code: 'release.changer', parameters: { others: await readOthers(db, company, changers) } };
}

/** An operator in relation to the payees of many invoices. */
export async function readBulkDuties(
  db: Db,
  company: CompanyId,
  { id, settings }: Approver,
  supplierNumbers: readonly string[],
): Promise<Pick<Decider, 'payeeActs' | 'unproven'>> {
  const unproven = await readUnproven(db);
  // The acts of others matter only if somebody may not count as a person of their own.
  const actor = unproven.length === 0 ? id : undefined;
  return {
    payeeActs:
      settings.dutiesOffReason === null
        ? await readPayeeActs(db, company, supplierNumbers, dutyDays, actor)
        : undefined,
    unproven,
  };
}
