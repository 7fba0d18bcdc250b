import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorDeps } from '../../deps.ts';
import { type CookieScope, deviceOf, sessionOf, setDevice, setSession } from '../../desk/auth.ts';
import { siteOf } from '../factors/passkeys.ts';
import { openSignIn, type SignInCookies, type SignInDeps } from '../sign-in/sign-in-actions.ts';
import { sessionSeconds } from '../sign-in/sessions.ts';
import { deviceSeconds, type Caller } from '../sign-in/tries.ts';

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  session: sessionOf(request),
  device: deviceOf(request),
});

/** What every way to sign in shares. */
export interface SignInRoutes {
  signInDeps: SignInDeps;
  scope: CookieScope;
  setCookies(reply: FastifyReply, cookies: SignInCookies): void;
  clearSession(reply: FastifyReply): void;
  /** In the operator document. */
  answer: string;
}

export function openSignInRoutes({ config, pool, passwords, sealingKeys }: OperatorDeps): SignInRoutes {
  const scope = { path: `${config.basePath}/operator`, secure: config.publicUrl?.startsWith('https:') ?? false };
  return {
    signInDeps: openSignIn(pool, { sealingKeys, site: siteOf(config.publicUrl) }, passwords),
    scope,
    setCookies(reply, { session, device, seconds = sessionSeconds }) {
      setSession(reply, session, seconds, scope);
      setDevice(reply, device, deviceSeconds, scope);
    },
    clearSession: (reply) => setSession(reply, '', 0, scope),
    answer: 'Done. Set-Cookie carries the session, and a key that identifies this device at the next sign-in.',
  };
}
