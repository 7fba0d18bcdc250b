import { StoreUnavailable, type StoreFailure } from '../unavailable.ts';

/** Fields of the SDK's errors; S3 adds the elements of its XML answer. */
interface SdkError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
  Region?: string;
}

const failures: Record<string, StoreFailure> = {
  NoSuchBucket: 'bucket',
  AccessDenied: 'rights',
  AllAccessDisabled: 'rights',
  AccountProblem: 'rights',
  CredentialsProviderError: 'credentials',
  ExpiredToken: 'credentials',
  InvalidAccessKeyId: 'credentials',
  InvalidToken: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  TokenRefreshRequired: 'credentials',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  PermanentRedirect: 'region',
  RequestTimeTooSkewed: 'clock',
  RequestExpired: 'clock',
  SlowDown: 'failing',
  RequestTimeout: 'failing',
  TooManyRequests: 'failing',
  TooManyRequestsException: 'failing',
};

export function asUnavailable(store: string, error: SdkError): StoreUnavailable {
  const region = error.Region === undefined ? '' : ` The bucket's region is ${error.Region}.`;
  return new StoreUnavailable(`${store} cannot be used: ${wordsOf(error)}${region}`, whyOf(error));
}

function whyOf(error: SdkError): StoreFailure {
  const status = error.$metadata?.httpStatusCode;
  const named = failures[error.name];
  if (named !== undefined) return named;
  if (error.message === 'Region is missing') return 'region';
  if (status === undefined) return 'unreachable';
  if (status === 301 || status === 307) return 'region';
  if (status === 403) return 'rights';
  return status >= 500 || status === 429 ? 'failing' : 'refused';
}

/** A name with several addresses fails with an AggregateError, whose own message is empty. */
function wordsOf(error: SdkError): string {
  const [first = error] = error instanceof AggregateError ? (error.errors as SdkError[]) : [error];
  const message = first.message.slice(0, 300).replace(/\.?$/, '.');
  return [first.name, first.code].includes('Error') || first.name === first.message
    ? message
    : `${first.name}: ${message}`;
}

const missing = new Set(['NoSuchKey', 'NotFound', 'PreconditionFailed']);

/** An object that is missing or does not meet a condition; a missing bucket is a failure. */
export const ifMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (missing.has((error as Error).name)) return instead;
    throw error;
  };

export const isNotImplemented = (error: unknown): boolean =>
  [405, 501].includes((error as SdkError).$metadata?.httpStatusCode ?? 0);
