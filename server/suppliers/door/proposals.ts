import type { Partner } from '../../partners/store.ts';
import { ApiError } from '../../errors/errors.ts';
import { isUuid } from '../../ground/db/ids.ts';
import type { Db } from '../../ground/db/pool.ts';
import { identifierOf } from '../../identifiers.ts';
import { type PartnerProposal, readProposalsOf } from '../proposals-store.ts';
import type { ProposalState } from '../shape.ts';

export interface ProposalsPage {
  number?: string;
  state?: ProposalState;
  limit: number;
  /** The id of the last proposal on the page before. */
  after?: string;
}

export async function listOwnProposals(
  db: Db,
  { companyId, id }: Partner,
  { number, state, limit, after }: ProposalsPage,
) {
  if (after !== undefined && !isUuid(after)) throw new ApiError('query.invalid', { why: 'after' });
  const filter = { number: number === undefined ? undefined : identifierOf(number), state, before: after };
  const found = await readProposalsOf(db, companyId, id, filter, limit + 1);
  const proposals = found.slice(0, limit);
  const last = proposals.at(-1);
  return { proposals: proposals.map(shown), ...(found.length > proposals.length && last && { next: last.id }) };
}

const shown = ({ at, decidedAt, reason, ...proposal }: PartnerProposal) => ({
  ...proposal,
  proposedAt: at.getTime(),
  ...(decidedAt !== null && { decidedAt: decidedAt.getTime() }),
  ...(reason !== null && { reason }),
});
