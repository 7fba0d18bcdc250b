import type { OperatorRecord, OperatorRole } from './admin-rules.ts';
import { Option, type Command } from 'commander';
import { byCommandLine, createOperator, inviteAgain, welcomeLink } from './admin-actions.ts';
import { listOperators } from './admin-store.ts';
import { normalised } from './sign-in/sign-in-rules.ts';
import { createSystem } from './systems/system-actions.ts';
import { requireCompany } from '../companies/store.ts';
import { commandLine } from '../audit/record.ts';
import { baseUrl, readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { ApiError } from '../errors/errors.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import type { MailSettings } from '../ground/mail/address.ts';
import { createMailer, post, type MailOutcome } from '../ground/mail/mailer.ts';
import { factorsReset, invitation as letters } from './letters.ts';
import { resetAtOnce } from './factors/reset.ts';
import { findCredentials } from './store.ts';
import { findOperatorByEmail } from './directories/store.ts';
import { quoted } from '../../common/errors/words.ts';

interface CreateOperatorOptions {
  email: string;
  name: string;
  administrator?: boolean;
  company?: string;
  role?: OperatorRole;
  limit?: string;
  json?: boolean;
}

export function operatorCommands(operator: Command): void {
  operator
    .command('create')
    .description(
      'Create an operator and mail the one-time link that sets the password; without SMTP_URL, print the link.',
    )
    .requiredOption('--email <address>', 'the e-mail address to sign in with')
    .requiredOption('--name <name>', 'the name that histories show')
    .option('--administrator', 'allow every company and the management of access')
    .option('--company <name>', 'a company that the operator works in')
    .addOption(new Option('--role <role>', 'the role in that company').choices(['administrator', 'approver', 'viewer']))
    .option('--limit <amount>', 'the amount above which a second approver is needed (default: none)')
    .option('--json', 'print the id and the link, or that it was mailed, as JSON')
    .action(async (options: CreateOperatorOptions) => {
      const problem = problemOf(options);
      if (problem !== undefined) throw new CommandError(problem, 2);
      const config = readConfig(process.env);
      const linkOf = (key: string) => welcomeLink(baseUrl(config, config.port), key);
      const { id, invitation, posted } = await withDatabase(config, async (pool) => {
        const companies =
          options.company === undefined
            ? []
            : [
                {
                  id: await requireCompany(pool, options.company),
                  role: options.role ?? 'viewer',
                  approvalLimit: options.limit,
                },
              ];
        const { email, name, administrator = false } = options;
        const form = { email, name, administrator, companies };
        const made = await createOperator(pool, byCommandLine, form, { shown: config.mail === undefined });
        const sent = config.mail && (await sendLink(config.mail, options, linkOf(made.invitation)));
        if (sent?.sent !== false) return { ...made, posted: sent };
        // Whoever runs this command can write the database, so the link may be shown, if it counts as shown.
        return { ...made, ...(await inviteAgain(pool, byCommandLine, made.id, { shown: true })), posted: sent };
      }).catch(inWords);
      const link = linkOf(invitation);
      if (options.json) console.log(JSON.stringify({ id, ...(!posted?.sent && { link }), ...posted }));
      else if (posted?.sent) console.log(`The link was sent to ${normalised(options.email)}.`);
      else {
        if (posted) console.error(`The link could not be sent. ${posted.notSent.message}`);
        console.log(link);
      }
    });

  operator
    .command('reset-factors')
    .description(
      'Remove the passkeys, authenticator apps and recovery codes of an operator who lost them, and mail it to that person. In the console it takes two administrators.',
    )
    .requiredOption('--email <address>', 'the operator’s e-mail address')
    .action(async ({ email }: { email: string }) => {
      const config = readConfig(process.env);
      const { name, address } = await withDatabase(config, async (pool) => {
        const found = await findCredentials(pool, normalised(email));
        if (found === undefined) throw new CommandError('There is no enabled operator with this e-mail address.');
        const reset = await resetAtOnce(pool, commandLine, found.id);
        return { name: reset.name, address: reset.email };
      }).catch(inWords);
      const link = `${baseUrl(config, config.port)}/console/account`;
      const letter = factorsReset.en({ name, by: 'The administrator of this service', link });
      const sent = config.mail && (await post(createMailer(config.mail), { to: { name, address }, ...letter }));
      console.error(`${name} has no second factor any more, and is signed out everywhere.`);
      if (sent?.sent === false) console.error(`The mail about it could not be sent. ${sent.notSent.message}`);
    });

  operator
    .command('link')
    .description(
      'Print a one-time link by which an operator chooses a password. Every administrator gets a mail about it.',
    )
    .requiredOption('--email <address>', 'the operator’s e-mail address')
    .option('--json', 'print the id and the link as JSON')
    .action(async ({ email, json }: { email: string; json?: boolean }) => {
      const config = readConfig(process.env);
      const { id, invitation } = await withDatabase(config, async (pool) => {
        const found = await findOperatorByEmail(pool, normalised(email));
        if (found === undefined) throw new CommandError(`No operator has the e-mail address ${quoted(email)}.`, 2);
        return { id: found, ...(await inviteAgain(pool, byCommandLine, found, { shown: true })) };
      }).catch(inWords);
      const link = welcomeLink(baseUrl(config, config.port), invitation);
      console.log(json ? JSON.stringify({ id, link }) : link);
    });

  operator
    .command('list')
    .description('List operators with their companies.')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const operators = await withDatabase(readConfig(process.env), listOperators);
      if (json) console.log(JSON.stringify(operators));
      else if (operators.length === 0) console.error('There are no operators. doorway operator create makes one.');
      else for (const row of operators) console.log(asLine(row));
    });
}

