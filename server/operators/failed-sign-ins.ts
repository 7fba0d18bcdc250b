import { audit, type Actor } from '../audit/record.ts';
import { noCompany, transaction, type Pool } from '../ground/db/pool.ts';
import { short } from '../../common/errors/short.ts';

export interface FailedSignIn {
  /** As it was typed. */
  email: string;
  /** Whose address it is, where it is somebody's. */
  operatorId: string | undefined;
  network: string;
  /** A wrong e-mail address or password, or too many tries. */
  because: 'wrong' | 'tooMany';
}

export interface FailedSignIns {
  note(failed: FailedSignIn, now?: Date): Promise<void>;
}

const somebody: Actor = { id: null, name: 'not signed in' };
const hourMs = 3_600_000;

/**
 * Writes failed sign-ins to the audit log. Everybody who reaches the port can make them, so there are only so many entries an hour
 * for each process, or the log could be made to fill the disk; how many were left out stands in the next entry.
 */
export function createFailedSignIns(pool: Pool, mostAnHour = 200): FailedSignIns {
  let hourBegan = 0;
  let written = 0;
  let leftOut = 0;

  async function note({ email, operatorId, network, because }: FailedSignIn, now = new Date()): Promise<void> {
    if (now.getTime() - hourBegan >= hourMs) [hourBegan, written] = [now.getTime(), 0];
    if (written >= mostAnHour) {
      leftOut += 1;
      return;
    }
    written += 1;
    const before = leftOut;
    leftOut = 0;
    const data = { email: short(email), network, because, ...(before > 0 && { leftOut: before }) };
    const entry = {
      action: 'operator.signinfailed',
      subjectType: 'operator',
      subjectId: operatorId ?? short(email),
      data,
    };
    try {
      await transaction(pool, (tx) => audit(tx, noCompany, somebody, entry, now));
    } catch (error) {
      leftOut += before + 1;
      throw error;
    }
  }

  return { note };
}
