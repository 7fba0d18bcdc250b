import { createHash } from 'node:crypto';
import { findDirectory, type DirectorySettings } from './known.ts';
import * as rules from './rules.ts';
import { sealClientSecret } from './secrets.ts';
import * as store from './store.ts';
import { unknownCompanies } from '../admin-store.ts';
import { audit, type Actor } from '../../audit/record.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { hasOtherAdministrator } from '../../decisions/proposals-store.ts';
import { decideProposal, propose, type SettingsGroup } from '../../decisions/proposals.ts';
import { conflict, invalidBody, notFound } from '../../errors/errors.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { isIssuer } from '../../ground/http/outside/issuer.ts';
import { newId } from '../../ground/db/ids.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';

export interface DirectoryPatch {
  name?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | null | undefined;
  scopes?: string | undefined;
  roles?: rules.RoleRow[] | undefined;
  disabled?: boolean | undefined;
}

export interface NewDirectory extends DirectoryPatch {
  name: string;
  issuer: string;
  clientId: string;
  companies?: string[] | null | undefined;
}

/** Only they reach these operations. */
type InstallationAdministrator = Actor & { id: string; network: string };

type Deps = DirectorySettings & { pool: Pool };

const usualScopes = 'openid profile email';
const lowerCase = (id: string) => id.toLowerCase() as CompanyId;

const rowOf = ({ claim, value, company, role, approvalLimit }: rules.RoleRow): rules.RoleRow => ({
  claim: claim.trim(),
  value,
  company: company === null ? null : lowerCase(company),
  role,
  ...(typeof approvalLimit === 'string' && { approvalLimit }),
});

async function checkRows(tx: Db, rows: readonly rules.RoleRow[], companies: readonly CompanyId[] | null) {
  const problems = rules.problemsOfRows(rows, companies);
  const named = rows.flatMap(({ company }) => (company === null ? [] : [company]));
  const unknown = await unknownCompanies(tx, [...new Set(named)]);
  if (unknown.length > 0) problems.push(problemAt('roles', 'company.unknown', { ids: unknown }));
  if (problems.length > 0) throw invalidBody(problems);
}

const withOpenid = (scopes: string) =>
  [...new Set(['openid', ...scopes.split(/\s+/).filter((one) => one !== '')])].join(' ');

/** Rows that give roles wait for a second administrator, if there is one. */
export function createDirectory({ pool, sealingKeys }: Deps, actor: InstallationAdministrator, form: NewDirectory) {
  const issuer = form.issuer.trim();
  if (!isIssuer(issuer)) throw invalidBody([problemAt('issuer', 'issuer.wrong')]);
  const id = newId();
  const roles = (form.roles ?? []).map(rowOf);
  const companies = form.companies?.map(lowerCase) ?? null;
  return transaction(pool, async (tx) => {
    const now = new Date();
    const unknown = await unknownCompanies(tx, companies ?? []);
    if (unknown.length > 0) throw invalidBody([problemAt('companies', 'company.unknown', { ids: unknown })]);
    await checkRows(tx, roles, companies);
    const { name, clientId, clientSecret, scopes, disabled } = form;
    const secret = typeof clientSecret === 'string' ? sealClientSecret(sealingKeys, id, clientSecret) : null;
    const row: store.DirectoryRow = {
      id,
      name: name.trim(),
      issuer,
      clientId: clientId.trim(),
      secret,
      scopes: withOpenid(scopes ?? usualScopes),
      companies,
      roles: [],
      createdAt: now,
      disabledAt: disabled === true ? now : null,
    };
    await store.insertDirectory(tx, row);
    const atOnce = await proposeRows(tx, actor, row, roles, now);
    await store.updateDirectory(tx, { ...row, roles: atOnce });
    const data = { name: row.name, issuer, clientId: row.clientId, companies, roles: atOnce, network: actor.network };
    await audit(tx, noCompany, actor, { action: 'directory.created', subjectId: id, data }, now);
    return { id };
  });
}

