import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The public range of IPv6. Many other ranges lead back inside, such as ::127.0.0.1. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's platform service: it looks public but answers only inside the cloud. */
const inside = new Set(['168.63.129.16']);

/**
 * Whether an address is on the public internet. Private, loopback, link-local (cloud metadata), shared and reserved
 * addresses are not, nor is an IPv6 address that contains an IPv4 one (mapped, translated or tunnelled).
 */
export function isPublicAddress(text: string): boolean {
  if (inside.has(text) || isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && (address.zoneId !== undefined || !address.match(globalUnicast))) return false;
  return address.range() === 'unicast';
}

/**
 * Ports of other protocols, such as SSH, mail and IRC, whose servers could take a message for commands: the "bad ports"
 * of the Fetch standard (https://fetch.spec.whatwg.org/#port-blocking), which browsers also refuse, and 0.
 */
const blocked = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A URL leaves out the default port of its scheme, which is never blocked. */
export const hasBlockedPort = ({ port }: URL): boolean => port !== '' && blocked.has(Number(port));
