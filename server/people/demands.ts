import type { Operator, Role } from '../../common/permissions.ts';

/** Each includes those before it. Deciders are approvers and administrators. */
export const secondFactors = ['nobody', 'administrators', 'deciders', 'everybody'] as const;
export const offOrOn = ['off', 'on'] as const;
/** The stricter, the later. */
export const proofRules = ['off', 'fifteenMinutes', 'always'] as const;

/** What a company demands of a session. */
export interface Demands {
  /** Who needs more than a password. */
  secondFactor: (typeof secondFactors)[number];
  /** Whether sessions that began with a password may enter. */
  passwords: (typeof offOrOn)[number];
  /** Whether a link in a mail opens its invoice without a sign-in. */
  mailLinks: (typeof offOrOn)[number];
  /** How old a proof may be for what redirects money; `always`: each action takes one of its own. */
  proofs: (typeof proofRules)[number];
}

export const weakenedDays = 30;

/** For those who asked for it and confirmed it, also by another account, the stricter demand holds until then. */
export interface WeakenedDemand {
  rule: keyof Demands;
  stricter: string;
  operators: readonly string[];
  /** As ISO 8601. */
  until: string;
}

/** As the company's row has them. */
export interface StoredDemands extends Demands {
  weakened: readonly WeakenedDemand[];
}

/** The values of each demand, the strictest last. */
export const strictness = {
  secondFactor: secondFactors,
  passwords: ['on', 'off'],
  mailLinks: ['on', 'off'],
  proofs: proofRules,
} as const satisfies { [Rule in keyof Demands]: readonly Demands[Rule][] };

export const isDemand = (rule: string): rule is keyof Demands => Object.hasOwn(strictness, rule);

/** The demands as they apply to an operator. */
export function demandsFor({ weakened, ...demands }: StoredDemands, operatorId: string, now: Date): Demands {
  const former = weakened.filter(({ operators, until }) => operators.includes(operatorId) && until > now.toISOString());
  const strictest = <Rule extends keyof Demands>(rule: Rule): Demands[Rule] => {
    const order: readonly string[] = strictness[rule];
    const values = [demands[rule], ...former.filter((one) => one.rule === rule).map(({ stricter }) => stricter)];
    return values.toSorted((a, b) => order.indexOf(b) - order.indexOf(a))[0] as Demands[Rule];
  };
  return {
    secondFactor: strictest('secondFactor'),
    passwords: strictest('passwords'),
    mailLinks: strictest('mailLinks'),
    proofs: strictest('proofs'),
  };
}

/** How a session began, and when its operator last proved who they are by more than a password; also for a link in a mail. */
export interface SessionProof {
  way: string;
  provedAt: Date | null;
  /** Whether an action has spent that proof. */
  isSpent: boolean;
  hasFactor: boolean;
}

/** The one invoice that a link in a mail opens. */
export interface InvoiceLink {
  companyId: string;
  invoiceId: string;
}

/** Without a session for an operator token. */
export interface SignedInOperator extends Operator {
  companies: { id: string; role: Role; demands: StoredDemands }[];
  /** For a caller with a link: it opens nothing else. */
  link?: InvoiceLink;
  session?: SessionProof;
}

const demandsFactor: Record<Demands['secondFactor'], (role: Role) => boolean> = {
  nobody: () => false,
  administrators: (role) => role === 'administrator',
  deciders: (role) => role === 'administrator' || role === 'approver',
  everybody: () => true,
};

/**
 * The code of the refusal. A directory has second factors of its own. A link in a mail proves no more than a password
 * does: if more is demanded, or the operator has more, it leads to the sign-in.
 */
export function unmetDemand(
  { secondFactor, passwords, mailLinks }: Omit<Demands, 'proofs'>,
  { way, provedAt, hasFactor }: SessionProof,
  role: Role,
): 'factor.demanded' | 'password.refused' | 'link.ended' | undefined {
  if (way === 'link') {
    const isEnough = mailLinks === 'on' && passwords === 'on' && !hasFactor && !demandsFactor[secondFactor](role);
    return isEnough ? undefined : 'link.ended';
  }
  if (way !== 'password') return undefined;
  if (passwords === 'off') return 'password.refused';
  return provedAt === null && demandsFactor[secondFactor](role) ? 'factor.demanded' : undefined;
}

export const proofSeconds = 15 * 60;

/** Others have nothing to prove with. A link is asked in vain, because whoever reads the mail has it. */
const canProve = ({ way, hasFactor }: SessionProof) => hasFactor || way === 'directory' || way === 'link';

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
