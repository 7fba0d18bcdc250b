import { forgetOldOrigins, isKnownAnywhere, knownOrigins, noteOrigins } from './origins-store.ts';
import type { Db } from '../ground/db/pool.ts';
import { networkOf } from '../ground/http/arrival/network.ts';
import { newKey, hashToken } from '../ground/secrets/tokens.ts';

/** Where a request came from, and what its browser brought along. */
export interface Caller {
  address: string;
  session?: string | undefined;
  device?: string | undefined;
}

/** What tries of an operator's password are counted by. */
export interface Origin {
  /** The device where it has signed in as this operator before, otherwise the network. */
  name: string;
  network: string;
  isDevice: boolean;
  /** Whether somebody has signed in as this operator from there before. */
  known: boolean;
}

const rememberedDays = 365;
export const deviceSeconds = rememberedDays * 24 * 3600;
/** Of each operator, devices and networks apart. */
const mostRemembered = 20;

const nameOf = (device: string) => `device ${hashToken(device).toString('hex')}`;

/** An operator who does not exist is known from nowhere, and takes the same statements. */
export async function originOf(db: Db, operatorId: string | undefined, { address, device }: Caller): Promise<Origin> {
  const network = networkOf(address);
  const known = await knownOrigins(db, operatorId, [network, ...(device === undefined ? [] : [nameOf(device)])]);
  const isDevice = device !== undefined && known.has(nameOf(device));
  return { name: isDevice ? nameOf(device) : network, network, isDevice, known: isDevice || known.has(network) };
}

/**
 * Remembers where an operator has signed in from; the answer is the key for the device's cookie. A key that this service
 * did not make is never taken over, but several operators may share a browser.
 */
export async function rememberOrigin(
  tx: Db,
  operatorId: string,
  { address, device }: Caller,
  now: Date,
): Promise<string> {
  const kept = device !== undefined && (await isKnownAnywhere(tx, nameOf(device))) ? device : newKey();
  await noteOrigins(tx, operatorId, [nameOf(kept), networkOf(address)], now);
  await forgetOldOrigins(tx, operatorId, new Date(now.getTime() - deviceSeconds * 1000), mostRemembered);
  return kept;
}
