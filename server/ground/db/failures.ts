/** Told apart by SQLSTATE and system error codes, never by a constraint's name: Citus leaves that empty. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // query_canceled: statement_timeout, a database too slow to use.
  '57014',
  // read_only_sql_transaction: a replica, while the primary is being replaced.
  '25006',
  // idle_in_transaction_session_timeout
  '25P03',
  // io_error: the server's own disk fails.
  '58030',
]);

/** The embedded server's socket is a file, and missing while the server is down. Another missing file does not concern the database. */
const isSocketMissing = (error: unknown) =>
  codeOf(error) === 'ENOENT' && ['connect', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '');

/** The database cannot be reached or cannot serve now: worth another try later. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (isSocketMissing(error)) return true;
  // 08: connection exception; 53: out of connections, memory or disk; 57P: shutting down or starting up.
  if (lostCodes.has(code) || /^(08|53|57P)/.test(code)) return true;
  return (
    error instanceof Error &&
    /^Connection terminated|timeout exceeded when trying to connect|^timeout expired|Query read timeout|^Client has encountered a connection error|^Cannot use a pool after/.test(
      error.message,
    )
  );
}

/** A statement was given up because it took longer than it may. */
export const tookTooLong = (error: unknown): boolean => codeOf(error) === '57014';

/** Every connection of the pool was in use for longer than a caller waits. */
export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');

/** A setting that came with the connection was refused, as a pooler does. */
export const isSettingRefused = (error: unknown): boolean => codeOf(error) === '08P01';

/** The disk of the server, or of the files, has no room. */
export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** The role may not do what it was to do, or the files of the server are read-only: PostgreSQL has one code for both. */
export const isRightMissing = (error: unknown): boolean => codeOf(error) === '42501';

/** PostgreSQL refused a value itself (class 22), or it was too much for it (54): the input is at fault. */
export const isDataRefused = (error: unknown): boolean => /^(22|54)/.test(codeOf(error));

/**
 * Two transactions in each other's way, by a deadlock or by a unique key that both found free: the same statement succeeds, or finds it taken,
 * when it is run again.
 */
export const isWorthRepeating = (error: unknown): boolean => /^(40P01|40001|23505)$/.test(codeOf(error));
