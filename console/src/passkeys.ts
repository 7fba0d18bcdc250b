import type { components } from './api/operator.d.ts';

type Schemas = components['schemas'];
export type ProofChallenge = Schemas['ProofChallenge'];
type NewPasskey = Schemas['NewPasskey'];

/** The library is loaded only when a passkey is used. */
const library = () => import('@simplewebauthn/browser');

export const hasPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** Why the browser made or used no passkey. */
export class PasskeyFailure extends Error {
  readonly why: 'cancelled' | 'unsupported' | 'known';
  constructor(why: PasskeyFailure['why']) {
    super(why);
    this.name = 'PasskeyFailure';
    this.why = why;
  }
}

const whys: Readonly<Record<string, PasskeyFailure['why']>> = {
  SecurityError: 'unsupported',
  InvalidStateError: 'known',
};

async function inBrowser<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (!hasPasskeys()) throw new PasskeyFailure('unsupported');
  try {
    return await work();
  } catch (error) {
    // The library names what the browser said in `cause`.
    const { name, cause } = error as Error;
    throw new PasskeyFailure(whys[(cause as Error | undefined)?.name ?? name] ?? 'cancelled');
  }
}

/** Asks the browser to sign a challenge. */
export const usePasskeyFor = (options: NonNullable<ProofChallenge['passkey']>) =>
  inBrowser(async () => {
    const { startAuthentication } = await library();
    const { id, response } = await startAuthentication({ optionsJSON: options as never });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
  });

export const makePasskey = ({ passkey }: NewPasskey) =>
  inBrowser(async () => {
    const { startRegistration } = await library();
    const { id, response } = await startRegistration({ optionsJSON: passkey as never });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, clientDataJSON, attestationObject, ...(transports && { transports }) };
  });
