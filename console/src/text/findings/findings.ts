import { amountIn } from '../../../../common/amounts.ts';
import type { FindingCode } from '../../../../common/errors/findings.ts';
import type { Language } from '../../preferences.tsx';
import { english } from './english.ts';
import type { FindingSentences, WriteAmount } from './sentences.ts';
import { swedish } from './swedish.ts';

const sentences: Record<Language, FindingSentences> = { en: english, sv: swedish };

export const isFindingCode = (code: string): code is FindingCode => Object.hasOwn(english, code);

/** Throws if a parameter is missing. */
export function findingIn(language: Language, code: FindingCode, parameters: object, currency?: string): string {
  const sentence = sentences[language][code] as (parameters: object, amount: WriteAmount) => string;
  return sentence(parameters, (digits) => amountIn(language, digits, currency));
}
