import type { Session } from './api/types.ts';

export type Language = 'en' | 'sv';

export interface Preferences {
  language: Language;
  timeZone: string;
  colours: 'light' | 'dark' | 'auto';
  /** How close the rows of lists stand. */
  density: 'comfortable' | 'compact';
  /** The columns that a list shows, by the list's name and in their order; the usual ones where it has no entry. */
  columns: Record<string, string[]>;
  /** How much of the window's width a document has beside its fields, in per cent. */
  split: number;
}

type Chosen = Partial<Preferences>;
/** As the service knows them. */
type Form = Session['preferences'];

/** What this browser keeps: the first guess before the sign-in, and what is shown while the service does not answer. */
interface Copy {
  chosen: Chosen;
  /** Whose they are, once somebody has signed in. */
  operator: string | undefined;
  /** What the service was not told yet. Of columns, the lists that were changed. */
  unsent: Chosen;
}

const key = 'doorway.preferences';
const pauseMs = 500;

let copy: Copy = { chosen: {}, operator: undefined, unsent: {} };
/** Chosen before anybody is signed in: it is for whoever does that next. */
let early: Chosen = {};
let signedIn = false;
/** When the service last kept something; an answer to an earlier question does not know of it. */
let sentAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let shown = toShow({ language: 'en' });
/** Sends what was chosen to the service. */
let tell: (chosen: Form) => Promise<unknown> = () => Promise.resolve();
const listeners = new Set<() => void>();

function read(): Copy {
  try {
    const kept = parsed(localStorage.getItem(key));
    // Where colours were kept before they were one of these.
    const colours = localStorage.getItem('mantine-color-scheme-value');
    const isTheirs = kept.operator === undefined && (colours === 'light' || colours === 'dark');
    return isTheirs ? { ...kept, chosen: { colours, ...kept.chosen } } : kept;
  } catch {
    return parsed(null);
  }
}

function parsed(text: string | null): Copy {
  const { operator, unsent = {}, ...chosen } = JSON.parse(text ?? '{}') as Chosen & Partial<Copy>;
  return { chosen, operator, unsent };
}

/**
 * What is shown with what was chosen. A language or a time zone that this browser does not know would break every page, and a list
 * without columns is one with the usual ones.
 */
function toShow({ language, timeZone, columns = {}, ...others }: Chosen): Preferences {
  return {
    colours: 'auto',
    density: 'comfortable',
    split: 50,
    ...others,
    columns: Object.fromEntries(Object.entries(columns).filter(([, names]) => names.length > 0)),
    language: language === 'en' || language === 'sv' ? language : spoken(),
    timeZone: timeZone !== undefined && isZone(timeZone) ? timeZone : 'Europe/Stockholm',
  };
}

const spoken = (): Language => (navigator.language.toLowerCase().startsWith('sv') ? 'sv' : 'en');

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

export const shownPreferences = () => shown;

export function subscribeToPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: Copy, isOwn = true): void {
  copy = next;
  const now = toShow(copy.chosen);
  const isNew = JSON.stringify(now) !== JSON.stringify(shown);
  if (isNew) shown = now;
  document.documentElement.lang = shown.language;
  try {
    const { chosen, operator, unsent } = copy;
    if (isOwn) localStorage.setItem(key, JSON.stringify({ ...chosen, operator, unsent }));
  } catch {
    // A browser that keeps nothing still shows what was chosen, until it is closed.
  }
  if (isNew) for (const listener of listeners) listener();
}

/** Shows what the reader chose at once, and tells the service soon. */
export function choose(change: Chosen): void {
  const asSent = change.columns ? { ...change, columns: changedLists(shown.columns, change.columns) } : change;
  if (!signedIn) early = joined(early, asSent);
  become({
    ...copy,
    chosen: { ...copy.chosen, ...change },
    unsent: signedIn ? joined(copy.unsent, asSent) : copy.unsent,
  });
  sendSoon();
}

const changedLists = (before: Preferences['columns'], after: Preferences['columns']): Preferences['columns'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((list) => JSON.stringify(before[list]) !== JSON.stringify(after[list]))
      .map((list) => [list, after[list] ?? []]),
  );

/** The columns of a list go by the list. */
const joined = (one: Chosen, other: Chosen): Chosen => ({
  ...one,
  ...other,
  ...((one.columns ?? other.columns) && { columns: { ...one.columns, ...other.columns } }),
});

/** Takes over what the service keeps for whoever is signed in. What was chosen since the service was asked stays. */
export function adopt({ id, preferences: { columns, ...others } }: Session, askedAt: number): void {
  signedIn = true;
  const isTheirs = copy.operator === undefined || copy.operator === id;
  const before = isTheirs ? copy.chosen : { language: shown.language };
  const lists = columns && { columns: Object.fromEntries(columns.map((of) => [of.list, of.columns])) };
  const kept: Chosen = askedAt < sentAt ? {} : { ...others, ...lists };
  // Whatever this browser has from before anybody signed in fills the gaps.
  const gaps = copy.operator === undefined ? without(copy.chosen, Object.keys(kept)) : {};
  const unsent = joined(joined(gaps, isTheirs ? copy.unsent : {}), early);
  early = {};
  become({ chosen: joined({ ...before, ...kept }, unsent), operator: id, unsent });
  sendSoon();
}

const without = (chosen: Chosen, names: string[]): Chosen =>
  Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.includes(name)));

export function signedOut(): void {
  signedIn = false;
}

function sendSoon(): void {
  clearTimeout(timer);
  if (signedIn && Object.keys(copy.unsent).length > 0) timer = setTimeout(() => void send(), pauseMs);
}

async function send(): Promise<void> {
  const { unsent } = copy;
  const { columns, split, ...others } = unsent;
  try {
    await tell({
      ...others,
      ...(split !== undefined && { split: Math.round(split) }),
      ...(columns && { columns: Object.entries(columns).map(([list, names]) => ({ list, columns: names })) }),
    });
    sentAt = Date.now();
    // What was chosen meanwhile has its own turn.
    if (copy.unsent === unsent) become({ ...copy, unsent: {} });
  } catch {
    // Nobody is bothered: it is tried again with the next choice, and when the console is opened next.
  }
}

/** Reads what this browser keeps. Called once, before anything is shown. */
export function startPreferences(sender: typeof tell): void {
  tell = sender;
  become(read(), false);
  // Another window of this browser shows the same, and tells the service itself.
  window.addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== null) become({ ...parsed(event.newValue), unsent: copy.unsent }, false);
  });
  // Who closes the window at once has chosen all the same.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && signedIn && Object.keys(copy.unsent).length > 0) void send();
  });
}
