import type { Problem } from '../../api/types.ts';
import { digitsOf, isNum, parseExact } from '../../exact.ts';

export interface Line {
  depth: number;
  text: string;
  /** Path in the body, as problems name it; undefined for a closing bracket. */
  path?: string;
  problems: Problem[];
  missing?: boolean;
}

/** Undefined if the body is not JSON. */
export function bodyLines(body: string, problems: Problem[]): Line[] | undefined {
  let parsed: unknown;
  try {
    parsed = parseExact(body);
  } catch {
    return undefined;
  }
  const open = new Map<string, Problem[]>();
  for (const problem of problems) {
    const { path } = problem;
    if (path !== '') open.set(path, [...(open.get(path) ?? []), problem]);
  }
  const lines: Line[] = [];
  const take = (path: string): Problem[] => {
    const found = open.get(path) ?? [];
    open.delete(path);
    return found;
  };
  write(parsed, '', '', 0, '');
  return lines;

  function write(value: unknown, path: string, key: string, depth: number, comma: string): void {
    const own = path === '' ? [] : take(path);
    if (value === null || typeof value !== 'object' || isNum(value)) {
      lines.push({ depth, text: `${key}${plain(value)}${comma}`, path, problems: own });
      return;
    }
    const isList = Array.isArray(value);
    lines.push({ depth, text: `${key}${isList ? '[' : '{'}`, path, problems: own });
    const entries = Object.entries(value);
    entries.forEach(([name, inner], at) => {
      const itemPath = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
      write(inner, itemPath, isList ? '' : `${JSON.stringify(name)}: `, depth + 1, at < entries.length - 1 ? ',' : '');
    });
    for (const missing of missingIn(path))
      lines.push({
        depth: depth + 1,
        text: JSON.stringify(lastName(missing)),
        path: missing,
        problems: take(missing),
        missing: true,
      });
    lines.push({ depth, text: `${isList ? ']' : '}'}${comma}`, problems: [] });
  }

  function missingIn(path: string): string[] {
    return [...open.keys()].filter((other) => {
      const rest = path === '' ? other : other.startsWith(`${path}.`) ? other.slice(path.length + 1) : undefined;
      return rest !== undefined && /^[^.[\]]+$/.test(rest);
    });
  }
}

const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);

const plain = (value: unknown): string => (isNum(value) ? digitsOf(value) : JSON.stringify(value));
