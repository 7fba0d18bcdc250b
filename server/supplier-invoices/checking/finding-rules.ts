import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../../checks/judge.ts';
import type { CheckedSupplier } from '../../checks/context.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import type { ObstacleCode } from '../../../common/errors/notices.ts';

/** Findings are only ever added, so that the place of one, from 1, never changes. */
export interface StoredFinding extends Finding {
  dismissed?: { at: string; by: { id: string; name: string }; reason: string };
}

/** An invoice's findings, and which of them the last release accepted. */
export interface ReleaseHistory {
  findings: StoredFinding[];
  releasedAt: Date | null;
  /** How many findings it had then; null for releases that did not record it, which accepted all. */
  releasedFindings: number | null;
}

/** A finding that holds an invoice goes away with the release, which another operator must make. */
export function dismissalObstacle(
  state: InvoiceState,
  { severity, dismissed }: StoredFinding,
): ObstacleCode | undefined {
  if (dismissed !== undefined) return 'finding.dismissed';
  return state === 'held' && severity === 'hold' ? 'finding.held' : undefined;
}

/**
 * The findings that an invoice does not have yet. Two findings are the same if their code, their field and the earlier
 * invoice are. Findings from before version 1.5 have no field.
 */
export const newFindings = (found: readonly Finding[], stored: readonly StoredFinding[]): Finding[] =>
  found.filter(
    (one) =>
      !stored.some(
        ({ code, path, parameters }) =>
          code === one.code &&
          (path === undefined || path === one.path) &&
          parameters.earlier === one.parameters.earlier,
      ),
  );

/** For a duplicate only the other invoice counts: earlier versions had no score. */
const isSame = (one: Finding, { code, path, parameters }: StoredFinding) =>
  code === one.code &&
  (path === undefined || path === one.path) &&
  ('earlier' in one.parameters
    ? parameters.earlier === one.parameters.earlier
    : isDeepStrictEqual(parameters, one.parameters));

/** The exact time of an event of which the finding has only the day. */
const happenedAt = ({ code }: Finding, supplier: CheckedSupplier | undefined): Date | undefined =>
  code === 'payee.changed' ? supplier?.payeeChangedAt : code === 'payee.blocked' ? supplier?.blockedAt : undefined;

/**
 * The findings that are new since the invoice was judged. A release accepts the supplier as it was then, including a
 * change that the release itself made; a later change is new, even on the same day.
 */
export const newFindingsSince = (
  { findings, releasedAt, releasedFindings }: ReleaseHistory,
  found: readonly Finding[],
  supplier: CheckedSupplier | undefined,
): Finding[] =>
  found.filter((one) => {
    const at = happenedAt(one, supplier);
    if (at === undefined || releasedAt === null) return !findings.some((stored) => isSame(one, stored));
    const sinceRelease = findings.slice(releasedFindings ?? findings.length);
    return at > releasedAt && !sinceRelease.some((stored) => isSame(one, stored));
  });
