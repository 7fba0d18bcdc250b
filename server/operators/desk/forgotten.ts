import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../audit/record.ts';
import { baseUrl } from '../../config.ts';
import type { OperatorDeps } from '../../deps.ts';
import { tooManyRequests } from '../../errors/errors.ts';
import type { Language } from '../../../common/names/names.ts';
import { noCompany, transaction, type Pool } from '../../ground/db/pool.ts';
import type { Mailer } from '../../ground/mail/mailer.ts';
import { createTurns } from '../../ground/scheduling/turns.ts';
import { readAccess } from '../directories/store.ts';
import { forgotten } from '../letters.ts';
import { invite, welcomeLink } from '../admin-actions.ts';
import { readPreferences, findCredentials, lockOperator } from '../store.ts';
import { normalised } from '../sign-in/sign-in-rules.ts';
import { notSignedIn } from '../sign-in/failures.ts';
import { countTries, deleteTry, insertTry } from '../sign-in/sign-in-store.ts';
import { newId } from '../../ground/db/ids.ts';

export interface ForgottenPasswords {
  /** Whether the service can send links. */
  offered: boolean;
  ask(typed: string, language: Language, network: string): Promise<void>;
  end(): Promise<void>;
}

const windowSeconds = 15 * 60;
const maxForAddress = 3;
const maxFromNetwork = 20;
const linkSeconds = 3600;
const endTimeoutMs = 3_000;

/**
 * Answers before it looks up the operator, so that neither the answer nor its time reveals whether there is one.
 * Earlier links stay valid: otherwise anybody could void an operator's links by asking for another one.
 */
export function openForgotten({
  config,
  pool,
  mailer,
  log,
}: Pick<OperatorDeps, 'config' | 'pool' | 'mailer' | 'log'>): ForgottenPasswords {
  const turns = createTurns({ atOnce: 2, maxWaiting: 200, refusal: () => tooManyRequests(windowSeconds) });
  const underWay = new Set<Promise<void>>();

  async function sendLink(to: Mailer, email: string, requested: Language, network: string): Promise<void> {
    const operator = await findCredentials(pool, email);
    if (operator === undefined) return;
    // Somebody whom the directory has shut out must not get in by an old mailbox.
    if ((await readAccess(pool, operator.id))?.rolesFrom !== null) return;
    const key = await transaction(pool, async (tx) => {
      if (!(await lockOperator(tx, operator.id))) return undefined;
      const invitation = await invite(tx, operator.id, { shown: false }, linkSeconds);
      const entry = { action: 'operator.forgotten', subjectId: operator.id, data: { network } };
      await audit(tx, noCompany, notSignedIn, entry, new Date());
      return invitation;
    });
    if (key === undefined) return;
    const { language = requested } = await readPreferences(pool, operator.id);
    const { name } = operator;
    const link = welcomeLink(baseUrl(config, config.port), key);
    await to.send({ to: { name, address: email }, ...forgotten[language]({ name, link }) });
  }

  return {
    offered: mailer !== undefined,
    async ask(typed, language, network) {
      if (mailer === undefined) return;
      const email = normalised(typed);
      await requireTries(pool, email, network);
      const work = turns
        .run(network, () => sendLink(mailer, email, language, network))
        .catch((error: unknown) => log.warn({ err: error }, 'a link for a forgotten password was not sent'))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async end() {
      await Promise.race([Promise.all(underWay), sleep(endTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** Counts requests over all processes in the table of password tries, under names of their own. */
async function requireTries(pool: Pool, email: string, network: string): Promise<void> {
  const name = `forgotten ${network}`;
  const attempt = { email: `forgotten ${email}`, origin: { name, network, isDevice: false, known: false } };
  const [id, now] = [newId(), new Date()];
  await insertTry(pool, attempt, id, now);
  const { fromOrigin, fromUnknownOrigins } = await countTries(
    pool,
    attempt,
    new Date(now.getTime() - windowSeconds * 1000),
  );
  if (fromUnknownOrigins <= maxForAddress && fromOrigin <= maxFromNetwork) return;
  await deleteTry(pool, attempt.email, id);
  throw tooManyRequests(windowSeconds);
}
