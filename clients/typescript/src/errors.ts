/** A field of a request that the service refused. */
export interface Problem {
  path: string;
  code: string | null;
  message: string;
}

export interface ErrorDetails {
  status: number;
  code: string | undefined;
  traceId: string | undefined;
  existingId: string | undefined;
  retryAfterMs: number | undefined;
  readProblems: () => Promise<Problem[]>;
}

/** An answer that is an error. `message` says what to do about it. */
export class DoorwayError extends Error {
  override name = 'DoorwayError';
  readonly status: number;
  /** The header Doorway-Error, such as `supplier.unknown`. Decide by this, never by the message. */
  readonly code: string | undefined;
  /** Give it when you contact the company. */
  readonly traceId: string | undefined;
  readonly #readProblems: () => Promise<Problem[]>;

  constructor(message: string, { status, code, traceId, readProblems }: ErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.traceId = traceId;
    this.#readProblems = readProblems;
  }

  /** Asks the service what was wrong, field by field. Empty if the service has not kept the call. */
  problems(): Promise<Problem[]> {
    return this.#readProblems();
  }
}

/** 400, 413, 415 and the like: sending the same request again fails again. */
export class ValidationError extends DoorwayError {
  override name = 'ValidationError';
}

/** 401: the token is missing, unknown, expired or revoked. */
export class AuthenticationError extends DoorwayError {
  override name = 'AuthenticationError';
}

/** 403: the token lacks a scope. */
export class PermissionError extends DoorwayError {
  override name = 'PermissionError';
}

/** 404: there is no such record, or it belongs to somebody else. */
export class NotFoundError extends DoorwayError {
  override name = 'NotFoundError';
}

/** 409: the record exists already, or its state does not allow this. */
export class ConflictError extends DoorwayError {
  override name = 'ConflictError';
  /** The id that the service gave to the existing record; for a supplier, its number. */
  readonly existingId: string | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details);
    this.existingId = details.existingId;
  }
}

/** 429: too many requests. */
export class RateLimitError extends DoorwayError {
  override name = 'RateLimitError';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** 5xx: nothing was stored; try again later. */
export class UnavailableError extends DoorwayError {
  override name = 'UnavailableError';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** No answer: the connection failed or broke. The request may have been carried out. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

/** No answer in time. The request may have been carried out: send it again with the same Idempotency-Key. */
export class TimeoutError extends NetworkError {
  override name = 'TimeoutError';
}

export function errorOf(message: string, details: ErrorDetails): DoorwayError {
  const { status } = details;
  const Kind = kinds[status] ?? (status >= 500 ? UnavailableError : status >= 400 ? ValidationError : DoorwayError);
  return new Kind(message, details);
}

const kinds: Record<number, typeof DoorwayError> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};
