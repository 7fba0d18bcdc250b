import { parseExactly } from '../http/json.ts';
import { reportUnknown } from './fields.ts';
import { reportFor, type Contents, type Layout, type Row } from './rows.ts';

/** An array with an object for each record. */
export function readJsonArray(text: string, layout: Layout): Contents {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { rows: [], mistakes: [{ ...whereBroken(text), field: '' }] };
  }
  if (!Array.isArray(value)) return { rows: [], mistakes: [{ line: 1, field: '', problem: 'the file must be a JSON array: [{…}, {…}]' }] };
  const contents: Contents = { rows: [], mistakes: [] };
  const lines = linesOfElements(text);
  value.forEach((fields: unknown, place) => {
    const row: Row = { line: lines[place] as number, at: `[${place}]`, fields: {} };
    const report = reportFor(row, contents.mistakes);
    if (isObject(fields)) {
      reportUnknown(fields, '', layout, report);
      contents.rows.push({ ...row, fields });
    } else report('', 'must be a JSON object');
  });
  return contents;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The engine's own parser does not always say where; the exact one does. */
function whereBroken(text: string): { line: number; problem: string } {
  const position = /at position (\d+)/.exec(messageOf(() => parseExactly(text)))?.[1];
  if (position === undefined) return { line: 1, problem: 'the file is not valid JSON' };
  const before = text.slice(0, Number(position)).split('\n');
  return { line: before.length, problem: `the file is not valid JSON: see column ${(before.at(-1) as string).length + 1}` };
}

function messageOf(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return String(error);
  }
}

/** On which line each element of the outermost array begins. The text is known to be valid JSON. */
function linesOfElements(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let inString = false;
  let expected = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '\n') line++;
    if (' \t\n'.includes(character)) continue;
    if (expected && character !== ']') {
      lines.push(line);
      expected = false;
    }
    if (character === '"') inString = true;
    else if (character === '[' || character === '{') expected = ++depth === 1;
    else if (character === ']' || character === '}') depth--;
    else if (character === ',') expected = depth === 1;
  }
  return lines;
}
