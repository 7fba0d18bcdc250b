import type { TSchema } from 'typebox';
import type { OperatorCall, Operations } from './operation.ts';

export type ProposalDecision = 'confirm' | 'decline';

interface ProposalOperations {
  /** The operations' ids are confirm and decline with this after it. */
  id: string;
  /** The proposed change, as in the summaries. */
  what: string;
  permission?: 'administer' | 'manageOperators';
  /** Says what confirming does. */
  effect?: string;
  answer: TSchema;
  decide(call: OperatorCall & { readonly proposalId: string }, decision: ProposalDecision): unknown;
}

/** Another administrator than its proposer confirms a change; anybody declines it. */
export function proposalOperations(
  operation: Operations,
  path: string,
  {
    id,
    what,
    permission = 'administer',
    effect = 'Makes a change that another administrator proposed.',
    answer,
    decide,
  }: ProposalOperations,
) {
  const add = (decision: ProposalDecision, summary: string, description: string) =>
    operation.post(`${path}/proposals/:proposalId/${decision}` as '/:proposalId', {
      id: `${decision}${id}`,
      permission,
      ...(decision === 'confirm' && { proof: true }),
      summary,
      description,
      answer,
      problems: [409],
      handler: (call) => decide(call, decision),
    });
  add('confirm', `Confirm ${what}`, `${effect} Its proposer cannot confirm it.`);
  add('decline', `Decline ${what}`, 'Drops a proposed change. Its proposer can withdraw it in this way.');
}
