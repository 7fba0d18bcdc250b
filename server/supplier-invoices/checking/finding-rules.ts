import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../checks/rule.ts';
import type { CheckedSupplier } from '../../checks/context.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import type { ObstacleCode } from '../../../common/errors/notices.ts';

/** Findings are only ever appended, so a finding's place (from 1) never changes. */
export interface StoredFinding extends Finding {
  /** The service has no id. */
  dismissed?: { at: string; by: { id?: string; name: string }; reason: string };
}

export interface ReleaseHistory {
  findings: StoredFinding[];
  releasedAt: Date | null;
  /** The number of the release's event; none for old releases. */
  releasedSeq?: number | null;
  /** The number of findings at the release; null for old releases, which accepted all of them. */
  releasedFindings: number | null;
}

/** A finding that holds an invoice cannot be dismissed: the release removes it, and another operator must make it. */
export function dismissalObstacle(state: InvoiceState, findings: readonly StoredFinding[]): ObstacleCode | undefined {
  const open = findings.filter(({ dismissed }) => dismissed === undefined);
  if (open.length === 0) return 'finding.dismissed';
  return state === 'held' && open.some(({ severity }) => severity === 'hold') ? 'finding.held' : undefined;
}

/** The id of the other invoice if the finding says that this one is a duplicate. */
export const duplicateOf = ({ code, parameters }: Pick<Finding, 'code'> & Partial<Finding>): string | undefined =>
  code.startsWith('duplicate.') && typeof parameters?.earlier === 'string' ? parameters.earlier : undefined;

/** Each file may have a finding of its own. */
const ofOneFile = new Set<string>(['document.hidden', 'document.unread']);

/**
 * Two findings are the same if their code, field and parameters are equal. Findings from before version 1.5 have no
 * field.
 */
export const newFindings = (found: readonly Finding[], stored: readonly StoredFinding[]): Finding[] =>
  found.filter(
    (one) =>
      !stored.some(
        ({ code, path, parameters }) =>
          code === one.code &&
          (path === undefined || path === one.path) &&
          parameters.earlier === one.parameters.earlier &&
          (code !== 'document.account' || parameters.account === one.parameters.account) &&
          (!ofOneFile.has(code) || parameters.attachmentId === one.parameters.attachmentId),
      ),
  );

/**
 * Duplicates are compared by the earlier invoice only, and changes of a supplier by their day: findings of earlier
 * versions have no score, and the days that count as recent are a setting.
 */
const isSame = (one: Finding, { code, path, parameters }: StoredFinding) => {
  if (code !== one.code || (path !== undefined && path !== one.path)) return false;
  const key = (['earlier', 'on'] as const).find((each) => each in one.parameters);
  return key === undefined ? isDeepStrictEqual(parameters, one.parameters) : parameters[key] === one.parameters[key];
};

interface SupplierChange {
  at: Date;
  /** Undefined if it happened before events were compared by their numbers. */
  seq: number | undefined;
}

/** A finding has only the day of the event; the supplier's record has the exact time. */
function supplierChangeOf({ code }: Finding, supplier: CheckedSupplier | undefined): SupplierChange | undefined {
  const { payeeChangedAt, payeeChangedSeq, blockedAt, blockedSeq } = supplier ?? {};
  if (code === 'payee.changed') return payeeChangedAt && { at: payeeChangedAt, seq: payeeChangedSeq };
  return code === 'payee.blocked' ? blockedAt && { at: blockedAt, seq: blockedSeq } : undefined;
}

/**
 * A release accepts the supplier as it was at that moment, including a change that the release itself made. A later
 * change is a new finding, even on the same day. Later is what has the higher event number, whatever the clocks said. What
 * has no number happened before what has one.
 */
export const newFindingsSince = (
  { findings, releasedAt, releasedSeq, releasedFindings }: ReleaseHistory,
  found: readonly Finding[],
  supplier: CheckedSupplier | undefined,
): Finding[] =>
  found.filter((one) => {
    const happening = supplierChangeOf(one, supplier);
    if (happening === undefined || releasedAt === null) return !findings.some((stored) => isSame(one, stored));
    const sinceRelease = findings.slice(releasedFindings ?? findings.length);
    const { at, seq } = happening;
    const isLater = seq === undefined && !releasedSeq ? at > releasedAt : (seq ?? 0) > (releasedSeq ?? 0);
    return isLater && !sinceRelease.some((stored) => isSame(one, stored));
  });
