import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { findValue, patternOf, type ValueKind } from './find-value.ts';
import type { TextLine } from './text-lines.ts';

export interface Match {
  line: TextLine;
  from: number;
  to: number;
}

/** What was looked for last, and which of the places is shown. */
export interface Hit {
  key: string;
  matches: readonly Match[];
  at: number;
}

interface Search {
  /** The text of the file that is shown; empty where it has none. */
  text: readonly TextLine[];
  setText(text: readonly TextLine[]): void;
  hit: Hit | undefined;
  /** Shows the first of the places; asked again, the next one. */
  show(key: string, matches: readonly Match[]): void;
}

const nothing: Search = { text: [], setText: () => undefined, hit: undefined, show: () => undefined };
const Context = createContext<Search>(nothing);

/** Lets the fields beside a file find their values in it. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [text, setLines] = useState<readonly TextLine[]>([]);
  const [hit, setHit] = useState<Hit>();
  const setText = useCallback((lines: readonly TextLine[]) => {
    setLines(lines);
    setHit(undefined);
  }, []);
  const show = useCallback(
    (key: string, matches: readonly Match[]) =>
      setHit((before) => ({ key, matches, at: before?.key === key ? (before.at + 1) % matches.length : 0 })),
    [],
  );
  const value = useMemo(() => ({ text, setText, hit, show }), [text, setText, hit, show]);
  return <Context value={value}>{children}</Context>;
}

export const useSearch = (): Search => use(Context);

/** More places than this nobody goes through. */
const mostMatches = 100;

/** Where a value stands in the file that is shown. */
export function useMatches(kind: ValueKind, value: string): Match[] {
  const { text } = useSearch();
  return useMemo(() => {
    const pattern = text.length === 0 ? undefined : patternOf(kind, value);
    if (pattern === undefined) return [];
    const matches: Match[] = [];
    for (const line of text) {
      for (const span of findValue(line.text, pattern)) matches.push({ line, ...span });
      if (matches.length >= mostMatches) break;
    }
    return matches;
  }, [text, kind, value]);
}
