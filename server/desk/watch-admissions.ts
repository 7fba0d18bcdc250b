import type { CompanyId } from '../ground/db/pool.ts';
import { mayDo, roleOf, type Operator, type Permission } from '../operators/permissions.ts';
import type { CredentialsInUse } from '../operators/store.ts';

/** What an operator comes in with. */
export interface Credential {
  kind: 'session' | 'token';
  hash: Buffer;
}

/** The operators of those credentials that are valid, by the credentials' hashes in hex. */
export type FindMany = (inUse: CredentialsInUse) => Promise<Map<string, Operator>>;

/** A caller whose answer stays open, and what it takes to have it. */
export interface Watched {
  credential: Credential;
  company: CompanyId;
  permission: Permission;
  revoked(): void;
}

/** Half of the second within which an answer ends that its caller may no longer have. */
export const checkIntervalMs = 500;

/**
 * Checks all callers whose answers stay open with one query, which reads what every process writes. It runs only while
 * there are any. A query that fails is tried again: while the database does not answer, it has no events to send either.
 */
export function watchAdmissions(find: FindMany): (watched: Watched) => () => void {
  const all = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  async function check(): Promise<void> {
    const checked = [...all];
    const hashesOf = (kind: Credential['kind']) =>
      checked.filter(({ credential }) => credential.kind === kind).map(({ credential }) => credential.hash);
    const companies = [...new Set(checked.map(({ company }) => company))];
    const found = await find({ sessions: hashesOf('session'), tokens: hashesOf('token'), companies });
    for (const { credential, company, permission, revoked } of checked) {
      const operator = found.get(credential.hash.toString('hex'));
      const role = operator && roleOf(operator, company);
      if (role === undefined || !mayDo(role, permission)) revoked();
    }
  }

  function checkSoon(): void {
    timer ??= setTimeout(() => {
      void check()
        .catch(() => undefined)
        .then(() => {
          timer = undefined;
          if (all.size > 0) checkSoon();
        });
    }, checkIntervalMs).unref();
  }

  return (watched) => {
    all.add(watched);
    checkSoon();
    return () => void all.delete(watched);
  };
}
