import { codeAt, newRecoveryCodes, bareCode, stepAt } from '../operators/factors/rules.ts';
import { deleteFactors, insertTotp, replaceRecoveryCodes } from '../operators/factors/store.ts';
import { secondFactor } from '../operators/sign-in/sign-in-actions.ts';
import { beginStep } from '../operators/sign-in/steps.ts';
import { newId } from '../ground/db/ids.ts';
import { hashToken } from '../ground/secrets/tokens.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import type { Door } from '../testing/door.ts';
import { bytesOfBase32 } from '../testing/base32.ts';
import { signedIn, type SignedIn } from '../testing/operator.ts';
import { fromNow } from '../testing/time.ts';

const assertion = (operation: string) =>
  Object.fromEntries(
    ['id', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'].map((name) => [
      `${operation} passkey.${name}`,
      [`{{assertion_${name}}}`],
    ]),
  );

/** What stands for fields of second factors, as in service.ts. */
export const factorStands: Record<string, string[]> = {
  'removeFactor path id': ['{{factor}}'],
  'resetFactors path id': ['{{lockedOut}}'],
  'eraseOperator path id': ['{{formerOperator}}'],
  'finishSignIn step': ['{{secondStep}}'],
  'finishSignIn code': ['{{recoveryCode}}'],
  ...assertion('finishSignIn'),
  'prove step': ['{{proofStep}}'],
  'prove code': ['{{ownRecoveryCode}}'],
  'signInByPasskey step': ['{{passkeyStep}}'],
  ...assertion('signInByPasskey'),
  'addPasskey step': ['{{newPasskeyStep}}'],
  'addPasskey passkey.id': ['{{attestation_id}}'],
  'addPasskey passkey.clientDataJSON': ['{{attestation_clientDataJSON}}'],
  'addPasskey passkey.attestationObject': ['{{attestation_attestationObject}}'],
  'addTotp step': ['{{newTotpStep}}'],
  'addTotp code': ['{{totpCode}}'],
};

const challenge = 'ZG9vcndheSBjb250cmFjdA';

/** The values of the placeholders above; all steps have one challenge, so that one answer is right for each. */
export async function factorValues(door: Door, administrator: SignedIn) {
  const { pool } = door;
  const prover = await signedIn(door, 'administrator');
  const begin = (kind: string, { id }: { id: string | null }, data: object = { challenge }) =>
    beginStep(pool, { kind, operatorId: id, data }, fromNow(300_000));
  const keyOf = async ({ call }: SignedIn, device: ReturnType<typeof createAuthenticator>) => {
    const { body } = await call('POST', '/session/factors/passkey/challenge');
    return { step: body.step as string, passkey: device.create({ ...body.passkey, challenge }) };
  };
  const [own, another] = [createAuthenticator(), createAuthenticator()];
  const proversKey = await keyOf(prover, own);
  await pool.query(`UPDATE sign_in_steps SET data = $1 WHERE kind = 'new passkey'`, [{ challenge }]);
  await prover.call('POST', '/session/factors/passkey', { ...proversKey, name: 'The key' });
  const { body: totp } = await administrator.call('POST', '/session/factors/totp/challenge');
  const { rows } = await pool.query<{ data: object }>('SELECT data FROM sign_in_steps WHERE hash = $1', [
    hashToken(totp.step),
  ]);
  const texts = (name: string, fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([field, text]) => [`${name}_${field}`, text as string]));

  const newCode = async ({ id }: SignedIn) => {
    const [code = ''] = newRecoveryCodes();
    await replaceRecoveryCodes(pool, id, [hashToken(bareCode(code))]);
    return code;
  };
  /** Wrong proofs of other requests count, and the passkey's answer is always the same. */
  const asBefore = async () => {
    await pool.query(`DELETE FROM sign_in_tries WHERE email LIKE 'second factor of %'`);
    await pool.query('UPDATE operator_factors SET counter = 0 WHERE operator_id = $1', [prover.id]);
  };
  /** Requests of the administrator are not asked for a proof meanwhile. */
  const withoutFactors = async () => {
    await deleteFactors(pool, administrator.id);
    await pool.query('UPDATE operator_sessions SET proved_at = $2 WHERE operator_id = $1', [
      administrator.id,
      fromNow(3_600_000),
    ]);
  };
  const addApp = async (operatorId: string) => {
    const id = newId();
    const factor = { id, operatorId, name: 'The app', createdAt: new Date() };
    await insertTotp(pool, factor, { secret: 'v1:', usedStep: null });
    return id;
  };
  return {
    fixed: {
      ...texts('assertion', own.get({ challenge })),
      ...texts('attestation', (await keyOf(administrator, another)).passkey),
    },
    fresh: {
      factor: async () => {
        await withoutFactors();
        return addApp(administrator.id);
      },
      lockedOut: async () => {
        const operator = await signedIn(door, 'viewer');
        await addApp(operator.id);
        return operator.id;
      },
      formerOperator: async () => {
        const { id } = await signedIn(door, 'viewer');
        await pool.query(`UPDATE operators SET disabled_at = now() - interval '31 days' WHERE id = $1`, [id]);
        return id;
      },
      secondStep: async () => {
        await asBefore();
        return begin(secondFactor, prover);
      },
      recoveryCode: () => newCode(prover),
      proofStep: async () => {
        await asBefore();
        return begin('proof', administrator);
      },
      ownRecoveryCode: () => newCode(administrator),
      passkeyStep: async () => {
        await asBefore();
        return begin('passkey', { id: null });
      },
      newPasskeyStep: async () => {
        await withoutFactors();
        return begin('new passkey', administrator);
      },
      newTotpStep: async () => {
        await withoutFactors();
        return begin('new totp', administrator, rows[0]?.data);
      },
      totpCode: () => codeAt(bytesOfBase32(totp.secret), stepAt(new Date())),
    },
  };
}
