import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { CommandError } from './errors/command-error.ts';
import { readAddress } from './ground/db/connect/address.ts';
import {
  readBucketAddress,
  readScannerAddress,
  type BucketAddress,
  type ScannerAddress,
} from './ground/files/address.ts';
import { readDestination, type Destination } from './ground/objects/destination.ts';
import { isIssuer } from './ground/http/outside/issuer.ts';
import { readKey } from './ground/secrets/seal.ts';
import { readMailbox, readMailServer, type MailSettings } from './ground/mail/address.ts';

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  jobs: 'on' | 'off';
  /** The demo company of an unused embedded database: with its first invoices, without them, or none. */
  demo: 'on' | 'empty' | 'off';
  /** If undefined, the embedded database under dataDir is used. */
  databaseUrl: string | undefined;
  databasePooling: 'session' | 'transaction';
  /** For partners; operators have as many of their own. */
  poolSize: number;
  operatorPoolSize: number;
  /** '' or a prefix such as '/door', without a trailing slash. */
  basePath: string;
  publicUrl: string | undefined;
  /** For /.well-known/security.txt, which is not served without it. */
  securityContact: string | undefined;
  logLevel: LogLevel;
  rateLimitPerSecond: number;
  /** Unauthenticated calls allowed per network per minute. */
  unknownCallsPerMinute: number;
  /** How long a client may pause while it sends its body or reads its answer. */
  stallSeconds: number;
  /** How long the process still answers requests after it was told to stop. */
  drainSeconds: number;
  trustProxy: boolean | number | string[];
  bodyLimit: number;
  attachBodyLimit: number;
  fileLimit: number;
  docs: Exposure;
  metrics: Exposure;
  insidePort: number;
  insideHost: string;
  /** How long the records of partners' calls are kept. */
  traceDays: number;
  /** 0 keeps them for ever. */
  auditKeptDays: number;
  /** Limit of one company's records of calls. TRACE_MEGABYTES sets it in mebibytes (2^20 bytes). */
  traceBytes: number;
  eventsKeptDays: number;
  /** Years after the calendar year of an invoice for which the law asks for it. */
  voucherYears: number;
  /** Counted from their use or expiry. */
  invitationsKeptDays: number;
  signInTriesKeptHours: number;
  /** Allows private addresses and connections without TLS. */
  webhooksAllowPrivate: boolean;
  webhooksAllowHttp: boolean;
  webhookAttemptsKeptDays: number;
  /** Encrypts the secrets of webhooks; if undefined, the key is in a file under dataDir. */
  secretsKey: Buffer | undefined;
  secretsKeyPrevious: Buffer | undefined;
  mail: MailSettings | undefined;
  /** A directory by which operators sign in; administrators can add others. */
  directory: DirectoryConfig | undefined;
  /** If undefined, attached files are stored under dataDir. */
  filesBucket: BucketAddress | undefined;
  /** For a store that is compatible with S3; if undefined, Amazon's. */
  s3Endpoint: string | undefined;
  /** Every file is scanned before it is stored; if undefined, none is. */
  scanner: ScannerAddress | undefined;
  /** Whether a share of all files is verified every night. */
  verifiesFiles: boolean;
  /** The place of nightly backups; 'elsewhere' if other means take them. If undefined, only commands take backups. */
  backups: Destination | 'elsewhere' | undefined;
  /** The time of day of the nightly backup, in the time zone of the process. */
  backupAt: { hour: number; minute: number };
  /** Good backups that are kept; 0 keeps all. */
  backupsKept: number;
  /** Encrypts backups; if undefined, they are not encrypted. */
  backupKey: Buffer | undefined;
}

export interface DirectoryConfig {
  name: string;
  issuer: string;
  clientId: string;
  secret: string | undefined;
  scopes: string;
}

const exposures = ['on', 'off', 'inside'] as const;
export type Exposure = (typeof exposures)[number];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

type Environment = Record<string, string | undefined>;