/** The command line has neither a name nor a language, so the mail is in English. */
const sendLink = (mail: MailSettings, { email, name }: CreateOperatorOptions, link: string): Promise<MailOutcome> =>
  post(createMailer(mail), {
    to: { name: name.trim(), address: normalised(email) },
    ...letters.en({ name: name.trim(), by: 'The administrator of this service', link }),
  });

const amount = /^\d{1,15}([.]\d{1,2})?$/;

function problemOf({ name, administrator, company, role, limit }: CreateOperatorOptions): string | undefined {
  if (name.trim() === '' || name.length > 255) return 'The name of an operator has 1 to 255 characters.';
  if (role !== undefined && company === undefined) return '--role goes with --company.';
  if (limit !== undefined && role !== 'approver') return '--limit goes with --role approver.';
  if (limit !== undefined && !amount.test(limit))
    return '--limit takes an amount without spaces, such as 50000 or 50000.50.';
  if (!administrator && company === undefined)
    return 'The operator could enter no company. Give --administrator, or --company and --role.';
  return undefined;
}

function inWords(error: unknown): never {
  throw error instanceof ApiError ? new CommandError(error.message, error.status === 400 ? 2 : 1) : error;
}

function asLine({ id, email, name, administrator, companies, disabledAt, invited }: OperatorRecord): string {
  const roles = [
    ...(administrator ? ['administrator'] : []),
    ...companies.map(
      ({ role, name: of, approvalLimit }) =>
        `${role} of ${of}${approvalLimit === undefined ? '' : ` up to ${approvalLimit}`}`,
    ),
  ];
  const state = disabledAt !== null ? 'disabled' : invited ? 'invited' : 'active';
  return [id, email, name, roles.join(', '), state].join('\t');
}

interface CreateSystemOptions {
  company: string;
  name: string;
  json?: boolean;
}

export function systemCommands(system: Command): void {
  system
    .command('create')
    .description('Create a system, which may read and report booked invoices, and print its token once.')
    .requiredOption('--company <name>', 'the company whose records it reads')
    .requiredOption('--name <name>', 'the name that histories show')
    .option('--json', 'print the id and the token as JSON')
    .action(async ({ company, name: given, json }: CreateSystemOptions) => {
      const name = given.trim();
      if (name === '' || name.length > 255) throw new CommandError('The name of a system has 1 to 255 characters.', 2);
      const made = await withDatabase(readConfig(process.env), async (pool) =>
        createSystem(pool, await requireCompany(pool, company), commandLine, { name, expiresAt: undefined }),
      );
      console.log(json ? JSON.stringify(made) : made.token);
    });
}
