import { bareCode, isTotpCode, stepOf } from './rules.ts';
import { newChallenge, requestOptions, timeoutMs, verifyAssertion, type Assertion, type Site } from './passkeys.ts';
import * as store from './store.ts';
import type { Db } from '../../ground/db/pool.ts';
import { unseal, type SealingKeys } from '../../ground/secrets/seal.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import { beginStep } from '../sign-in/steps.ts';

/** How somebody proves who they are by more than a password. */
export type ProofKind = store.FactorKind | 'recovery';

export interface ProofDeps {
  sealingKeys: SealingKeys;
  site: Site;
}

export interface Challenge {
  /** Its key goes with the proof. */
  step: string;
  factors: ProofKind[];
  /** Only if the operator has a passkey. */
  passkey?: ReturnType<typeof requestOptions>;
}

/** The state of a step that waits for a proof. */
export interface ChallengeState {
  challenge: string;
}

export interface GivenProof {
  step: string;
  code?: string | undefined;
  passkey?: Assertion | undefined;
}

export const stepEnd = (now: Date): Date => new Date(now.getTime() + timeoutMs);

/** `kind` says what the proof is for: it serves nothing else. */
export async function beginChallenge(
  db: Db,
  site: Site,
  kind: string,
  operatorId: string,
  now: Date,
): Promise<Challenge> {
  const data: ChallengeState = { challenge: newChallenge() };
  const passkeys = await store.listPasskeys(db, operatorId);
  const totp = await store.listTotpFactors(db, operatorId);
  const recovery = await store.countRecoveryCodes(db, operatorId);
  const step = await beginStep(db, { kind, operatorId, data }, stepEnd(now));
  return {
    step,
    factors: [
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(totp.length > 0 ? (['totp'] as const) : []),
      ...(recovery > 0 ? (['recovery'] as const) : []),
    ],
    ...(passkeys.length > 0 && { passkey: requestOptions(site, data.challenge, passkeys) }),
  };
}

/** A right proof, which counts only if it can be spent: each code and each assertion works once. */
export interface Proof {
  kind: ProofKind;
  spend(tx: Db, now: Date): Promise<boolean>;
}

export const secretContext = (factorId: string): string => `operator factor ${factorId}`;

export async function judgeProof(
  db: Db,
  { sealingKeys, site }: ProofDeps,
  operatorId: string,
  { challenge }: ChallengeState,
  { code, passkey }: GivenProof,
  now: Date,
): Promise<Proof | undefined> {
  if (passkey !== undefined) return judgePasskey(site, challenge, await ownPasskey(db, operatorId, passkey), passkey);
  const bare = bareCode(code ?? '');
  if (!isTotpCode(bare)) {
    const hash = hashToken(bare);
    return { kind: 'recovery', spend: (tx, usedAt) => store.useRecoveryCode(tx, operatorId, hash, usedAt) };
  }
  for (const { id, secret, usedStep } of await store.listTotpFactors(db, operatorId)) {
    const opened = unseal(sealingKeys, secretContext(id), secret);
    const step = opened && stepOf(bare, Buffer.from(opened.text, 'base64'), now, usedStep);
    if (step !== undefined) return { kind: 'totp', spend: (tx, usedAt) => store.useTotp(tx, id, step, usedAt) };
  }
  return undefined;
}

async function ownPasskey(db: Db, operatorId: string, { id }: Assertion): Promise<store.Passkey | undefined> {
  const found = await store.findPasskey(db, id);
  return found?.operatorId === operatorId ? found : undefined;
}

export async function judgePasskey(
  site: Site,
  challenge: string,
  passkey: store.Passkey | undefined,
  assertion: Assertion,
): Promise<Proof | undefined> {
  const counter = passkey && (await verifyAssertion(site, challenge, passkey, assertion));
  if (passkey === undefined || counter === undefined) return undefined;
  return { kind: 'passkey', spend: (tx, usedAt) => store.usePasskey(tx, passkey.id, counter, usedAt) };
}