/** The issuer and the companies of a directory stay: another issuer would decide about all of its rows. */
export function changeDirectory(
  deps: Deps,
  actor: InstallationAdministrator,
  id: string,
  patch: DirectoryPatch,
): Promise<void> {
  return retryOnConflict(() =>
    transaction(deps.pool, async (tx) => {
      const now = new Date();
      const known = await findDirectory(tx, deps, id);
      const before = known && (await store.lockDirectory(tx, known.id));
      if (before === undefined) throw notFound();
      const { name, clientId, clientSecret, scopes, disabled } = patch;
      const isFixed = [name, clientId, clientSecret, scopes].some((field) => field !== undefined);
      if (known?.isConfigured && isFixed) throw conflict('directory.fixed', {});
      const roles = patch.roles?.map(rowOf);
      if (roles !== undefined) await checkRows(tx, roles, before.companies);
      const after: store.DirectoryRow = {
        ...before,
        name: name?.trim() ?? before.name,
        clientId: clientId?.trim() ?? before.clientId,
        scopes: scopes === undefined ? before.scopes : withOpenid(scopes),
        secret:
          clientSecret === undefined
            ? before.secret
            : clientSecret === null
              ? null
              : sealClientSecret(deps.sealingKeys, before.id, clientSecret),
        roles: roles === undefined ? before.roles : await proposeRows(tx, actor, before, roles, now),
        disabledAt: disabled === undefined ? before.disabledAt : disabled ? (before.disabledAt ?? now) : null,
      };
      const changes = changesBetween(before, after);
      if (changes.length === 0) return;
      await store.updateDirectory(tx, after);
      if (after.disabledAt !== null) await store.endAllSessionsOf(tx, after.id);
      const data = { name: after.name, changes, network: actor.network };
      await audit(tx, noCompany, actor, { action: 'directory.updated', subjectId: after.id, data }, now);
    }),
  );
}

function changesBetween(before: store.DirectoryRow, after: store.DirectoryRow) {
  const changes: { field: string; from: unknown; to: unknown }[] = [];
  for (const field of ['name', 'clientId', 'scopes'] as const)
    if (before[field] !== after[field]) changes.push({ field, from: before[field], to: after[field] });
  if (before.secret !== after.secret)
    changes.push({ field: 'secret', from: '…', to: after.secret === null ? '–' : '…' });
  if (JSON.stringify(before.roles) !== JSON.stringify(after.roles))
    changes.push({ field: 'roles', from: before.roles, to: after.roles });
  const [was, is] = [before.disabledAt !== null, after.disabledAt !== null];
  if (was !== is) changes.push({ field: 'disabled', from: was, to: is });
  return changes;
}

const rulePrefix = 'directory/';

/** A row has no id, so its claim, value and company name it. */
const ruleOf = (directoryId: string, row: rules.RoleRow) =>
  `${rulePrefix}${directoryId}/${createHash('sha256').update(rules.keyOfRow(row)).digest('hex').slice(0, 32)}`;

export const isRowProposal = (rule: string): boolean => rule.startsWith(rulePrefix);
export const directoryOfRule = (rule: string): string => rule.slice(rulePrefix.length).split('/')[0] as string;

interface RowChange {
  rule: string;
  from: string;
  to: string;
}

/** Returns the rows that take effect at once. */
async function proposeRows(
  tx: Db,
  actor: InstallationAdministrator,
  before: store.DirectoryRow,
  rows: rules.RoleRow[],
  now: Date,
): Promise<rules.RoleRow[]> {
  const gains = rules.gainedRows(before.roles, rows);
  if (gains.length === 0 || !(await hasOtherAdministrator(tx, noCompany, actor.id))) return rows;
  const changes = gains.map((row) => ({ rule: ruleOf(before.id, row), from: 'null', to: JSON.stringify(row) }));
  const operator = { id: actor.id, name: actor.name };
  for (const change of changes)
    await propose({ tx, company: noCompany, operator, now }, rowsGroup(tx, [before]), [change]);
  return rules.withoutGains(before.roles, rows, gains);
}

const rowsGroup = (tx: Db, directories: readonly { id: string; name: string }[]): SettingsGroup<RowChange> => ({
  actions: { changed: 'directory.updated', proposed: 'directory.proposed', declined: 'directory.declined' },
  subject: ({ rule }) => directoryOfRule(rule),
  has: isRowProposal,
  weakens: () => true,
  changeOf: ({ rule, to }) => ({ rule, from: 'null', to }),
  audited: ({ rule, to }) => ({
    field: 'roles',
    from: [],
    to: [JSON.parse(to)],
    directory: directories.find(({ id }) => id === directoryOfRule(rule))?.name,
  }),
  async write([change]) {
    const { rule, to } = change as RowChange;
    const directory = await store.lockDirectory(tx, directoryOfRule(rule));
    if (directory === undefined) throw notFound();
    const row = JSON.parse(to) as rules.RoleRow;
    const others = directory.roles.filter((other) => rules.keyOfRow(other) !== rules.keyOfRow(row));
    await store.updateDirectory(tx, { ...directory, roles: [...others, row] });
  },
});

/** Another administrator than the one who asked for it gives a group a role, or anybody declines. */
export const decideRow = (
  pool: Pool,
  operator: { id: string; name: string },
  proposalId: string,
  decision: 'confirm' | 'decline',
): Promise<void> =>
  retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const group = rowsGroup(tx, await store.listDirectories(tx));
      await decideProposal({ tx, company: noCompany, operator, now: new Date() }, group, proposalId, decision);
    }),
  );
