import { listCompanies } from '../../companies/store.ts';
import { baseUrl } from '../../config.ts';
import type { OperatorDeps } from '../../deps.ts';
import { companyTransaction, type CompanyId } from '../../ground/db/pool.ts';
import type { Operator } from '../../../common/permissions.ts';
import { readPreferences } from '../../operators/store.ts';
import { post, type MailOutcome } from '../../ground/mail/mailer.ts';
import { beginPosition, newestEvent, readChoices, recordTold, writeChoices, type MailChoices } from '../store.ts';
import type { OperatorCall } from '../../desk/operation.ts';
import { lines, type Letters } from '../../ground/mail/letter.ts';

const test: Letters<{ name: string; company: string; account: string }> = {
  en: ({ name, company, account }) => ({
    subject: 'Test message from Doorway',
    text: lines(
      `Hello ${name},`,
      `Mail from Doorway reaches you. Choose here which mails you get about ${company}:`,
      account,
    ),
  }),
  sv: ({ name, company, account }) => ({
    subject: 'Testmeddelande från Doorway',
    text: lines(
      `Hej ${name}!`,
      `E-post från Doorway kommer fram till dig. Här väljer du vilka meddelanden du får om ${company}:`,
      account,
    ),
  }),
};

type MailDeps = Pick<OperatorDeps, 'pool' | 'mailer'>;

export const readOwnChoices = async ({ pool, mailer }: MailDeps, company: CompanyId, { id }: Operator) => ({
  ...(await readChoices(pool, company, id)),
  setUp: mailer !== undefined,
});

/** The first digest comes the next morning. Mails about events begin with events from now on. */
export async function setOwnChoices(
  deps: MailDeps,
  { company, operator, body: form }: OperatorCall<Omit<MailChoices, 'proposed' | 'waiting'> & Partial<MailChoices>>,
) {
  await companyTransaction(deps.pool, company, async (tx) => {
    const before = await readChoices(tx, company, operator.id);
    const { proposed = before.proposed, waiting = before.waiting } = form;
    const choices = { ...form, proposed, waiting };
    await beginPosition(tx, company, await newestEvent(tx, company));
    if (choices.digest && !before.digest)
      await recordTold(tx, company, { operatorId: operator.id, about: 'digest', at: new Date() });
    await writeChoices(tx, company, operator.id, choices);
  });
  return readOwnChoices(deps, company, operator);
}

export async function sendTest(
  { pool, config, mailer }: OperatorDeps,
  company: CompanyId,
  { id, name, email }: Operator,
): Promise<MailOutcome> {
  const { language = 'en' } = await readPreferences(pool, id);
  const companyName = (await listCompanies(pool)).find((known) => known.id === company)?.name ?? '';
  const account = `${baseUrl(config, config.port)}/console/account`;
  return post(mailer, { to: { name, address: email }, ...test[language]({ name, company: companyName, account }) });
}
