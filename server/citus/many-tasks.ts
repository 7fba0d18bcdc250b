import type { Statement } from '../testing/statements.ts';

export interface Exception {
  /** Why these statements may do this. */
  reason: string;
  isMeant: (statement: Statement) => boolean;
}

/** Names of functions with the beginning of their file's path, or only that. */
const sentFrom =
  (...paths: string[]) =>
  ({ from }: Statement) =>
    paths.some((path) => from.includes(path));

/** Statements that may use several workers, or that Citus cannot plan. No partner's request waits for one of them. */
export const manyTasks: readonly Exception[] = [
  {
    reason: 'Backup, restore and move read and write whole tables.',
    isMeant: sentFrom('server/keeping/', 'server/ground/db/tables.ts', 'server/ground/db/copy.ts'),
  },
  {
    reason: 'A backup reads each shard at its worker, under its own name.',
    isMeant: ({ text }) => /FROM attachments_\d+\b/.test(text),
  },
  {
    reason: 'These tables exist only while a restore or a move is unfinished.',
    isMeant: sentFrom('server/ground/db/unfinished.ts', 'server/ground/db/moved.ts'),
  },
  {
    reason: 'Migrations change all companies.',
    isMeant: sentFrom('runMissing server/ground/db/migrate.ts', 'Object.query server/ground/db/migrate.ts'),
  },
  {
    reason: 'The command that distributes the tables counts the rows of each, and compares them afterwards.',
    isMeant: sentFrom('Command.distribute server/commands/'),
  },
  {
    reason: 'A process that starts looks for companies whose looks or search texts another version wrote.',
    isMeant: sentFrom('companiesToFill server/suppliers/', 'fillSearch server/supplier-invoices/'),
  },
  {
    reason: 'Each process asks now and then which companies have events that were not followed.',
    isMeant: sentFrom(
      'companiesBehind server/events/',
      'companiesWithRouting server/supplier-invoices/',
      'companiesWithDueFiles server/supplier-invoices/documents/',
      'companiesWithUndelivered server/webhooks/',
    ),
  },
  {
    reason: 'The doctor looks for identifiers of all companies.',
    isMeant: sentFrom('unreachableIdentifiers server/doctor/'),
  },
  {
    reason: 'On one server, companies that send little share a statement. A cluster never gets it.',
    isMeant: sentFrom('insertInvoices server/supplier-invoices/'),
  },
  {
    reason: 'An administrator sets the companies of an operator: the rows come from parameters, not from a worker.',
    isMeant: sentFrom('setCompanies server/operators/'),
  },
];

/** Statements that may write a reference table, which is a write on every node. */
export const referenceWrites: readonly Exception[] = [
  {
    reason: 'Administrators create, change and remove companies and partners.',
    isMeant: sentFrom(
      'insertCompany server/companies/',
      'insertPartner server/partners/',
      'insertSandbox server/sandbox/',
      'Object.attachesToAll server/partners/',
      'Object.managesWebhooks server/partners/',
      'writeDemands server/companies/',
      'noteWeakenedDemands server/companies/',
      'writePartnersManageWebhooks server/companies/',
      'writeTimeZone server/companies/',
      'deleteCompany server/sandbox/',
    ),
  },
  {
    reason: 'Administrators create and revoke tokens and clients. A client is issued a token once an hour.',
    isMeant: sentFrom(
      'insertToken server/partners/',
      'insertClient server/partners/',
      'revokeWhere server/partners/',
      'revokeClient server/partners/',
      'revokeIssued server/partners/',
    ),
  },
  {
    reason: 'The sweep removes old tokens of clients, many at a time.',
    isMeant: sentFrom('deleteIssuedTokens server/partners/'),
  },
  {
    reason: 'Administrators invite, change and disable operators and systems.',
    isMeant: sentFrom(
      'insertOperator server/operators/',
      'setCompanies server/operators/',
      'updateOperator server/operators/',
      'setRolesFrom server/operators/',
      'insertSystem server/operators/',
      'disableSystem server/operators/',
    ),
  },
  {
    reason:
      'Operators use an invitation, choose a password, sign in by a directory for the first time, and change preferences of the console now and then.',
    isMeant: sentFrom(
      'noteJoined server/operators/',
      'Module.noteLinkUse server/operators/',
      'setPassword server/operators/',
      'writePreferences server/operators/',
    ),
  },
  {
    reason: 'The command that erases an operator replaces the name and the address.',
    isMeant: sentFrom('server/erasing/'),
  },
  {
    reason: 'Migrations change all companies.',
    isMeant: sentFrom('runMissing server/ground/db/migrate.ts'),
  },
];
