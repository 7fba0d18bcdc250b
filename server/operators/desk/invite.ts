import type { FastifyRequest } from 'fastify';
import { baseUrl, type Config } from '../../config.ts';
import type { Notice } from '../../../common/errors/notices.ts';
import type { Pool } from '../../ground/db/pool.ts';
import type { Mailer } from '../../ground/mail/mailer.ts';
import { invitation, newLink } from '../../mail/letters.ts';
import { post } from '../../mail/post.ts';
import { welcomeLink } from '../admin-actions.ts';
import { readOperator } from '../admin-store.ts';
import { readPreferences } from '../preferences-store.ts';

interface Deps {
  config: Config;
  pool: Pool;
  mailer: Mailer | undefined;
}

/** A link that was sent is known to nobody else. One that could not be sent is answered, with the reason. */
export type Invited = { invitation: string } | { sent: true } | { invitation: string; sent: false; notSent: Notice };

/**
 * Sends the link of an invitation to whom it is for. At once and not through the queue: the link is a secret, and the database
 * holds only its hash.
 */
export async function sendInvitation(
  { config, pool, mailer }: Deps,
  { operator: by }: FastifyRequest,
  operatorId: string,
  key: string,
): Promise<Invited> {
  if (mailer === undefined) return { invitation: key };
  const operator = await readOperator(pool, operatorId);
  if (!operator?.email) return { invitation: key };
  const { language = (await readPreferences(pool, by.id)).language ?? 'en' } = await readPreferences(pool, operatorId);
  const letter = (operator.invited ? invitation : newLink)[language];
  const posted = await post(mailer, {
    to: { name: operator.name, address: operator.email },
    ...letter({ name: operator.name, by: by.name, link: welcomeLink(baseUrl(config, config.port), key) }),
  });
  return posted.sent ? posted : { invitation: key, ...posted };
}
