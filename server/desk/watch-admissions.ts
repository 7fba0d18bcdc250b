import type { CompanyId } from '../ground/db/pool.ts';
import { mayDo, roleOf, type Operator, type Permission } from '../../common/permissions.ts';

export interface Credential {
  kind: 'session' | 'token' | 'link';
  hash: Buffer;
}

/** Returns the operators of the valid credentials, keyed by hash in hex. */
export type FindOperators = (inUse: {
  sessions: Buffer[];
  tokens: Buffer[];
  companies: CompanyId[];
}) => Promise<Map<string, Operator>>;

export interface OpenAnswer {
  credential: Credential;
  company: CompanyId;
  permission: Permission;
  revoked(): void;
}

/** An answer must end within a second after its caller has lost the permission. */
export const checkIntervalMs = 500;

/**
 * Checks all callers whose answers stay open with one query, while there are any. A failed query is repeated: without
 * the database there are no events to send either.
 */
export function watchAdmissions(find: FindOperators): (answer: OpenAnswer) => () => void {
  const all = new Set<OpenAnswer>();
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

  return (answer) => {
    all.add(answer);
    checkSoon();
    return () => void all.delete(answer);
  };
}
