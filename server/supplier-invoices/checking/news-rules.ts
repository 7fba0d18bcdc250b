import { isDeepStrictEqual } from 'node:util';
import type { ReleaseHistory, StoredFinding } from './rules.ts';
import type { Finding } from '../../checks/judge.ts';
import type { CheckedSupplier } from '../../checks/context.ts';

/**
 * What an invoice does not have yet: a finding is the same where its code, its field and the earlier invoice are. Findings from before
 * 1.5 name no field.
 */
export const newAmong = (found: readonly Finding[], kept: readonly StoredFinding[]): Finding[] =>
  found.filter(
    (one) =>
      !kept.some(
        ({ code, path, parameters }) =>
          code === one.code &&
          (path === undefined || path === one.path) &&
          parameters.earlier === one.parameters.earlier,
      ),
  );

/** Whether a finding says the same as one that is kept. Of a duplicate only the other invoice counts: earlier versions gave no likeness. */
const saysTheSame = (one: Finding, { code, path, parameters }: StoredFinding) =>
  code === one.code &&
  (path === undefined || path === one.path) &&
  ('earlier' in one.parameters
    ? parameters.earlier === one.parameters.earlier
    : isDeepStrictEqual(parameters, one.parameters));

/** When that happened which a finding tells of only by its day. */
const happenedAt = ({ code }: Finding, supplier: CheckedSupplier | undefined): Date | undefined =>
  code === 'payee.changed' ? supplier?.payeeChangedAt : code === 'payee.blocked' ? supplier?.blockedAt : undefined;

/**
 * What is found in an invoice now and was not before. Whoever released the invoice knew the supplier as it was then, including a change that the
 * release itself made; a change after that is new, even on the same day.
 */
export const newsFor = (
  { findings, releasedAt, releasedFindings }: ReleaseHistory,
  found: readonly Finding[],
  supplier: CheckedSupplier | undefined,
): Finding[] =>
  found.filter((one) => {
    const at = happenedAt(one, supplier);
    if (at === undefined || releasedAt === null) return !findings.some((kept) => saysTheSame(one, kept));
    const sinceRelease = findings.slice(releasedFindings ?? findings.length);
    return at > releasedAt && !sinceRelease.some((kept) => saysTheSame(one, kept));
  });
