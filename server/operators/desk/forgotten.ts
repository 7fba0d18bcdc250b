import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../../audit/record.ts';
import { baseUrl, type Config } from '../../config.ts';
import { tooManyRequests } from '../../errors/errors.ts';
import type { Language } from '../../../common/names/names.ts';
import { noCompany, transaction, type Pool } from '../../ground/db/pool.ts';
import type { Mailer } from '../../ground/mail/mailer.ts';
import { createTurns } from '../../ground/scheduling/turns.ts';
import { forgotten } from '../../mail/letters.ts';
import { welcomeLink } from '../admin-actions.ts';
import { invite } from '../invitations.ts';
import { readPreferences } from '../preferences-store.ts';
import { normalised } from '../rules.ts';
import { findCredentials, lockOperator } from '../store.ts';
import { countTries, deleteTry, insertTry } from '../tries-store.ts';

interface Deps {
  config: Config;
  pool: Pool;
  mailer: Mailer | undefined;
  log: Logger;
}

export interface Forgotten {
  /** Whether anybody can be sent a link. */
  offered: boolean;
  /** Sends a link to whoever has this address, if anybody has. */
  ask(typed: string, language: Language, network: string): Promise<void>;
  /** What is under way is finished, unless that takes too long. */
  end(): Promise<void>;
}

const windowSeconds = 15 * 60;
const mostForAddress = 3;
const mostFromNetwork = 20;
const linkSeconds = 3600;
const endTimeoutMs = 3_000;

/**
 * Whoever asks is answered before anybody looks whether there is such an operator, so neither the answer nor its time tells. An earlier
 * link stays good: otherwise anybody could keep somebody's links from working, by asking for another one.
 */
export function openForgotten({ config, pool, mailer, log }: Deps): Forgotten {
  const turns = createTurns({ atOnce: 2, maxWaiting: 200, refusal: () => tooManyRequests(windowSeconds) });
  const underWay = new Set<Promise<void>>();

  async function sendLink(to: Mailer, email: string, asked: Language, network: string): Promise<void> {
    const known = await findCredentials(pool, email);
    if (known === undefined) return;
    const key = await transaction(pool, async (tx) => {
      if (!(await lockOperator(tx, known.id))) return undefined;
      const made = await invite(tx, known.id, linkSeconds);
      const entry = {
        action: 'operator.forgotten',
        subjectType: 'operator',
        subjectId: known.id,
        data: { network },
      };
      await audit(tx, noCompany, { id: null, name: 'not signed in' }, entry, new Date());
      return made;
    });
    if (key === undefined) return;
    const { language = asked } = await readPreferences(pool, known.id);
    const { name } = known;
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

/** Counted like the tries of passwords, over all processes, but apart from them: who asks for a link has not typed a wrong one. */
async function requireTries(pool: Pool, email: string, network: string): Promise<void> {
  const name = `forgotten ${network}`;
  const asked = { email: `forgotten ${email}`, origin: { name, network, isDevice: false, known: false } };
  const [id, now] = [uuidv7(), new Date()];
  await insertTry(pool, asked, id, now);
  const { fromOrigin, byStrangers } = await countTries(pool, asked, new Date(now.getTime() - windowSeconds * 1000));
  if (byStrangers <= mostForAddress && fromOrigin <= mostFromNetwork) return;
  await deleteTry(pool, asked.email, id);
  throw tooManyRequests(windowSeconds);
}
