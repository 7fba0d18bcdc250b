interface Operator {
  id: string;
  email: string;
}

let operator: Operator | undefined;
let ended = false;
/** Number of the window's current session, to recognise late answers to an earlier one. */
let sessions = 0;
let waiting: { resume: () => void; stop: (reason: unknown) => void }[] = [];
const listeners = new Set<() => void>();

/** The operator who signed in last; undefined before the first sign-in and after signing out. */
export const lastOperator = () => operator;

/** True if the session has ended while the page is open; a dialog over the page then asks for the password. */
export const hasEnded = () => ended;

export const currentSession = () => sessions;

export function subscribeToEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setEnded(value: boolean): void {
  ended = value;
  for (const listener of listeners) listener();
}

export function setOperator({ id, email }: Operator): void {
  operator = { id, email };
}

/**
 * Reports a request that failed because nobody is signed in. Ignored before the first sign-in and for earlier sessions.
 */
export function reportEnd(session: number): void {
  if (operator !== undefined && session === sessions && !ended) setEnded(true);
}

export function resumeRequests(): void {
  sessions += 1;
  const all = waiting;
  waiting = [];
  setEnded(false);
  for (const { resume } of all) resume();
}

/** Called when the operator signs out or another one signs in. */
export function failRequests(reason: unknown): void {
  sessions += 1;
  operator = undefined;
  const all = waiting;
  waiting = [];
  setEnded(false);
  for (const { stop } of all) stop(reason);
}

export const signedInAgain = (signal?: AbortSignal): Promise<void> =>
  new Promise((resume, stop) => {
    waiting.push({ resume, stop });
    signal?.addEventListener('abort', () => stop(signal.reason), { once: true });
  });

const key = 'doorway.signed-in';

/** Announces a sign-in to the other windows of this browser, which share the session. */
export function announceSignIn(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // The other windows notice when they get the focus.
  }
}

export function whenSignedInElsewhere(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => event.key === key && listener();
  window.addEventListener('storage', onStorage);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('focus', listener);
  };
}

/**
 * Without mouse or keyboard for this long the operator counts as away. Background refreshes do not count as activity.
 */
const awayAfterMs = 5 * 60_000;

let lastActiveAt = Date.now();
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const)
  window.addEventListener(
    kind,
    () => {
      lastActiveAt = Date.now();
    },
    { capture: true, passive: true },
  );

/** While the operator is away, requests do not prolong the session. */
export const isAway = () => Date.now() - lastActiveAt > awayAfterMs;
