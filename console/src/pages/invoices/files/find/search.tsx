import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Finding } from '../../findings/places.ts';
import { ProofsProvider } from '../proofs/proofs.tsx';
import { findValue, patternOf, type ValueKind } from './find-value.ts';
import type { TextLine } from './text-lines.ts';

export interface Match {
  line: TextLine;
  from: number;
  to: number;
}

interface ValueSearch {
  key: string;
  matches: readonly Match[];
  index: number;
}

interface SearchContext {
  text: readonly TextLine[];
  setText(text: readonly TextLine[]): void;
  search: ValueSearch | undefined;
  /** Shows the first match; called again with the same key, the next one. */
  show(key: string, matches: readonly Match[]): void;
}

const Context = createContext<SearchContext>({
  text: [],
  setText: () => undefined,
  search: undefined,
  show: () => undefined,
});

interface Props {
  /** Findings of the invoice whose files are shown. */
  findings: readonly Finding[];
  children: ReactNode;
}

export function SearchProvider({ findings, children }: Props) {
  const [text, setLines] = useState<readonly TextLine[]>([]);
  const [search, setSearch] = useState<ValueSearch>();
  const setText = useCallback((lines: readonly TextLine[]) => {
    setLines(lines);
    setSearch(undefined);
  }, []);
  const show = useCallback(
    (key: string, matches: readonly Match[]) =>
      setSearch((last) => ({ key, matches, index: last?.key === key ? (last.index + 1) % matches.length : 0 })),
    [],
  );
  const value = useMemo(() => ({ text, setText, search, show }), [text, setText, search, show]);
  return (
    <Context value={value}>
      <ProofsProvider findings={findings}>{children}</ProofsProvider>
    </Context>
  );
}

export const useSearch = (): SearchContext => use(Context);

const maxMatches = 100;

export function useMatches(kind: ValueKind, value: string): Match[] {
  const { text } = useSearch();
  return useMemo(() => {
    const pattern = text.length === 0 ? undefined : patternOf(kind, value);
    if (pattern === undefined) return [];
    const matches: Match[] = [];
    for (const line of text) {
      for (const span of findValue(line.text, pattern)) matches.push({ line, ...span });
      if (matches.length >= maxMatches) break;
    }
    return matches;
  }, [text, kind, value]);
}
