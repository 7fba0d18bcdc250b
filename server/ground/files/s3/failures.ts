import { StoreUnavailable, type StoreFailure } from '../unavailable.ts';

/** Fields of the SDK's errors; S3 adds the elements of its XML answer. */
interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
  Region?: string;
}

const failures: Record<string, StoreFailure> = {
  NoSuchBucket: 'bucket',
  AccessDenied: 'rights',
  AccountProblem: 'rights',
  AllAccessDisabled: 'rights',
  CredentialsProviderError: 'credentials',
  ExpiredToken: 'credentials',
  InvalidAccessKeyId: 'credentials',
  InvalidToken: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  TokenRefreshRequired: 'credentials',
  AuthorizationHeaderMalformed: 'region',
  PermanentRedirect: 'region',
  RequestTimeTooSkewed: 'clock',
  RequestTimeout: 'failing',
};

export function asUnavailable(store: string, error: SdkError): StoreUnavailable {
  const region = error.Region ?? error.$response?.headers?.['x-amz-bucket-region'];
  const words = `${store} cannot be used: ${wordsOf(error)}.`;
  return new StoreUnavailable(region === undefined ? words : `${words} The bucket is in ${region}.`, whyOf(error));
}

export const notS3 = (store: string) => new StoreUnavailable(`${store} does not answer as S3 does.`, 'refused');

function whyOf(error: SdkError): StoreFailure {
  const status = error.$metadata?.httpStatusCode;
  const named = failures[error.name];
  if (named !== undefined) return named;
  if (error.message === 'Region is missing') return 'region';
  if (status === undefined) return 'unreachable';
  if (status === 403) return 'rights';
  return status >= 500 || status === 429 ? 'failing' : 'refused';
}

function wordsOf(error: SdkError): string {
  if (['AbortError', 'TimeoutError'].includes(error.name)) return 'it did not answer in time';
  const status = error.$metadata?.httpStatusCode;
  // An answer that is not S3's has no words of use.
  if (status !== undefined && (error.name === 'Error' || error.message === 'UnknownError'))
    return `it answered with status ${status}`;
  // A name with several addresses fails with an AggregateError, whose own message is empty.
  const { name, message } = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  const sentence = message.slice(0, 300).replace(/\.$/, '');
  return name === 'Error' ? sentence : `${name}: ${sentence}`;
}

/** For an object that is missing, or does not meet the condition of a copy. A missing bucket is a failure. */
export const ifMissing =
  <T>(instead: T, names = ['NoSuchKey', 'PreconditionFailed']) =>
  (error: unknown): T => {
    if (names.includes((error as Error).name)) return instead;
    throw error;
  };

export const isNotImplemented = (error: unknown): boolean =>
  [405, 501].includes((error as SdkError).$metadata?.httpStatusCode ?? 0);
