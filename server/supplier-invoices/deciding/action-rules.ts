import { noticeOf, type DutyDetails, type ObstacleCode } from '../../../common/errors/notices.ts';
import { short } from '../../../common/errors/words.ts';
import type { Role } from '../../../common/permissions.ts';
import { invoiceDecisions, type InvoiceState } from '../../decisions/invoices.ts';
import {
  actionsFor,
  actionUnless,
  obstacleOf,
  type Action,
  type DecisionEvent,
  type Obstacle,
} from '../../decisions/table.ts';
import { obstacleToAsk, type ApprovalOutlook, type DutyObstacle } from './decision-rules.ts';

/** The decision after which an obstacle stands. */
const obstacleAfter: Partial<Record<ObstacleCode, DecisionEvent>> = {
  'invoice.approved': 'supplierinvoice.approved',
  'invoice.rejected': 'supplierinvoice.rejected',
  'invoice.received': 'supplierinvoice.released',
  'invoice.undecided': 'supplierinvoice.reopened',
};

export interface DecisionMade {
  by: string;
  at: Date;
  action: DecisionEvent;
}

/** Who decided and when, if the latest decision is the reason for the obstacle. */
export const detailsOf = (code: ObstacleCode, latest: DecisionMade | undefined): DutyDetails =>
  latest !== undefined && obstacleAfter[code] === latest.action
    ? { by: short(latest.by), at: latest.at.toISOString(), action: latest.action }
    : {};

interface OperatorHistory {
  latest?: DecisionMade | undefined;
  approval?: ApprovalOutlook | undefined;
  /** Why somebody else must release the invoice. */
  release?: DutyObstacle | undefined;
  unsign?: ObstacleCode | undefined;
  /** Why it cannot be coded. */
  code?: Obstacle | undefined;
  /** A coding is required before it is approved, and there is none. */
  codingMissing?: boolean;
}

const shownDecisions = ['approve', 'unsign', 'reject', 'release', 'reopen'] as const;

interface ApproveAction extends Action, Pick<ApprovalOutlook, 'step' | 'notice'> {}
type InvoiceActions = Record<(typeof shownDecisions)[number] | 'ask' | 'code', Action> & { approve: ApproveAction };

export function invoiceActions(
  state: InvoiceState,
  role: Role,
  { latest, approval, release, unsign, code, codingMissing }: OperatorHistory = {},
): InvoiceActions {
  const actions: InvoiceActions = {
    ...actionsFor(invoiceDecisions, shownDecisions, state, role),
    ask: actionUnless(obstacleToAsk(state, role)),
    code: actionUnless(code),
  };
  if (actions.approve.allowed && approval !== undefined) {
    const { obstacle, step, notice } = approval;
    actions.approve = { ...actionUnless(obstacle && said(obstacle)), ...(step && { step }), ...(notice && { notice }) };
  }
  if (actions.approve.allowed && codingMissing)
    actions.approve = { ...actions.approve, ...actionUnless(obstacleOf('coding.missing')) };
  if (actions.release.allowed) actions.release = actionUnless(release && said(release));
  if (actions.unsign.allowed) actions.unsign = actionUnless(unsign && obstacleOf(unsign));
  const withWho = Object.entries(actions).map(([name, action]) => [name, withDecision(action, latest)]);
  return Object.fromEntries(withWho) as InvoiceActions;
}

function withDecision(action: Action, latest: DecisionMade | undefined): Action {
  if (action.code === undefined) return action;
  const parameters = detailsOf(action.code, latest);
  return parameters.by === undefined
    ? action
    : { ...action, parameters, why: noticeOf(action.code, parameters).message };
}

const said = (obstacle: DutyObstacle) => ({ ...obstacle, why: noticeOf(obstacle.code, obstacle.parameters).message });
