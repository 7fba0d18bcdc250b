import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { baseUrl, readConfig } from './config.ts';
import { CommandError } from './errors/command-error.ts';

function refusal(key: string, value: string): CommandError | undefined {
  try {
    readConfig({ [key]: value });
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

const wrongNumbers = ['-1', '1.5', '1e3', '0x10', 'many', '99999999999999999999', '10 20', '１２'];

const wrongValues: Record<string, string[]> = {
  PORT: [...wrongNumbers, '65536'],
  DATABASE_POOL_SIZE: [...wrongNumbers, '0', '1', '501'],
  OPERATOR_POOL_SIZE: [...wrongNumbers, '0', '1', '101'],
  JOBS: ['inside', 'yes', 'worker'],
  DEMO: ['yes', 'full', 'none'],
  DATABASE_POOLING: ['none', 'statement', 'transactions'],
  RATE_LIMIT_PER_SECOND: [...wrongNumbers, '1000001'],
  BODY_LIMIT_BYTES: [...wrongNumbers, '1023', '67108865', '2MB'],
  ATTACH_BODY_LIMIT_BYTES: [...wrongNumbers, '1023', '402653185'],
  FILE_LIMIT_BYTES: [...wrongNumbers, '1023', '268435457'],
  TRACE_DAYS: [...wrongNumbers, '0', '3651'],
  AUDIT_KEPT_DAYS: [...wrongNumbers, '36501', '7y'],
  TRACE_MEGABYTES: [...wrongNumbers, '0', '1048577'],
  EVENTS_KEPT_DAYS: [...wrongNumbers, '0', '89', '36501'],
  VOUCHER_YEARS: [...wrongNumbers, '6', '101'],
  INVITATIONS_KEPT_DAYS: [...wrongNumbers, '0', '3651'],
  SIGN_IN_TRIES_KEPT_HOURS: [...wrongNumbers, '0', '8761'],
  WEBHOOKS_ALLOW_PRIVATE: ['yes', '1', 'on'],
  WEBHOOKS_ALLOW_HTTP: ['yes', '1', 'on'],
  WEBHOOK_ATTEMPTS_KEPT_DAYS: [...wrongNumbers, '0', '3651'],
  FILES_URL: [
    'bucket',
    's3:bucket',
    's3://',
    's3://B',
    's3://b',
    'https://bucket',
    's3://bucket//x',
    's3://bucket/a b',
    's3://bucket?x',
  ],
  S3_ENDPOINT: ['storage.example.com', 's3://x', 'https://a?b', 'https://a#b'],
  CLAMD_URL: ['127.0.0.1:3310', 'tcp://', 'tcp://host/path', 'unix:relative', 'http://host:3310'],
  FILES_VERIFY: ['yes', '1', 'on'],
  BACKUP_URL: ['s3:bucket', 's3://', 's3://bucket//x', 'https://bucket', 'file:///backups'],
  BACKUP_AT: ['2', '24:00', '2:60', '02:30:00', 'night', '2.30'],
  BACKUPS_KEPT: [...wrongNumbers, '10001'],
  LOG_LEVEL: ['loud', 'information', 'info,debug', '1'],
  BASE_PATH: ['partners', '/a//b', '/a b', '/a?b', '/a#b', '//', '/{id}', '/:id', '/*', '/å', '/../x', '/.'],
  SECURITY_CONTACT: ['security@example.com', 'http://example.com', 'mailto:a@b\nExpires: x'],
  PUBLIC_URL: [
    'partners.example.com',
    'ftp://partners.example.com',
    'https://',
    'https://a.example?b',
    'https://a.example#b',
    'http://a b',
  ],
  TRUST_PROXY: [
    'yes',
    '10.0.0.1;10.0.0.2',
    '-1',
    '1.5',
    'proxy.example.com',
    '10.0.0.1,,10.0.0.2',
    '10.0.0.256',
    '10.0.0',
    '10.0.0.0/33',
    ':::',
    'fd00::/129',
    '/8',
  ],
};

describe.each(Object.entries(wrongValues))('%s', (key, values) => {
  it.each(values)('refuses %j with the key, the value and what it takes, in one sentence', (value) => {
    const error = refusal(key, value);
    expect(error).toMatchObject({ exitCode: 2, message: expect.stringMatching(/^[^\n]+, but it takes [^\n]+\.$/) });
    expect(error?.message.startsWith(`${key} is ${JSON.stringify(value)}, but it takes `)).toBe(true);
  });
});

describe.each(['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS'])('%s', (key) => {
  const bytes = Buffer.alloc(32, 7);
  const read = (value: string) => {
    const { secretsKey, secretsKeyPrevious } = readConfig({ [key]: value });
    return key === 'SECRETS_KEY' ? secretsKey : secretsKeyPrevious;
  };

  it('takes 32 bytes, in hexadecimal or base64', () => {
    expect(read(bytes.toString('hex'))).toEqual(bytes);
    expect(read(bytes.toString('base64'))).toEqual(bytes);
    expect(read('')).toBeUndefined();
  });

  it.each(['a-password', '07'.repeat(31), Buffer.alloc(16).toString('base64')])(
    'refuses %j without showing it',
    (value) =>
      expect(refusal(key, value)).toMatchObject({
        exitCode: 2,
        message: `${key} is "…", but it takes 32 bytes, as 64 hexadecimal digits or in base64.`,
      }),
  );
});

describe('SMTP_URL and MAIL_FROM', () => {
  const from = { MAIL_FROM: 'doorway@example.com' };

  it('say who sends, through which server', () => {
    const { mail } = readConfig({
      SMTP_URL: 'smtp://door%40example.com:p%2Fw@mail.example.com:587',
      MAIL_FROM: 'Doorway <d@example.com>',
    });
    expect(mail).toEqual({
      server: { host: 'mail.example.com', port: 587, secure: false, user: 'door@example.com', password: 'p/w' },
      from: { name: 'Doorway', address: 'd@example.com' },
    });
    expect(readConfig({ SMTP_URL: 'smtps://[::1]', ...from }).mail).toEqual({
      server: { host: '::1', port: undefined, secure: true, user: undefined, password: '' },
      from: { name: '', address: 'doorway@example.com' },
    });
    expect(readConfig({}).mail).toBeUndefined();
    expect(readConfig(from).mail).toBeUndefined();
  });

  it.each([
    'mail.example.com',
    'http://u:secret@mail.example.com',
    'smtp://',
    'smtp://u:secret@mail.example.com/path',
    'smtp://u:secret@mail.example.com?pool=true',
    'smtp://:secret@mail.example.com',
    'smtp://u:secret%@mail.example.com',
    'smtp://u:secret@mail.example.com:0',
    'smtp://u:secret@mail.example.com:99999',
  ])('refuses the server %s with a sentence that keeps the password to itself', (url) => {
    const refused = () => readConfig({ SMTP_URL: url, ...from });
    expect(refused).toThrow(/^SMTP_URL is ".*:\/\/…", but it takes an address such as smtp:/);
    expect(refused).not.toThrow(/secret/);
  });

  it.each(['doorway', 'a@b, c@d', 'a b@c', 'Name <a@b', '<a@b> more', 'a@b\nBcc: c@d', 'N\u0000 <a@b>'])(
    'refuses the sender %j',
    (sender) => {
      expect(() => readConfig({ MAIL_FROM: sender })).toThrow(/^MAIL_FROM is .*, but it takes an e-mail address/);
    },
  );

  it('go together: a server without a sender is refused', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.com' })).toThrow(
      /^SMTP_URL is set, but MAIL_FROM is not: it takes an e-mail address/,
    );
  });
});

