import type { Operator, Role } from '../../common/permissions.ts';

/** Each includes those before it. Deciders are approvers and administrators. */
export const secondFactors = ['nobody', 'administrators', 'deciders', 'everybody'] as const;
export const passwordRules = ['off', 'on'] as const;
/** The stricter, the later. */
export const proofRules = ['off', 'fifteenMinutes', 'always'] as const;

/** What a company demands of a session. */
export interface Demands {
  /** Who needs more than a password. */
  secondFactor: (typeof secondFactors)[number];
  /** Whether sessions that began with a password may enter. */
  passwords: (typeof passwordRules)[number];
  /** How old a proof may be for what redirects money; `always`: each action takes one of its own. */
  proofs: (typeof proofRules)[number];
}

/** How a session began, and when its operator last proved who they are by more than a password. */
export interface SessionProof {
  way: string;
  provedAt: Date | null;
  /** Whether an action has spent that proof. */
  isSpent: boolean;
  hasFactor: boolean;
}

/** Without a session for an operator token. */
export interface SignedInOperator extends Operator {
  companies: { id: string; role: Role; demands: Demands }[];
  session?: SessionProof;
}

const demandsFactor: Record<Demands['secondFactor'], (role: Role) => boolean> = {
  nobody: () => false,
  administrators: (role) => role === 'administrator',
  deciders: (role) => role === 'administrator' || role === 'approver',
  everybody: () => true,
};

/** The code of the refusal. A directory has second factors of its own. */
export function unmetDemand(
  { secondFactor, passwords }: Demands,
  { way, provedAt }: SessionProof,
  role: Role,
): 'factor.demanded' | 'password.refused' | undefined {
  if (way !== 'password') return undefined;
  if (passwords === 'off') return 'password.refused';
  return provedAt === null && demandsFactor[secondFactor](role) ? 'factor.demanded' : undefined;
}

export const proofSeconds = 15 * 60;

/** Others have nothing to prove with. */
const canProve = ({ way, hasFactor }: SessionProof) => hasFactor || way === 'directory';

/** Whether an action that redirects money needs another proof first. */
export function needsProof(proofs: Demands['proofs'], session: SessionProof, now: Date): boolean {
  if (proofs === 'off' || !canProve(session)) return false;
  const { provedAt, isSpent } = session;
  const isRecent = provedAt !== null && now.getTime() - provedAt.getTime() <= proofSeconds * 1000;
  return !isRecent || (proofs === 'always' && isSpent);
}

/** Whether an action takes the proof with it. */
export const spendsProof = (proofs: Demands['proofs'], session: SessionProof): boolean =>
  proofs === 'always' && canProve(session);
