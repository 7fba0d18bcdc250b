import { stringify } from 'lossless-json';
import { readSupplierRecord } from './queries.ts';
import { findingsOfNumbers } from '../../checks/rules/plausibility.ts';
import { foreignAccountsIn } from '../../checks/account-fields.ts';
import { maskPersonal } from '../../../common/numbers/organization.ts';
import { actionUnless, obstacleOf, type Action } from '../../decisions/table.ts';
import { etagOf } from '../../ground/http/answers/kept.ts';
import { notFound } from '../../errors/errors.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { parseExactly } from '../../ground/json/json.ts';
import { mayDo, type Operator, type Role } from '../../../common/permissions.ts';
import { twoPeopleObstacleOf, type UnprovenOperator } from '../../people/two-people.ts';
import { readUnproven } from '../../people/store.ts';
import { readLookAlikes } from '../look-alikes-store.ts';
import { readProposals, type Proposal } from '../proposals-store.ts';
import { shownPatch } from '../rules.ts';
import { supplierNamed } from '../store.ts';

export async function requireSupplier(db: Db, company: CompanyId, number: string): Promise<string> {
  const stored = await supplierNamed(db, company, number);
  if (stored === undefined) throw notFound();
  return stored;
}

/** Returns JSON text: parsing would change the digits of fields that partners sent. */
export async function recordText(db: Db, company: CompanyId, number: string): Promise<string> {
  const record = await readSupplierRecord(db, company, number);
  if (record === undefined) throw notFound();
  const { blockedAt, blockedReason, blockedSeq, confirmedAt, confirmedBy, ...rest } = record;
  const extra = parseExactly(record.extra) as Readonly<Record<string, unknown>>;
  return stringify({
    ...rest,
    organizationalNumber: maskPersonal(record.organizationalNumber),
    extra,
    extraAccounts: foreignAccountsIn(extra, record).map(({ path, kind, value }) => ({ path, kind, account: value })),
    findings: findingsOfNumbers(record).map(({ code, path }) => ({ code, path })),
    blocked: blockedAt === null ? null : { at: blockedAt, reason: blockedReason, seq: blockedSeq },
    confirmed: confirmedAt === null ? null : { at: confirmedAt, by: confirmedBy },
  }) as string;
}

/** The ETag covers only the record, not its proposals and look-alikes. */
export async function readSupplier(db: Db, company: CompanyId, number: string, operator: Operator, role: Role) {
  const text = await recordText(db, company, number);
  const unproven = await readUnproven(db);
  const proposals = (await readProposals(db, company, number)).map((one) =>
    shownProposal(one, operator.id, role, unproven),
  );
  const alike = ((await readLookAlikes(db, company, [number])).get(number) ?? []).map((other) => ({
    ...other,
    organizationalNumber: maskPersonal(other.organizationalNumber),
  }));
  const others = JSON.stringify({ proposals, alike });
  return { text: `${text.slice(0, -1)},${others.slice(1)}`, etag: etagOf(text) };
}

export function shownProposal<P extends Proposal>(
  proposal: P,
  operatorId: string,
  role: Role,
  unproven: readonly UnprovenOperator[],
): P & { confirm: Action } {
  const isOwn = proposal.by.id === operatorId;
  const why = !mayDo(role, 'edit') ? 'role.refused' : isOwn ? 'proposal.own' : undefined;
  const confirm = actionUnless(
    why === undefined ? twoPeopleObstacleOf(unproven, operatorId, [proposal.by.id]) : obstacleOf(why),
  );
  return { ...proposal, patch: shownPatch(proposal.patch), confirm };
}
