import { approversOf } from '../../operators/people-store.ts';
import { readDeskSettings } from '../../settings/store.ts';
import { readPayeeActs, type PayeeAct } from '../../suppliers/changes-store.ts';
import { dayOf } from '../../checks/dates.ts';
import { recentMs } from '../../checks/rules/payee.ts';
import type { DutyDetails, PayeeDeed } from '../../../common/errors/notices.ts';
import { short } from '../../../common/errors/short.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';

/** What matters of an invoice. */
export interface Dutiable {
  supplierNumber: string;
  releasedBy: string | null;
  releasedAt: Date | null;
  /** Who approved it first, if it takes two. */
  signedBy: string | null;
}

/** Why an operator may not approve an invoice: it is another person's duty. */
export interface Duty {
  code: 'duty.released' | 'duty.payee';
  did?: PayeeDeed;
  at: Date;
}

/** `hands` are those of this operator, or of everybody. */
export function dutyOf(
  operatorId: string,
  { supplierNumber, releasedBy, releasedAt }: Dutiable,
  hands: readonly PayeeAct[],
): Duty | undefined {
  if (releasedBy === operatorId && releasedAt !== null) return { code: 'duty.released', at: releasedAt };
  const hand = hands.find((one) => one.operatorId === operatorId && one.supplierNumber === supplierNumber);
  return hand && { code: 'duty.payee', did: hand.did, at: hand.at };
}

const handsSince = (now: Date) => new Date(now.getTime() - recentMs);

/** Names that a refusal suggests. */
const mostNames = 3;

/** An obstacle with what its sentence says. */
export interface DutyObstacle {
  code: Duty['code'];
  parameters: DutyDetails;
}

/** What keeps an operator from approving an invoice, and who may instead. Undefined if nothing does, or if the company has switched it off. */
export async function readDuty(
  db: Db,
  company: CompanyId,
  operatorId: string,
  invoice: Dutiable,
  now: Date,
): Promise<DutyObstacle | undefined> {
  if ((await readDeskSettings(db, company)).dutiesOffReason !== null) return undefined;
  const hands = await readPayeeActs(db, company, [invoice.supplierNumber], handsSince(now));
  const duty = dutyOf(operatorId, invoice, hands);
  if (duty === undefined) return undefined;
  const barred = [operatorId, invoice.releasedBy, invoice.signedBy, ...hands.map((hand) => hand.operatorId)];
  const others = await approversOf(
    db,
    company,
    barred.filter((id) => id !== null),
    mostNames,
  );
  const { code, did, at } = duty;
  return {
    code,
    parameters: { ...(did && { did }), on: dayOf(at.getTime()), others: others.map((name) => short(name)) },
  };
}

/** The hands that an operator had in the payees of many suppliers; undefined if the company has switched the duties off. */
export async function readOwnHands(
  db: Db,
  company: CompanyId,
  operatorId: string,
  numbers: readonly string[],
  now: Date,
): Promise<PayeeAct[] | undefined> {
  if ((await readDeskSettings(db, company)).dutiesOffReason !== null) return undefined;
  return readPayeeActs(db, company, numbers, handsSince(now), operatorId);
}
