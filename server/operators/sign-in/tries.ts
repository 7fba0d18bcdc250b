import {
  countTries,
  deleteTry,
  forgetOldOrigins,
  forgetTries,
  insertTry,
  isKnownAnywhere,
  knownOrigins,
  noteOrigins,
  type Origin,
  type SignInTry,
  type TryCounts,
} from './sign-in-store.ts';
import { tooManyRequests } from '../../errors/errors.ts';
import type { Db, Pool } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { newKey, hashToken } from '../../ground/secrets/tokens.ts';
import type { Turns } from '../../ground/scheduling/turns.ts';
import { newId } from '../../ground/db/ids.ts';

export interface Caller {
  address: string;
  session?: string | undefined;
  device?: string | undefined;
}

const rememberedDays = 365;
export const deviceSeconds = rememberedDays * 24 * 3600;
/** Devices per operator, and networks per operator. */
const maxRemembered = 20;

const nameOf = (device: string) => `device ${hashToken(device).toString('hex')}`;

/** Runs the same statements for an operator who does not exist, so that the time does not reveal it. */
export async function originOf(db: Db, operatorId: string | undefined, { address, device }: Caller): Promise<Origin> {
  const network = networkOf(address);
  const known = await knownOrigins(db, operatorId, [network, ...(device === undefined ? [] : [nameOf(device)])]);
  const isDevice = device !== undefined && known.has(nameOf(device));
  return { name: isDevice ? nameOf(device) : network, network, isDevice, known: isDevice || known.has(network) };
}

/** Whether an operator has signed in at the caller's device. Many people share a network, so it proves nothing. */
export const hasSignedInAt = async (db: Db, operatorId: string, { device }: Caller): Promise<boolean> =>
  device !== undefined && (await knownOrigins(db, operatorId, [nameOf(device)])).size > 0;

/**
 * Returns the key for the device's cookie: the browser's own if this service made it, which lets several operators
 * share a browser, otherwise a new one.
 */
export async function rememberOrigin(tx: Db, operatorId: string, { address, device }: Caller, now: Date) {
  const key = device !== undefined && (await isKnownAnywhere(tx, nameOf(device))) ? device : newKey();
  await noteOrigins(tx, operatorId, [nameOf(key), networkOf(address)], now);
  await forgetOldOrigins(tx, operatorId, new Date(now.getTime() - deviceSeconds * 1000), maxRemembered);
  return key;
}

const windowSeconds = 15 * 60;
/** Per e-mail address and origin. */
const maxOwn = 10;
/** Higher than the limit per address, because many people may share a network. */
const maxFromNetwork = 100;
/** Per e-mail address, over all networks that have never signed in with it. */
const maxFromUnknownOrigins = 100;

/** A known device is stopped only by its own tries, a known network only by tries from that network. */
function isTooMany({ own, fromOrigin, fromUnknownOrigins }: TryCounts, { isDevice, known }: Origin): boolean {
  return (
    own > maxOwn || (!isDevice && fromOrigin > maxFromNetwork) || (!known && fromUnknownOrigins > maxFromUnknownOrigins)
  );
}

/**
 * Verifies a password with `isRight` when its turn comes, if the origin has tries left. Tries are counted over all
 * processes. A try counts before it is verified, so that parallel tries cannot exceed the limit; a right password
 * deletes it.
 */
export async function withLimitedTries(
  { pool, turns }: { pool: Pool; turns: Turns },
  attempt: SignInTry,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const [id, now] = [newId(), new Date()];
  const since = new Date(now.getTime() - windowSeconds * 1000);
  await insertTry(pool, attempt, id, now);
  if (isTooMany(await countTries(pool, attempt, since), attempt.origin)) {
    // A refused try does not count: otherwise a caller who keeps trying would lock the operator out for ever.
    await deleteTry(pool, attempt.email, id);
    throw tooManyRequests(windowSeconds);
  }
  let begun = false;
  try {
    const right = await turns.run(attempt.origin.name, () => {
      begun = true;
      return isRight();
    });
    if (right) await forgetTries(pool, attempt, since);
    return right;
  } finally {
    // A try that failed while it was verified stays counted, so that the limit holds even after an error.
    if (!begun) await deleteTry(pool, attempt.email, id);
  }
}
