import { english, type Problem } from '../../errors/catalogue.ts';
import { CommandError } from '../../errors/command-error.ts';
import { nothingImported, type MistakeCount } from '../../errors/operator-errors.ts';
import { sayFault, sayProblem } from '../../errors/say.ts';

/** One thing that is wrong with a file. Its path is that of a field; empty where the whole line is at fault. */
export interface Mistake extends Problem {
  line: number;
}

/** After this many, reading stops: they are often one mistake made on every line. */
export const mostMistakes = 100;

export const countOf = (mistakes: readonly Mistake[]): MistakeCount => ({
  count: mistakes.length,
  atLeast: mistakes.length >= mostMistakes,
});

/** The mistakes of a file, all of them or the first; nothing of it was imported. */
export class ImportError extends CommandError {
  readonly mistakes: Mistake[];

  constructor(mistakes: Mistake[]) {
    const inOrder = mistakes.toSorted((a, b) => a.line - b.line);
    super([...inOrder.map((mistake) => sayProblem(english, mistake)), nothingImported(countOf(mistakes))].join('\n'));
    this.name = 'ImportError';
    this.mistakes = inOrder;
  }
}

/** For programs that read what a command prints. */
export const inWords = (mistake: Mistake) => ({
  line: mistake.line,
  field: mistake.path,
  problem: sayFault(english, mistake),
});
