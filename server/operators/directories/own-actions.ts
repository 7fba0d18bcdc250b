import { findDirectory, knownDirectories } from './known.ts';
import { about, insertLink, type DirectoryDeps, type Proof } from './proof.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import type { OperatorRecord } from '../admin-rules.ts';
import { readOperator } from '../admin-store.ts';
import { requireSession } from '../sign-in/sign-in-actions.ts';
import type { Caller } from '../sign-in/tries.ts';
import { holdOperator, lockOperator } from '../store.ts';
import { companyNames } from '../../companies/store.ts';
import { audit } from '../../audit/record.ts';
import type { Operator } from '../../../common/permissions.ts';
import { ApiError, conflict, notFound } from '../../errors/errors.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { noCompany, transaction } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';

export interface TestOutcome {
  claims: rules.ShownClaim[];
  rights: {
    administrator: boolean;
    companies: (rules.DirectoryRights['companies'][number] & { name: string })[];
  } | null;
}

export function link(deps: DirectoryDeps, proof: Proof, operatorId: string, caller: Caller): Promise<void> {
  return retryOnConflict(() =>
    transaction(deps.pool, async (tx) => {
      const now = new Date();
      await lockOperator(tx, operatorId);
      await requireSession(tx, operatorId, caller.session);
      const operator = (await readOperator(tx, operatorId)) as OperatorRecord;
      const { directory, identity } = proof;
      if (!rules.isWithin(directory.companies, operator)) throw new ApiError('directory.account', { why: 'companies' });
      await insertLink(tx, proof, operatorId, now);
      const data = { directory: directory.name, subject: identity.subject, network: networkOf(caller.address) };
      await audit(tx, noCompany, operator, about('operator.linked', operatorId, data), now);
    }),
  );
}

export async function test(
  deps: DirectoryDeps,
  proof: Proof,
  operatorId: string,
  caller: Caller,
): Promise<TestOutcome> {
  const { directory, claims } = proof;
  const names = await companyNames(deps.pool);
  return transaction(deps.pool, async (tx) => {
    await holdOperator(tx, operatorId);
    await requireSession(tx, operatorId, caller.session);
    const operator = (await readOperator(tx, operatorId)) as OperatorRecord;
    await audit(tx, noCompany, operator, about('directory.tested', directory.id, { name: directory.name }), new Date());
    const rights = rules.rightsOf(directory.roles, claims);
    const companies = rights?.companies.map((one) => ({ ...one, name: names.get(one.id) ?? one.id }));
    return {
      claims: rules.allClaims(claims),
      rights: rights === undefined ? null : { ...rights, companies: companies ?? [] },
    };
  });
}

/** Removing the last way to sign in is refused. */
export function unlink(deps: DirectoryDeps, operator: Operator, directoryId: string, caller: Caller): Promise<void> {
  return transaction(deps.pool, async (tx) => {
    await lockOperator(tx, operator.id);
    await requireSession(tx, operator.id, caller.session);
    const access = await store.readAccess(tx, operator.id);
    if (access?.rolesFrom === directoryId) throw conflict('identity.needed', { why: 'roles' });
    if (access?.hasPassword !== true) throw conflict('identity.needed', { why: 'password' });
    if (!(await store.deleteIdentity(tx, directoryId, operator.id))) throw notFound();
    await store.endSessionsOf(tx, directoryId, operator.id, hashToken(caller.session as string));
    const name = (await findDirectory(tx, deps, directoryId))?.name ?? directoryId;
    const data = { directory: name, network: networkOf(caller.address) };
    await audit(tx, noCompany, operator, about('operator.unlinked', operator.id, data), new Date());
  });
}

export async function ownIdentities(deps: DirectoryDeps, operatorId: string) {
  const directories = await knownDirectories(deps.pool, deps);
  const linked = await store.identitiesOf(deps.pool, operatorId);
  return {
    hasPassword: (await store.readAccess(deps.pool, operatorId))?.hasPassword === true,
    identities: linked.map(({ directoryId, linkedAt }) => ({
      directory: { id: directoryId, name: directories.find(({ id }) => id === directoryId)?.name ?? directoryId },
      linkedAt,
    })),
    directories: directories
      .filter((one) => one.disabledAt === null && !linked.some(({ directoryId }) => directoryId === one.id))
      .map(({ id, name }) => ({ id, name })),
  };
}
