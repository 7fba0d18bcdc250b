export interface MailServer {
  host: string;
  /** Undefined for the default port. */
  port: number | undefined;
  /** TLS from the first byte, without STARTTLS. */
  secure: boolean;
  user: string | undefined;
  password: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

export interface MailSettings {
  server: MailServer;
  from: Mailbox;
}

/** Parses smtp://user:password@host:587, or smtps:// for TLS from the first byte; undefined for anything else. */
export function readMailServer(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (!['smtp:', 'smtps:'].includes(protocol) || hostname === '' || port === '0') return undefined;
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '') return undefined;
  if (username === '' && password !== '') return undefined;
  try {
    return {
      host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? undefined : Number(port),
      secure: protocol === 'smtps:',
      user: username === '' ? undefined : decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    return undefined;
  }
}

const bare = /^[^\s@<>"',;:()[\]\\]+@[^\s@<>"',;:()[\]\\]+$/;

export function readMailbox(text: string): Mailbox | undefined {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text);
  const [name, address] = named === null ? ['', text] : [named[1] as string, named[2] as string];
  if (!bare.test(address) || /\p{Cc}/u.test(name)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
