import {
  actedBefore,
  changerDays,
  dutyDays,
  dutyOf,
  stepOf,
  whyTwo,
  type ApprovalLimit,
  type ApprovalOutlook,
  type BulkDecider,
  type DutyObstacle,
  type DutySubject,
  type SignableInvoice,
} from './rules.ts';
import { noticeOf } from '../../../common/errors/notices.ts';
import { short } from '../../../common/errors/short.ts';
import { limitOf } from '../../checks/limits.ts';
import { readCheckSettings } from '../checking/settings-store.ts';
import { dayIn } from '../../../common/days.ts';
import { readTimeZone } from '../../access/store.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { approversOf } from '../../operators/people-store.ts';
import { linkObstacleOf, readLinkObstacle, readUnproven } from '../../operators/second-store.ts';
import { readSettingsFor } from '../../settings/store.ts';
import { operatorsWhoChangedPayee, readPayeeActs } from '../../suppliers/changes-store.ts';

const maxNames = 3;
const maxCurrencyLength = 10;

const areOff = async (db: Db, company: CompanyId, operatorId: string) =>
  (await readSettingsFor(db, company, operatorId)).dutiesOffReason !== null;

async function readOthers(db: Db, company: CompanyId, barred: readonly (string | null)[]): Promise<string[]> {
  const except = barred.filter((id) => id !== null);
  return (await approversOf(db, company, except, maxNames)).map((name) => short(name));
}

/**
 * Returns whether an operator can approve an invoice, alone or as one of two, and otherwise why not. If it takes
 * somebody else, the answer names some operators who may approve it.
 */
export async function readApproval(
  db: Db,
  company: CompanyId,
  { id, limit }: { id: string; limit: ApprovalLimit | undefined },
  invoice: SignableInvoice & DutySubject,
): Promise<ApprovalOutlook> {
  const payeeActs = (await areOff(db, company, id))
    ? undefined
    : await readPayeeActs(db, company, [invoice.supplierNumber], dutyDays);
  const duty = dutyOf(id, invoice, payeeActs);
  const step = stepOf(limit, invoice);
  const obstacle = duty === undefined ? await readLinkObstacle(db, id, actedBefore(invoice, payeeActs)) : undefined;
  if (obstacle !== undefined) return { step, obstacle };
  if (duty === undefined && step === undefined) return {};
  if (duty === undefined && step === 'second') return { step, notice: noticeOf('approval.second', {}) };
  const busy = payeeActs === undefined ? [] : [...invoice.releasers, ...payeeActs.map((act) => act.operatorId)];
  const others = await readOthers(db, company, [id, invoice.signedBy, ...busy]);
  if (duty !== undefined) {
    const { code, did, at } = duty;
    const on = at && dayIn(at.getTime(), await readTimeZone(db, company));
    return { step, obstacle: { code, parameters: { did, on, others } } };
  }
  const because = whyTwo(limit, invoice);
  if (because === undefined || limit === undefined) return {};
  const { amount, currency } = invoice;
  const sent = { amount: amount ?? undefined, currency: currency?.trim() && short(currency.trim(), maxCurrencyLength) };
  const { max, currency: limitCurrency } = limit;
  return { step, notice: noticeOf('approval.first', { because, ...sent, limit: max, limitCurrency, others }) };
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
  if (!changers.includes(operatorId)) return readLinkObstacle(db, operatorId, changers);
  return { code: 'release.changer', parameters: { others: await readOthers(db, company, changers) } };
}

/** An operator in relation to the payees of many invoices. */
export async function readBulkDuties(
  db: Db,
  company: CompanyId,
  operatorId: string,
  supplierNumbers: readonly string[],
): Promise<Pick<BulkDecider, 'payeeActs' | 'isSeparate'>> {
  const unproven = await readUnproven(db);
  // The acts of others matter only if somebody may not count as a person of their own.
  const actor = unproven.length === 0 ? operatorId : undefined;
  return {
    payeeActs: (await areOff(db, company, operatorId))
      ? undefined
      : await readPayeeActs(db, company, supplierNumbers, dutyDays, actor),
    isSeparate: (before) => linkObstacleOf(unproven, operatorId, before) === undefined,
  };
}
