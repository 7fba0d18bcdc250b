import { CommandError } from '../errors.ts';
import { count } from './words.ts';

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

/** All mistakes of a file at once; nothing of it was imported. */
export class ImportError extends CommandError {
  readonly mistakes: Mistake[];

  constructor(mistakes: Mistake[]) {
    const inOrder = mistakes.toSorted((a, b) => a.line - b.line);
    const many = mistakes.length < mostMistakes ? count(mistakes.length, 'mistake') : `${mostMistakes.toLocaleString('en-US')} mistakes or more`;
    super([...inOrder.map(describe), `Nothing was imported, because the file has ${many}.`].join('\n'));
    this.name = 'ImportError';
    this.mistakes = inOrder;
  }
}

const describe = ({ line, field, problem }: Mistake) => `line ${line}: ${field === '' ? '' : `${field} `}${problem}`;

/** A value out of a file as it may be printed: in quotes, without control characters, and short. */
export const quoted = (value: string) => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
