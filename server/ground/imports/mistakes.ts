import { english, type Problem, sayFault, sayProblem } from '../../../common/errors/catalogue.ts';
import { CommandError } from '../../errors/command-error.ts';
import { nothingImported, type MistakeCount } from '../../../common/errors/operator-errors.ts';

/** The path is empty if the mistake concerns the whole line. */
export interface Mistake extends Problem {
  line: number;
}

/** Reading stops after this many: often one mistake is repeated on every line. */
export const maxMistakes = 100;

export const countOf = (mistakes: readonly Mistake[]): MistakeCount => ({
  count: mistakes.length,
  atLeast: mistakes.length >= maxMistakes,
});

export class ImportError extends CommandError {
  readonly mistakes: Mistake[];

  constructor(mistakes: Mistake[]) {
    const inOrder = mistakes.toSorted((a, b) => a.line - b.line);
    super([...inOrder.map((mistake) => sayProblem(english, mistake)), nothingImported(countOf(mistakes))].join('\n'));
    this.name = 'ImportError';
    this.mistakes = inOrder;
  }
}

export const inWords = (mistake: Mistake) => ({
  line: mistake.line,
  field: mistake.path,
  problem: sayFault(english, mistake),
});
