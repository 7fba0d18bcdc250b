/** A host that begins with a slash is a socket's folder. */
export interface Host {
  host: string;
  port: number;
}

export interface DatabaseAddress {
  /** The driver accepts one host only, so this names the first. */
  url: string;
  hosts: Host[];
  /** Whether to connect only to the host that takes writes. It is looked up again after a promotion. */
  primary: boolean;
}

const defaultPort = 5432;
const maxHosts = 10;

/** The service writes, so it has no use for libpq's other values. */
const writableAttributes = new Set(['read-write', 'primary']);

/**
 * Parses a DATABASE_URL, which may name several hosts in the authority or as parameters, as libpq allows:
 * postgres://user@one:5432,two:5432/database?target_session_attrs=read-write. Undefined if it is malformed.
 */
export function readAddress(text: string): DatabaseAddress | undefined {
  const [, scheme, authority = '', rest = ''] = /^(postgres(?:ql)?):\/\/([^/?#]*)([^]*)$/.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const at = authority.lastIndexOf('@');
  const [user, named] = [authority.slice(0, at + 1), authority.slice(at + 1)];
  const [path = '', query] = rest.split(/\?([^]*)/);
  const parameters = new URLSearchParams(query);
  const attributes = parameters.get('target_session_attrs');
  if (attributes !== null && attributes !== 'any' && !writableAttributes.has(attributes)) return undefined;

  // A host among the parameters replaces the one in the authority.
  const hosts =
    parameters.get('host') === null
      ? inAuthority(named)
      : inParameters(parameters.get('host') as string, parameters.get('port') ?? '');
  if (hosts === undefined || hosts.length > maxHosts) return undefined;
  const primary = hosts.length > 1 || (attributes !== null && attributes !== 'any');
  if (!primary) return canParse(text) ? { url: text, hosts, primary } : undefined;

  const first = hosts[0] as Host;
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name);
  if (first.host.startsWith('/')) parameters.set('host', first.host);
  parameters.set('port', String(first.port));
  const url = `${scheme}://${user}${first.host.startsWith('/') ? '' : inBrackets(first.host)}${path === '' ? '/' : path}?${parameters.toString()}`;
  return canParse(url) ? { url, hosts, primary } : undefined;
}

/** A URL without a host names a socket: postgres://user@/database?host=/folder. */
const canParse = (url: string) => URL.canParse(url.replace('@/', '@localhost/').replace(':///', '://localhost/'));

const inBrackets = (host: string) => (host.includes(':') ? `[${host}]` : host);

function inAuthority(named: string): Host[] | undefined {
  const hosts = named.split(',').map((one) => {
    const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.%]+)\]|([^:[\]]*))(?::(\d*))?$/i.exec(one) ?? [];
    return hostAt(bracketed ?? plain, port ?? '');
  });
  return whole(hosts, named !== '');
}

function inParameters(named: string, ports: string): Host[] | undefined {
  const numbers = ports.split(',');
  const names = named.split(',');
  if (numbers.length > 1 && numbers.length !== names.length) return undefined;
  return whole(
    names.map((name, at) => hostAt(name, numbers[numbers.length === 1 ? 0 : at] as string)),
    true,
  );
}

function hostAt(host: string | undefined, port: string): Host | undefined {
  const number = port === '' ? defaultPort : Number(port);
  return host === undefined || !/^\d*$/.test(port) || number < 1 || number > 65_535
    ? undefined
    : { host: host.startsWith('%2F') ? decodeURIComponent(host) : host, port: number };
}

/** If no host is given, the driver uses its default; if there are several, each needs a name. */
const whole = (hosts: (Host | undefined)[], named: boolean): Host[] | undefined =>
  hosts.every((one) => one !== undefined && (one.host !== '' || (hosts.length === 1 && !named)))
    ? (hosts as Host[])
    : undefined;
