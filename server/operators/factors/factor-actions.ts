import { creationOptions, newChallenge, verifyAttestation, type Attestation } from './passkeys.ts';
import { secretContext, stepEnd, type ChallengeState, type ProofDeps } from './prove.ts';
import { bareCode, base32, newRecoveryCodes, newTotpSecret, stepOf, totpAddress } from './rules.ts';
import * as store from './store.ts';
import { audit } from '../../audit/record.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { conflict, invalidBody, notFound, unauthorized } from '../../errors/errors.ts';
import { newId } from '../../ground/db/ids.ts';
import { noCompany, transaction, type Db, type Pool } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { seal, unseal } from '../../ground/secrets/seal.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import { requireSession } from '../sign-in/sign-in-actions.ts';
import { beginStep, takeStep, readStep } from '../sign-in/steps.ts';
import type { Caller } from '../sign-in/tries.ts';
import { lockOperator, proveSession } from '../store.ts';
import type { Operator } from '../../../common/permissions.ts';

export interface FactorDeps extends ProofDeps {
  pool: Pool;
}

const maxFactors = 20;

export const readFactors = async (pool: Pool, { id }: Operator) => ({
  factors: await store.listFactors(pool, id),
  recoveryCodesLeft: await store.countRecoveryCodes(pool, id),
});

const newPasskey = 'new passkey';
const newTotp = 'new totp';

export async function beginPasskey({ pool, site }: FactorDeps, operator: Operator) {
  const now = new Date();
  const data: ChallengeState = { challenge: newChallenge() };
  const present = await store.listPasskeys(pool, operator.id);
  const step = await beginStep(pool, { kind: newPasskey, operatorId: operator.id, data }, stepEnd(now));
  return { step, passkey: creationOptions(site, data.challenge, operator, present) };
}

/** The secret waits sealed in the step until the app has shown that it has it. */
export async function beginTotp({ pool, sealingKeys }: FactorDeps, operator: Operator) {
  const [id, secret] = [newId(), newTotpSecret()];
  const data = { id, secret: seal(sealingKeys, secretContext(id), secret.toString('base64')) };
  const step = await beginStep(pool, { kind: newTotp, operatorId: operator.id, data }, stepEnd(new Date()));
  return { step, secret: base32(secret), address: totpAddress(secret, operator.email) };
}

interface NamedFactor {
  step: string;
  name: string;
}

export interface AddedFactor {
  id: string;
  /** Only with the first factor. */
  recoveryCodes?: string[];
}

const of = (action: string, { id }: Operator, caller: Caller, data: object = {}) => ({
  action,
  subjectType: 'operator',
  subjectId: id,
  data: { ...data, network: networkOf(caller.address) },
});

/** Who adds a factor has it at hand, so the session counts as proved. */
function adding(
  pool: Pool,
  operator: Operator,
  caller: Caller,
  { kind, name }: { kind: store.FactorKind; name: string },
  insert: (tx: Db, now: Date) => Promise<string>,
): Promise<AddedFactor> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    await lockOperator(tx, operator.id);
    await requireSession(tx, operator.id, caller.session);
    const before = await store.listFactors(tx, operator.id);
    if (before.length >= maxFactors) throw conflict('factors.many', { most: maxFactors });
    const id = await insert(tx, now);
    const recoveryCodes = before.length === 0 ? await writeRecoveryCodes(tx, operator.id) : undefined;
    await proveSession(tx, operator.id, hashToken(caller.session as string), now);
    await audit(tx, noCompany, operator, of('operator.factoradded', operator, caller, { kind, name }), now);
    return { id, ...(recoveryCodes && { recoveryCodes }) };
  });
}

async function writeRecoveryCodes(tx: Db, operatorId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await store.replaceRecoveryCodes(
    tx,
    operatorId,
    codes.map((code) => hashToken(bareCode(code))),
  );
  return codes;
}

export async function addPasskey(
  { pool, site }: FactorDeps,
  operator: Operator,
  { step: key, name, passkey }: NamedFactor & { passkey: Attestation },
  caller: Caller,
): Promise<AddedFactor> {
  const step = await takeStep<ChallengeState>(pool, newPasskey, key, new Date());
  if (step?.operatorId !== operator.id) throw unauthorized('step.ended');
  const made = await verifyAttestation(site, step.data.challenge, passkey);
  if (made === undefined) throw unauthorized('factor.wrong');
  return adding(pool, operator, caller, { kind: 'passkey', name: name.trim() }, async (tx, now) => {
    const factor = { id: newId(), operatorId: operator.id, name: name.trim(), createdAt: now };
    if (!(await store.insertPasskey(tx, factor, made))) throw conflict('factor.exists', {});
    return factor.id;
  });
}

/** A wrong code leaves the step as it is: the app may show the next one. */
export async function addTotp(
  { pool, sealingKeys }: FactorDeps,
  operator: Operator,
  { step: key, name, code }: NamedFactor & { code: string },
  caller: Caller,
): Promise<AddedFactor> {
  const step = await readStep<{ id: string; secret: string }>(pool, newTotp, key, new Date());
  if (step?.operatorId !== operator.id) throw unauthorized('step.ended');
  const { id, secret } = step.data;
  const opened = unseal(sealingKeys, secretContext(id), secret);
  const usedStep = opened && stepOf(bareCode(code), Buffer.from(opened.text, 'base64'), new Date(), null);
  if (usedStep === undefined) throw invalidBody([problemAt('code', 'code.wrong')]);
  return adding(pool, operator, caller, { kind: 'totp', name: name.trim() }, async (tx, now) => {
    if ((await takeStep(tx, newTotp, key, now)) === undefined) throw unauthorized('step.ended');
    const factor = { id, operatorId: operator.id, name: name.trim(), createdAt: now };
    await store.insertTotp(tx, factor, { secret, usedStep });
    return id;
  });
}

/** With the last factor the recovery codes go, too. */
export function removeFactor(pool: Pool, operator: Operator, id: string, caller: Caller): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    await lockOperator(tx, operator.id);
    const removed = await store.deleteFactor(tx, operator.id, id);
    if (removed === undefined) throw notFound();
    if (!(await store.hasFactor(tx, operator.id))) await store.deleteRecoveryCodes(tx, operator.id);
    const { kind, name } = removed;
    await audit(tx, noCompany, operator, of('operator.factorremoved', operator, caller, { kind, name }), now);
  });
}

/** Earlier codes no longer work. */
export function renewRecoveryCodes(
  pool: Pool,
  operator: Operator,
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    await lockOperator(tx, operator.id);
    if (!(await store.hasFactor(tx, operator.id))) throw conflict('factor.missing', {});
    const recoveryCodes = await writeRecoveryCodes(tx, operator.id);
    await audit(tx, noCompany, operator, of('operator.recoverycodes', operator, caller), now);
    return { recoveryCodes };
  });
}
