import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What the registries give out to the public. IPv6 has many other ranges that lead back inside, such as ::127.0.0.1. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses that look public and answer inside a cloud only: the platform's own service in Azure. */
const inside = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public internet. No private, loopback, link-local (where clouds keep their metadata), shared
 * or reserved one is, nor an IPv6 address that carries an IPv4 one (mapped, translated or tunnelled): who knows where it leads.
 */
export function isPublicAddress(text: string): boolean {
  if (inside.has(text) || isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && (address.zoneId !== undefined || !address.match(globalUnicast))) return false;
  return address.range() === 'unicast';
}
