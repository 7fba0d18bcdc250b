/** Errors are recognised by SQLSTATE and system codes, never by a constraint's name: Citus leaves it empty. */
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
  // io_error: the server's disk fails.
  '58030',
]);

/**
 * The embedded server's socket is a file that is missing while the server is down. Other missing files do not concern
 * the database.
 */
const isSocketMissing = (error: unknown) =>
  codeOf(error) === 'ENOENT' && ['connect', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '');

/**
 * A node of a Citus cluster has lost its connection to another one. Citus and libpq have no code of their own for these,
 * so they come with the code of internal errors.
 */
const isNodeLost = (error: unknown) =>
  codeOf(error) === 'XX000' &&
  /^failure on connection marked as essential|^server closed the connection unexpectedly|^could not (?:receive data from|send data to) server|^no connection to the server|^connection not open/.test(
    (error as Error).message,
  );

export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (isSocketMissing(error) || isNodeLost(error)) return true;
  // 08: connection exception; 53: out of connections, memory or disk; 57P: shutting down or starting up.
  if (lostCodes.has(code) || /^(08|53|57P)/.test(code)) return true;
  return (
    error instanceof Error &&
    /^Connection terminated|timeout exceeded when trying to connect|^timeout expired|Query read timeout|^Client has encountered a connection error|^Cannot use a pool after/.test(
      error.message,
    )
  );
}

export const tookTooLong = (error: unknown): boolean => codeOf(error) === '57014';

/** lock_timeout */
export const isLockRefused = (error: unknown): boolean => codeOf(error) === '55P03';

export const isPoolBusy = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');

export const isSettingRefused = (error: unknown): boolean => codeOf(error) === '08P01';

export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(codeOf(error));

/** The role lacks a right, or the server's files are read-only: PostgreSQL has one code for both. */
export const isRightMissing = (error: unknown): boolean => codeOf(error) === '42501';

export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';

/** A lock was not free within lock_timeout, or two waited for each other. */
export const isLockBusy = (error: unknown): boolean => isLockRefused(error) || isDeadlock(error);

export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503';

export const isConstraintViolated = (error: unknown): boolean => codeOf(error).startsWith('23');

/** PostgreSQL refused a value (class 22) or a limit was exceeded (class 54): the input is at fault. */
export const isDataRefused = (error: unknown): boolean => /^(22|54)/.test(codeOf(error));

/**
 * Two transactions conflict, by a deadlock or by a unique key that both found free. A repeated statement succeeds or
 * finds the key taken.
 */
export const isWorthRepeating = (error: unknown): boolean => /^(40P01|40001|23505)$/.test(codeOf(error));

export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 5 || !isWorthRepeating(error)) throw error;
    }
  }
}
