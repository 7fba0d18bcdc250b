import { defaultZone, isTimeZone } from '../../common/days.ts';
import type { MantineColorSchemeManager } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import type { Session } from './api/types.ts';

export type Language = 'en' | 'sv';

export interface Preferences {
  language: Language;
  timeZone: string;
  colours: 'light' | 'dark' | 'auto';
  density: 'comfortable' | 'compact';
  /** Columns in their order, by list; a list without an entry shows the usual ones. */
  columns: Record<string, string[]>;
  /** The file's share of the width beside the fields, in per cent. */
  split: number;
}

type PreferencesPatch = Partial<Preferences>;
type StoredPreferences = Session['preferences'];

/** Copy in this browser, used before the sign-in and while the service does not answer. */
interface BrowserCopy {
  chosen: PreferencesPatch;
  operator: string | undefined;
  /** Changes not saved to the service yet; `columns` holds only the changed lists. */
  unsent: PreferencesPatch;
}

const key = 'doorway.preferences';
const sendDelayMs = 500;

let copy: BrowserCopy = { chosen: {}, operator: undefined, unsent: {} };
/** Choices made before the sign-in, for the operator who signs in next. */
let early: PreferencesPatch = {};
let signedIn = false;
/** Time of the last successful save; an answer to an earlier request does not contain it. */
let sentAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let shown = withDefaults({ language: 'en' });
let save: (preferences: StoredPreferences) => Promise<unknown> = () => Promise.resolve();
const listeners = new Set<() => void>();

function read(): BrowserCopy {
  try {
    const kept = parsed(localStorage.getItem(key));
    // Older versions kept the colours under Mantine's key.
    const colours = localStorage.getItem('mantine-color-scheme-value');
    const isTheirs = kept.operator === undefined && (colours === 'light' || colours === 'dark');
    return isTheirs ? { ...kept, chosen: { colours, ...kept.chosen } } : kept;
  } catch {
    return parsed(null);
  }
}

function parsed(text: string | null): BrowserCopy {
  const { operator, unsent = {}, ...chosen } = JSON.parse(text ?? '{}') as PreferencesPatch & Partial<BrowserCopy>;
  return { chosen, operator, unsent };
}

/**
 * Fills in defaults. An unknown language or time zone would break every page; an empty list of columns means the usual
 * ones.
 */
function withDefaults({ language, timeZone, columns = {}, ...others }: PreferencesPatch): Preferences {
  return {
    colours: 'auto',
    density: 'comfortable',
    split: 50,
    ...others,
    columns: Object.fromEntries(Object.entries(columns).filter(([, names]) => names.length > 0)),
    language: language === 'en' || language === 'sv' ? language : browserLanguage(),
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : defaultZone,
  };
}

export const timeZones = [...new Set([defaultZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

const browserLanguage = (): Language => (navigator.language.toLowerCase().startsWith('sv') ? 'sv' : 'en');

export const shownPreferences = () => shown;

export function subscribeToPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setCopy(next: BrowserCopy, isOwn = true): void {
  copy = next;
  const now = withDefaults(copy.chosen);
  const isNew = JSON.stringify(now) !== JSON.stringify(shown);
  if (isNew) shown = now;
  document.documentElement.lang = shown.language;
  try {
    const { chosen, operator, unsent } = copy;
    if (isOwn) localStorage.setItem(key, JSON.stringify({ ...chosen, operator, unsent }));
  } catch {
    // Without storage the choice lasts until the window is closed.
  }
  if (isNew) for (const listener of listeners) listener();
}

export function choose(change: PreferencesPatch): void {
  const asSent = change.columns ? { ...change, columns: changedLists(shown.columns, change.columns) } : change;
  if (!signedIn) early = joined(early, asSent);
  setCopy({
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

const joined = (one: PreferencesPatch, other: PreferencesPatch): PreferencesPatch => ({
  ...one,
  ...other,
  ...((one.columns ?? other.columns) && { columns: { ...one.columns, ...other.columns } }),
});

/** Adopts the preferences of the operator's session, except those that were changed since the session was requested. */
export function adopt({ id, preferences: { columns, ...others } }: Session, askedAt: number): void {
  signedIn = true;
  const isTheirs = copy.operator === undefined || copy.operator === id;
  const before = isTheirs ? copy.chosen : { language: shown.language };
  const lists = columns && { columns: Object.fromEntries(columns.map((of) => [of.list, of.columns])) };
  const kept: PreferencesPatch = askedAt < sentAt ? {} : { ...others, ...lists };
  // Choices made before the first sign-in fill the gaps.
  const gaps = copy.operator === undefined ? without(copy.chosen, Object.keys(kept)) : {};
  const unsent = joined(joined(gaps, isTheirs ? copy.unsent : {}), early);
  early = {};
  setCopy({ chosen: joined({ ...before, ...kept }, unsent), operator: id, unsent });
  sendSoon();
}

const without = (chosen: PreferencesPatch, names: string[]): PreferencesPatch =>
  Object.fromEntries(Object.entries(chosen).filter(([name]) => !names.includes(name)));

export function signedOut(): void {
  signedIn = false;
}

function sendSoon(): void {
  clearTimeout(timer);
  if (signedIn && Object.keys(copy.unsent).length > 0) timer = setTimeout(() => void send(), sendDelayMs);
}

async function send(): Promise<void> {
  const { unsent } = copy;
  const { columns, split, ...others } = unsent;
  try {
    await save({
      ...others,
      ...(split !== undefined && { split: Math.round(split) }),
      ...(columns && { columns: Object.entries(columns).map(([list, names]) => ({ list, columns: names })) }),
    });
    sentAt = Date.now();
    // Choices made while saving stay unsent.
    if (copy.unsent === unsent) setCopy({ ...copy, unsent: {} });
  } catch {
    // Sent again with the next choice, and when the console is opened again.
  }
}

/** Called once, before anything is rendered. */
export function startPreferences(sender: typeof save): void {
  save = sender;
  setCopy(read(), false);
  // Other windows save their changes themselves.
  window.addEventListener('storage', (event) => {
    if (event.key === key && event.newValue !== null)
      setCopy({ ...parsed(event.newValue), unsent: copy.unsent }, false);
  });
  // Saves before the window closes.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && signedIn && Object.keys(copy.unsent).length > 0) void send();
  });
}

interface EditablePreferences extends Preferences {
  set(change: Partial<Preferences>): void;
}

export function usePreferences(): EditablePreferences {
  const shown = useSyncExternalStore(subscribeToPreferences, shownPreferences, shownPreferences);
  return useMemo(() => ({ ...shown, set: choose }), [shown]);
}

let unsubscribe = () => {};

/** Lets Mantine keep the colour scheme with the other preferences. */
export const colours: MantineColorSchemeManager = {
  get: () => shownPreferences().colours,
  set: (value) => {
    if (value !== shownPreferences().colours) choose({ colours: value });
  },
  subscribe: (onUpdate) => {
    unsubscribe = subscribeToPreferences(() => onUpdate(shownPreferences().colours));
  },
  unsubscribe: () => unsubscribe(),
  clear: () => choose({ colours: 'auto' }),
};
