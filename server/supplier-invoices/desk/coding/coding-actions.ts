import { codingKinds, type CodingRow } from '../../../../common/coding.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import type { Role } from '../../../../common/permissions.ts';
import { audit } from '../../../audit/record.ts';
import type { DecisionDeps } from '../../../decisions/decide.ts';
import type { InvoiceState } from '../../../decisions/invoices.ts';
import type { RecordCall } from '../../../desk/operation.ts';
import { conflict, invalidBody, notFound } from '../../../errors/errors.ts';
import { lockedTransaction } from '../../../events/counters.ts';
import type { CompanyId, Db } from '../../../ground/db/pool.ts';
import { identifierOf } from '../../../identifiers.ts';
import { isCodingMissing, isTakenOver, obstacleToCode, problemsIn, proposalOf } from '../../coding/coding-rules.ts';
import {
  deleteCoding,
  lockToCode,
  readCodingValues,
  readInvoiceCoding,
  writeCodings,
} from '../../coding/coding-store.ts';
import { recordInvoiceEvent } from '../../invoice-event.ts';

/** Rows with a fixed order of their fields, so that the same coding is the same text. */
const normalised = (rows: readonly CodingRow[]): CodingRow[] =>
  rows.map(({ line, amount, ...codes }) => ({
    ...(line !== undefined && { line }),
    ...Object.fromEntries(
      codingKinds.flatMap((kind) => (codes[kind] === undefined ? [] : [[kind, identifierOf(codes[kind])]])),
    ),
    ...(amount !== undefined && { amount }),
  }));

const pairsIn = (rows: readonly CodingRow[]) =>
  rows.flatMap((row, at) =>
    codingKinds.flatMap((kind) => {
      const code = row[kind];
      return code === undefined ? [] : [{ at, kind, code }];
    }),
  );

const keyOf = ({ kind, code }: { kind: string; code: string }) => `${kind} ${code}`;

/** The audit log has at most so many rows of a coding, and their number. */
const maxAudited = 20;

/** Records nothing if the coding does not change. */
export async function codeInvoice(
  { pool, followers }: DecisionDeps,
  { company, operator, role, id, traceId, body }: RecordCall<{ rows: CodingRow[] }>,
): Promise<void> {
  const rows = normalised(body.rows);
  const changed = await lockedTransaction(pool, company, async (tx, now) => {
    const invoice = await lockToCode(tx, company, id);
    if (invoice === undefined) throw notFound();
    const before = invoice.context?.rows ?? [];
    const obstacle = obstacleToCode(invoice.context, invoice.state, role);
    if (obstacle !== undefined) throw conflict('decision.refused', { why: obstacle.code });
    const problems = [...problemsIn(rows, invoice), ...(await unknownIn(tx, company, rows))];
    if (problems.length > 0) throw invalidBody(problems);
    if (JSON.stringify(normalised(before)) === JSON.stringify(rows)) return false;
    if (rows.length === 0) await deleteCoding(tx, company, invoice.id);
    else await writeCodings(tx, company, [{ id: invoice.id, rows }], operator.id, now);
    const by = { id: operator.id, name: operator.name };
    await recordInvoiceEvent(tx, company, invoice.id, 'supplierinvoice.coded', { by, traceId, coding: rows }, now);
    const data = { rows: rows.slice(0, maxAudited), count: rows.length };
    await audit(tx, company, operator, { action: 'supplierinvoice.coded', subjectId: invoice.id, data }, now);
    return true;
  });
  if (changed) followers.wake(company);
}

async function unknownIn(tx: Db, company: CompanyId, rows: readonly CodingRow[]) {
  const known = await readCodingValues(tx, company, [
    ...new Map(pairsIn(rows).map((pair) => [keyOf(pair), pair])).values(),
  ]);
  const active = new Set(known.filter((value) => value.active).map(keyOf));
  return pairsIn(rows).flatMap((pair) =>
    active.has(keyOf(pair)) ? [] : [problemAt(`rows[${pair.at}].${pair.kind}`, 'coding.unknown', { code: pair.code })],
  );
}

/** The fields of an invoice about its coding, what prevents a change of it, and whether an approval lacks one. */
export async function readCoding(
  db: Db,
  company: CompanyId,
  { id, state }: { id: string; state: InvoiceState },
  role: Role,
) {
  const { coding, context, required } = await readInvoiceCoding(db, company, id);
  const proposal = context === null ? undefined : proposalOf(context);
  return {
    fields: {
      coding,
      codingProposal: proposal === undefined ? null : { ...proposal, takenOver: isTakenOver(proposal) },
      codingRequired: required && context !== null,
    },
    obstacle: obstacleToCode(context, state, role),
    isMissing: isCodingMissing(context, required),
  };
}