describe('DATABASE_URL', () => {
  it.each([
    'host/database',
    'mysql://a:secret@b/c',
    'postgres:secret@b/c',
    'postgres://a:secret@b:port/c',
    'postgres://a:secret@b:99999/c',
    '//a:secret@b',
    'postgres://a:secret@b:5432,/c',
    'postgres://a:secret@b,c:port/d',
    'postgres://a:secret@/d?host=b,c,e&port=1,2',
    'postgres://a:secret@b,c/d?target_session_attrs=standby',
    'postgres://a:secret@b/c?target_session_attrs=wrong',
    `postgres://a:secret@${Array.from({ length: 11 }, (_, n) => `h${n}`).join(',')}/c`,
  ])('refuses %j and does not show what may be a password', (value) => {
    const error = refusal('DATABASE_URL', value);
    expect(error).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^DATABASE_URL is ".*", but it takes an address such as [^\n]+\.$/),
    });
    expect(error?.message).not.toContain('secret');
  });

  it.each([
    'postgres://user:password@db.example.com:5432/doorway?sslmode=require',
    'postgresql://user@[::1]/doorway',
    // libpq's form: a user, no host, and the socket's folder as a parameter.
    'postgres://user@/doorway?host=%2Fvar%2Frun%2Fpostgresql&port=5433',
    'postgres:///doorway?host=/var/run/postgresql',
    'postgres://user:password@one:5432,two:5433/doorway?target_session_attrs=read-write',
    'postgresql://user@one,[::1]:5433/doorway?sslmode=no-verify',
    'postgres://user@/doorway?host=/run/one,/run/two&port=5432&target_session_attrs=primary',
  ])('takes %j', (value) => {
    expect(readConfig({ DATABASE_URL: value }).databaseUrl).toBe(value);
  });
});

