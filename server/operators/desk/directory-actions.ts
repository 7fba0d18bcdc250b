import { baseUrl, operatorPath } from '../../config.ts';
import { companyNames } from '../../companies/store.ts';
import { confirmation } from '../../decisions/proposals.ts';
import { readSettingProposals } from '../../decisions/proposals-store.ts';
import type { OperatorDeps } from '../../deps.ts';
import { noCompany } from '../../ground/db/pool.ts';
import { readUnproven } from '../../people/store.ts';
import { directoryOfRule, isRowProposal } from '../directories/admin-actions.ts';
import { knownDirectories, type Directory } from '../directories/known.ts';
import { redirectUriOf, type DirectoryDeps } from '../directories/proof.ts';
import type { RoleRow } from '../directories/rules.ts';

/** The directories with what the people who run them need, and what waits for a second administrator. */
export async function describeDirectories(deps: DirectoryDeps & Pick<OperatorDeps, 'config'>, readerId: string) {
  const { pool, config } = deps;
  const names = await companyNames(pool);
  const company = (id: string) => ({ id, name: names.get(id) ?? id });
  const row = ({ company: id, approvalLimit = null, ...fields }: RoleRow) => ({
    ...fields,
    company: id === null ? null : company(id),
    approvalLimit,
  });
  const base = baseUrl({ ...config, basePath: '' }, config.port) + operatorPath(config.basePath);
  const describe = ({ isConfigured, disabledAt, companies, roles, ...fields }: Directory) => ({
    ...fields,
    companies: companies?.map(company) ?? null,
    roles: roles.map(row),
    configured: isConfigured,
    disabled: disabledAt !== null,
    redirectUri: redirectUriOf(deps, fields),
    logoutUri: `${base}/directories/${fields.id}/logout`,
  });
  const directories = await knownDirectories(pool, deps);
  const waiting = (await readSettingProposals(pool, noCompany)).filter(({ rule }) => isRowProposal(rule));
  const unproven = await readUnproven(pool);
  const proposals = waiting.map((proposal) => {
    const { id, rule, to, by, at } = proposal;
    const directory = directories.find((one) => one.id === directoryOfRule(rule));
    return {
      id,
      directory: { id: directoryOfRule(rule), name: directory?.name ?? '' },
      row: row(JSON.parse(to) as RoleRow),
      by,
      at,
      confirm: confirmation(proposal, readerId, 'administrator', unproven),
    };
  });
  return { directories: directories.map(describe), proposals };
}