/** The only reader of the environment. docs/configuration.md describes every key. */
export function readConfig(env: Environment): Config {
  const bodyLimit = wholeNumber(env, 'BODY_LIMIT_BYTES', 2 * 1024 * 1024, 1024, 64 * 1024 * 1024);
  const fileLimit = wholeNumber(env, 'FILE_LIMIT_BYTES', 25 * 1024 * 1024, 1024, 256 * 1024 * 1024);
  const attachBodyLimit = wholeNumber(env, 'ATTACH_BODY_LIMIT_BYTES', 35 * 1024 * 1024, 1024, 384 * 1024 * 1024);
  return {
    port: wholeNumber(env, 'PORT', 8080, 0, 65535),
    host: text(env, 'HOST') ?? '127.0.0.1',
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    jobs: oneOf(env, 'JOBS', ['on', 'off'], 'on'),
    demo: oneOf(env, 'DEMO', ['on', 'empty', 'off'], 'on'),
    databaseUrl: databaseUrl(env),
    databasePooling: oneOf(env, 'DATABASE_POOLING', ['session', 'transaction'], 'session'),
    poolSize: wholeNumber(env, 'DATABASE_POOL_SIZE', 10, 2, 500),
    operatorPoolSize: wholeNumber(env, 'OPERATOR_POOL_SIZE', 5, 2, 100),
    basePath: basePath(env),
    publicUrl: publicUrl(env),
    securityContact: securityContact(env),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    rateLimitPerSecond: wholeNumber(env, 'RATE_LIMIT_PER_SECOND', 0, 0, 1_000_000),
    unknownCallsPerMinute: wholeNumber(env, 'UNKNOWN_CALLS_PER_MINUTE', 600, 0, 1_000_000),
    stallSeconds: wholeNumber(env, 'STALL_SECONDS', 30, 1, 600),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 0, 0, 300),
    trustProxy: trustProxy(env),
    bodyLimit,
    attachBodyLimit,
    fileLimit,
    docs: oneOf(env, 'DOCS', exposures, 'on'),
    metrics: oneOf(env, 'METRICS', exposures, 'on'),
    insidePort: wholeNumber(env, 'INSIDE_PORT', 9080, 0, 65535),
    insideHost: text(env, 'INSIDE_HOST') ?? '127.0.0.1',
    traceDays: wholeNumber(env, 'TRACE_DAYS', 30, 1, 3650),
    auditKeptDays: wholeNumber(env, 'AUDIT_KEPT_DAYS', 2555, 0, 36_500),
    traceBytes: wholeNumber(env, 'TRACE_MEGABYTES', 1024, 1, 1024 * 1024) * 1024 * 1024,
    eventsKeptDays: wholeNumber(env, 'EVENTS_KEPT_DAYS', 3650, 90, 36_500),
    // The law of bookkeeping asks for seven years.
    voucherYears: wholeNumber(env, 'VOUCHER_YEARS', 7, 7, 100),
    invitationsKeptDays: wholeNumber(env, 'INVITATIONS_KEPT_DAYS', 30, 1, 3650),
    // Attempts count for 15 minutes, so they must be kept at least that long.
    signInTriesKeptHours: wholeNumber(env, 'SIGN_IN_TRIES_KEPT_HOURS', 24, 1, 8760),
    webhooksAllowPrivate: yesOrNo(env, 'WEBHOOKS_ALLOW_PRIVATE', false),
    webhooksAllowHttp: yesOrNo(env, 'WEBHOOKS_ALLOW_HTTP', false),
    webhookAttemptsKeptDays: wholeNumber(env, 'WEBHOOK_ATTEMPTS_KEPT_DAYS', 30, 1, 3650),
    secretsKey: key(env, 'SECRETS_KEY'),
    secretsKeyPrevious: key(env, 'SECRETS_KEY_PREVIOUS'),
    mail: mail(env),
    directory: directory(env),
    filesBucket: parsed(
      env,
      'FILES_URL',
      readBucketAddress,
      'an address such as s3://bucket or s3://bucket/prefix, or nothing for the folder DATA_DIR/files',
    ),
    s3Endpoint: parsed(env, 'S3_ENDPOINT', readEndpoint, 'an address such as https://storage.example.com'),
    scanner: parsed(
      env,
      'CLAMD_URL',
      readScannerAddress,
      'an address such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl',
    ),
    verifiesFiles: yesOrNo(env, 'FILES_VERIFY', true),
    backups: parsed(
      env,
      'BACKUP_URL',
      (value) => (value === 'elsewhere' ? value : readDestination(value)),
      'a folder, an address such as s3://bucket/prefix, or elsewhere',
    ),
    backupAt: parsed(env, 'BACKUP_AT', readTimeOfDay, 'a time of day such as 02:30') ?? { hour: 2, minute: 30 },
    backupsKept: wholeNumber(env, 'BACKUPS_KEPT', 14, 0, 10_000),
    backupKey: key(env, 'BACKUP_KEY'),
  };
}

function text(env: Environment, key: string): string | undefined {
  const value = env[key]?.trim();
  return value === '' ? undefined : value;
}

const wrong = (key: string, value: string, takes: string) =>
  new CommandError(`${key} is ${JSON.stringify(value)}, but it takes ${takes}.`, 2);

function wholeNumber(env: Environment, key: string, fallback: number, least: number, most: number): number {
  const value = text(env, key);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw wrong(key, value, `a whole number from ${least} to ${most}`);
  return number;
}

function oneOf<const T extends string>(env: Environment, key: string, choices: readonly T[], fallback: T): T {
  const value = text(env, key);
  if (value === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === value.toLowerCase());
  if (choice === undefined) throw wrong(key, value, `one of ${choices.join(', ')}`);
  return choice;
}

const yesOrNo = (env: Environment, key: string, fallback: boolean): boolean =>
  oneOf(env, key, ['true', 'false'], fallback ? 'true' : 'false') === 'true';

function parsed<T>(
  env: Environment,
  key: string,
  read: (value: string) => T | undefined,
  takes: string,
): T | undefined {
  const value = text(env, key);
  if (value === undefined) return undefined;
  const found = read(value);
  // A password in an address must not be shown.
  if (found === undefined) throw wrong(key, value.replace(/\/\/[^/]*@/, '//…@'), takes);
  return found;
}

