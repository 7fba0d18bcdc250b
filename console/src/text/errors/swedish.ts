import type { Language } from '../../../../common/errors/catalogue.ts';
import { operatorErrors } from './operator-errors.ts';
import { partnerErrors } from './partner-errors.ts';
import { problems } from './problems.ts';

/**
 * Swedish for every text of the service. English is the service's own catalogue; the compiler refuses a code without
 * Swedish.
 */
export const swedish: Language = {
  errors: { ...partnerErrors, ...operatorErrors },
  problems,
  body: 'innehållet',
  line: (line) => `rad ${line}: `,
  moreProblems: (count) => `och ${count} till`,
  moreMistakes: (count) => `och ${count} fel till`,
  andMore: ', med mera',
};