it('has the documented defaults, reached from this machine only', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    jobs: 'on',
    demo: 'on',
    databaseUrl: undefined,
    databasePooling: 'session',
    poolSize: 10,
    operatorPoolSize: 5,
    basePath: '',
    publicUrl: undefined,
    logLevel: 'info',
    rateLimitPerSecond: 0,
    unknownCallsPerMinute: 600,
    stallSeconds: 30,
    drainSeconds: 0,
    trustProxy: false,
    bodyLimit: 2 * 1024 * 1024,
    attachBodyLimit: 35 * 1024 * 1024,
    fileLimit: 25 * 1024 * 1024,
    docs: 'on',
    metrics: 'on',
    insidePort: 9080,
    insideHost: '127.0.0.1',
    traceDays: 30,
    auditKeptDays: 2555,
    traceBytes: 1024 * 1024 * 1024,
    eventsKeptDays: 3650,
    voucherYears: 7,
    invitationsKeptDays: 30,
    signInTriesKeptHours: 24,
    webhooksAllowPrivate: false,
    webhooksAllowHttp: false,
    secretsKey: undefined,
    secretsKeyPrevious: undefined,
    webhookAttemptsKeptDays: 30,
    filesBucket: undefined,
    s3Endpoint: undefined,
    scanner: undefined,
    verifiesFiles: true,
    backups: undefined,
    backupAt: { hour: 2, minute: 30 },
    backupsKept: 14,
    backupKey: undefined,
  });
});

it('shows no password of an address', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'https://key:hidden@storage.example.com' })).toThrow(
    /^S3_ENDPOINT is "https:\/\/…@storage\.example\.com", but it takes/,
  );
});

it('takes an empty or blank value for none, and ignores white space around one', () => {
  expect(
    readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '', BASE_PATH: '', LOG_LEVEL: '\t', TRUST_PROXY: '' }),
  ).toEqual(readConfig({}));
  expect(readConfig({ PORT: ' 81 ', LOG_LEVEL: 'WARN' })).toMatchObject({ port: 81, logLevel: 'warn' });
});

it.each([
  ['PORT', '0', 'port', 0],
  ['PORT', '65535', 'port', 65535],
  ['AUDIT_KEPT_DAYS', '0', 'auditKeptDays', 0],
  ['BASE_PATH', '/', 'basePath', ''],
  ['BASE_PATH', '/partners/v1/', 'basePath', '/partners/v1'],
  ['SECURITY_CONTACT', 'mailto:security@example.com', 'securityContact', 'mailto:security@example.com'],
  ['PUBLIC_URL', 'https://partners.example.com/', 'publicUrl', 'https://partners.example.com'],
  ['FILES_URL', 's3://bucket', 'filesBucket', { bucket: 'bucket', prefix: '' }],
  ['FILES_URL', 's3://my.bucket/a/b/', 'filesBucket', { bucket: 'my.bucket', prefix: 'a/b/' }],
  ['S3_ENDPOINT', 'http://127.0.0.1:4568/', 's3Endpoint', 'http://127.0.0.1:4568'],
  ['CLAMD_URL', 'tcp://scanner', 'scanner', { host: 'scanner', port: 3310 }],
  ['CLAMD_URL', 'tcp://[::1]:99', 'scanner', { host: '::1', port: 99 }],
  ['CLAMD_URL', 'unix:/run/clamav/clamd.ctl', 'scanner', { path: '/run/clamav/clamd.ctl' }],
  ['FILES_VERIFY', 'false', 'verifiesFiles', false],
  ['BACKUP_URL', '/srv/backups', 'backups', { folder: '/srv/backups' }],
  ['BACKUP_URL', 's3://bucket/some/prefix', 'backups', { bucket: 'bucket', prefix: 'some/prefix/' }],
  ['BACKUP_URL', 'elsewhere', 'backups', 'elsewhere'],
  ['BACKUP_AT', '5:07', 'backupAt', { hour: 5, minute: 7 }],
  ['BACKUPS_KEPT', '0', 'backupsKept', 0],
  ['BACKUP_KEY', '00'.repeat(32), 'backupKey', Buffer.alloc(32)],
  ['TRUST_PROXY', 'true', 'trustProxy', true],
  ['TRUST_PROXY', 'false', 'trustProxy', false],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8,fd00::/8, ::1', 'trustProxy', ['loopback', '10.0.0.0/8', 'fd00::/8', '::1']],
])('%s=%s is %s %j', (key, value, name, expected) => {
  expect(readConfig({ [key]: value })).toHaveProperty(name, expected);
});

it('names an address that can be opened, whatever the service listens on', () => {
  const at = (env: Record<string, string>) => baseUrl(readConfig(env), 8080);
  expect(at({})).toBe('http://127.0.0.1:8080');
  expect(at({ HOST: '0.0.0.0' })).toBe('http://localhost:8080');
  expect(at({ HOST: '::' })).toBe('http://localhost:8080');
  expect(at({ HOST: '::1', BASE_PATH: '/door' })).toBe('http://[::1]:8080/door');
  expect(at({ PUBLIC_URL: 'https://partners.example.com', BASE_PATH: '/door' })).toBe(
    'https://partners.example.com/door',
  );
});
