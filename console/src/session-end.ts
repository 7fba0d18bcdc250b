/** Whoever is at work in this window. */
interface Worker {
  id: string;
  email: string;
}

let worker: Worker | undefined;
let ended = false;
/** Counts the sessions of this window, so that a late answer about an earlier one is known as such. */
let sessions = 0;
let waiting: { go: () => void; stop: (reason: unknown) => void }[] = [];
const listeners = new Set<() => void>();

/** Who was signed in here last. Nobody before the first sign-in, and after signing out. */
export const worksHere = () => worker;

/** Whether the session has ended under somebody's hands. Then the password is asked for, in front of the page as it stands. */
export const hasEnded = () => ended;

export const currentSession = () => sessions;

export function subscribeToEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(value: boolean): void {
  ended = value;
  for (const listener of listeners) listener();
}

export function noteWorker(operator: Worker): void {
  worker = { id: operator.id, email: operator.email };
}

/** An answer said that nobody is signed in. Whether it matters: not before the first sign-in, and not from an earlier session. */
export function noteEnd(session: number): void {
  if (worker !== undefined && session === sessions && !ended) become(true);
}

/** Whoever waits for the sign-in goes on. */
export function goOn(): void {
  sessions += 1;
  const all = waiting;
  waiting = [];
  become(false);
  for (const { go } of all) go();
}

/** The work is left: somebody signed out, or somebody else signs in. Whoever waits is told so. */
export function leaveWork(reason: unknown): void {
  sessions += 1;
  worker = undefined;
  const all = waiting;
  waiting = [];
  become(false);
  for (const { stop } of all) stop(reason);
}

/** Once somebody has signed in again. */
export const signedInAgain = (signal?: AbortSignal): Promise<void> =>
  new Promise((go, stop) => {
    waiting.push({ go, stop });
    signal?.addEventListener('abort', () => stop(signal.reason), { once: true });
  });

const key = 'doorway.signed-in';

/** Tells the other windows of this browser, which share the session. */
export function tellOthers(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // They find out when somebody looks at them.
  }
}

/** Calls back when somebody may have signed in in another window: it said so, or the reader comes from there. */
export function whenSignedInElsewhere(listener: () => void): () => void {
  const heard = (event: StorageEvent) => event.key === key && listener();
  window.addEventListener('storage', heard);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('storage', heard);
    window.removeEventListener('focus', listener);
  };
}
