import { networkOf } from '../ground/http/arrival/network.ts';

const minute = 60_000;
const hour = 60 * minute;
const mostOfNetworkInMinute = 6;
const mostInHour = 1_000;

/**
 * Which calls of nobody are kept: anybody can make any number of them, and each would be a row. A few a minute from each network
 * are enough to find out why a partner is refused. No more networks are remembered than calls are kept.
 */
export function createSample(): (address: string, now: number) => boolean {
  const inMinute = new Map<string, number>();
  let [thisMinute, thisHour, inHour] = [0, 0, 0];

  return (address, now) => {
    if (Math.floor(now / minute) !== thisMinute) {
      thisMinute = Math.floor(now / minute);
      inMinute.clear();
    }
    if (Math.floor(now / hour) !== thisHour) [thisHour, inHour] = [Math.floor(now / hour), 0];
    if (inHour >= mostInHour) return false;
    const network = networkOf(address);
    const already = inMinute.get(network) ?? 0;
    if (already >= mostOfNetworkInMinute) return false;
    inMinute.set(network, already + 1);
    inHour += 1;
    return true;
  };
}
