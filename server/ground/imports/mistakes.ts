import { count } from './words.ts';
import { CommandError } from '../../errors/command-error.ts';

/** One thing that is wrong with a file. */
export interface Mistake {
  line: number;
  /** Empty where the whole line is at fault. */
  field: string;
  /** Reads on from the field: "is required". */
  problem: string;
}

/** Whoever made so many has made one of them many times; a file could have millions. */
export const mostMistakes = 10_000;

export function nothingImported(many: number): string {
  const mistakesCounted =
    many < mostMistakes ? count(many, 'mistake') : `${mostMistakes.toLocaleString('en-US')} mistakes or more`;
  return `Nothing was imported, because the file has ${mistakesCounted}.`;
}

/** All mistakes of a file at once; nothing of it was imported. */
export class ImportError extends CommandError {
  readonly mistakes: Mistake[];

  constructor(mistakes: Mistake[]) {
    const inOrder = mistakes.toSorted((a, b) => a.line - b.line);
    super([...inOrder.map(describe), nothingImported(mistakes.length)].join('\n'));
    this.name = 'ImportError';
    this.mistakes = inOrder;
  }
}

const describe = ({ line, field, problem }: Mistake) => `line ${line}: ${field === '' ? '' : `${field} `}${problem}`;
