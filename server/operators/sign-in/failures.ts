import { audit, type Actor } from '../../audit/record.ts';
import { noCompany, transaction, type Pool } from '../../ground/db/pool.ts';
import { short } from '../../../common/errors/words.ts';

export interface FailedSignIn {
  /** As it was typed. */
  email: string;
  /** Undefined if no operator has this address. */
  operatorId: string | undefined;
  network: string;
  because: 'wrong' | 'tooMany' | 'noRoles' | 'notLinked' | 'disabled' | 'email' | 'companies' | 'factor';
  /** Whether it was not the password that failed, but a passkey or a code. */
  factor?: boolean;
  /** The name of the directory that signed the person in. */
  directory?: string;
}

export interface FailedSignIns {
  note(failure: FailedSignIn, now?: Date): Promise<void>;
}

export const notSignedIn: Actor = { id: null, name: 'not signed in' };
const hourMs = 3_600_000;

/**
 * Writes failed sign-ins to the audit log, at most `maxPerHour` per process: anybody who reaches the port can cause
 * them, and could fill the disk. The next entry says how many were left out.
 */
export function createFailedSignIns(pool: Pool, maxPerHour = 200): FailedSignIns {
  let hourBegan = 0;
  let written = 0;
  let leftOut = 0;

  async function note(
    { email, operatorId, network, because, factor = false, directory }: FailedSignIn,
    now = new Date(),
  ): Promise<void> {
    if (now.getTime() - hourBegan >= hourMs) [hourBegan, written] = [now.getTime(), 0];
    if (written >= maxPerHour) {
      leftOut += 1;
      return;
    }
    written += 1;
    const before = leftOut;
    leftOut = 0;
    const data = {
      email: short(email),
      network,
      because,
      ...(factor && { factor }),
      ...(directory !== undefined && { directory }),
      ...(before > 0 && { leftOut: before }),
    };
    const entry = { action: 'operator.signinfailed', subjectId: operatorId ?? short(email), data };
    try {
      await transaction(pool, (tx) => audit(tx, noCompany, notSignedIn, entry, now));
    } catch (error) {
      leftOut += before + 1;
      throw error;
    }
  }

  return { note };
}