function readTimeOfDay(value: string): Config['backupAt'] | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(value) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

function readEndpoint(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && url.username + url.password + url.search + url.hash === '';
  return isPlain && ['http:', 'https:'].includes(url.protocol) ? value.replace(/\/+$/, '') : undefined;
}

function databaseUrl(env: Environment): string | undefined {
  const value = text(env, 'DATABASE_URL');
  if (value === undefined) return undefined;
  const takes =
    'an address such as postgres://user@host:5432/database, or postgres://user@one:5432,two:5432/database?target_session_attrs=read-write';
  // The value contains a password, so the message shows only the scheme.
  const scheme = /^([a-z]+):\/\//i.exec(value)?.[1];
  if (readAddress(value) === undefined) throw wrong('DATABASE_URL', `${scheme ?? '…'}://…`, takes);
  return value;
}

function key(env: Environment, name: string): Buffer | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const bytes = readKey(value);
  // The message must not show the value.
  if (bytes === undefined) throw wrong(name, '…', '32 bytes, as 64 hexadecimal digits or in base64');
  return bytes;
}

function mail(env: Environment): Config['mail'] {
  const [url, sender] = [text(env, 'SMTP_URL'), text(env, 'MAIL_FROM')];
  const from = sender === undefined ? undefined : readMailbox(sender);
  const takes = 'an e-mail address, such as doorway@example.com or Doorway <doorway@example.com>';
  if (sender !== undefined && from === undefined) throw wrong('MAIL_FROM', sender, takes);
  if (url === undefined) return undefined;
  const server = readMailServer(url);
  // The value contains a password, so the message shows only the scheme.
  const scheme = /^([a-z]+):\/\//i.exec(url)?.[1];
  if (server === undefined)
    throw wrong(
      'SMTP_URL',
      `${scheme ?? '…'}://…`,
      'an address such as smtp://user:password@host:587 or smtps://user:password@host',
    );
  if (from === undefined) throw new CommandError(`SMTP_URL is set, but MAIL_FROM is not: it takes ${takes}.`, 2);
  return { server, from };
}

function directory(env: Environment): Config['directory'] {
  const [issuer, clientId, secret] = [
    text(env, 'OIDC_ISSUER'),
    text(env, 'OIDC_CLIENT_ID'),
    text(env, 'OIDC_CLIENT_SECRET'),
  ];
  const [named, scopes = 'openid profile email'] = [text(env, 'OIDC_NAME'), text(env, 'OIDC_SCOPES')];
  if (issuer === undefined) return undefined;
  if (!isIssuer(issuer)) throw wrong('OIDC_ISSUER', issuer, 'an address such as https://login.example.com/realms/acme');
  if (clientId === undefined)
    throw new CommandError(
      'OIDC_ISSUER is set, but OIDC_CLIENT_ID is not: it takes the id that the directory gave.',
      2,
    );
  if (!scopes.split(/\s+/).includes('openid')) throw wrong('OIDC_SCOPES', scopes, 'names with openid among them');
  return { name: named ?? new URL(issuer).hostname, issuer, clientId, secret, scopes };
}

function basePath(env: Environment): string {
  const value = text(env, 'BASE_PATH');
  if (value === undefined || value === '/') return '';
  // Clients resolve . and .. themselves, so such a path would never be requested.
  if (!/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+\/?$/.test(value))
    throw wrong('BASE_PATH', value, 'a path such as /partners, or nothing');
  return value.replace(/\/$/, '');
}

function securityContact(env: Environment): string | undefined {
  const value = text(env, 'SECURITY_CONTACT');
  if (value === undefined || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(value)) return value;
  throw wrong(
    'SECURITY_CONTACT',
    value,
    'an address such as mailto:security@example.com or https://example.com/security',
  );
}

function publicUrl(env: Environment): string | undefined {
  const value = text(env, 'PUBLIC_URL');
  if (value === undefined) return undefined;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if ((parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') || parsed.search !== '' || parsed.hash !== '')
    throw wrong('PUBLIC_URL', value, 'an address such as https://partners.example.com, BASE_PATH left out');
  return value.replace(/\/+$/, '');
}

function trustProxy(env: Environment): Config['trustProxy'] {
  const value = text(env, 'TRUST_PROXY');
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d+$/.test(value)) return Number(value);
  const addresses = value.split(',').map((part) => part.trim());
  if (!addresses.every(isProxy))
    throw wrong('TRUST_PROXY', value, 'true, false, a number of proxies, or their addresses with commas between');
  return addresses;
}

function isProxy(text: string): boolean {
  const [address = '', bits = '1', ...rest] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] as number;
  const isNetwork = rest.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most;
  return isNetwork || ['loopback', 'linklocal', 'uniquelocal'].includes(text);
}

export function baseUrl(config: Config, port: number): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return (
    (config.publicUrl ?? `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${port}`) +
    config.basePath
  );
}

export const operatorPath = (basePath: string) => `${basePath}/operator/v1`;
