import {
  english,
  isErrorCode,
  isProblemCode,
  type Language,
  type Problem,
  sayCause,
  type Cause,
  say,
  sayFault,
  sayProblem,
} from '../../../common/errors/catalogue.ts';
import { textOf, type Parameters, type Text } from '../../../common/errors/entry.ts';
import { notices as englishNotices, whoDecided, type DutyDetails } from '../../../common/errors/notices.ts';
import type { Language as LanguageCode } from '../preferences.tsx';
import { notices as swedishNotices, whoDecided as whoDecidedSwedish } from './errors/notices.ts';
import { swedish } from './errors/swedish.ts';
import { findingIn, isFindingCode } from './findings/findings.ts';

/** Code and parameters of a text of the service. If the code is missing or unknown here, the English text is shown. */
export interface CodedMessage {
  code?: string | null | undefined;
  parameters?: object | null | undefined;
}

export interface CodedProblem extends CodedMessage {
  path: string;
  line?: number | undefined;
}

export interface CodedRefusal extends CodedMessage {
  problems?: readonly CodedProblem[] | undefined;
}

export interface CodedCause extends CodedMessage {
  problem?: (CodedMessage & { path: string }) | undefined;
  more?: boolean | undefined;
}

/** The service quotes a finding in a developer's words, the console in a clerk's. */
const englishOfClerks: Language = {
  ...english,
  errors: {
    ...english.errors,
    'approval.stopped': {
      ...english.errors['approval.stopped'],
      what: ({ finding, ...parameters }) =>
        `A new finding stops this approval: ${findingIn('en', finding, parameters)}`,
    },
  },
};

const languages: Record<LanguageCode, Language> = { en: englishOfClerks, sv: swedish };
const notices: Record<LanguageCode, Readonly<Record<string, Text<never>>>> = { en: englishNotices, sv: swedishNotices };

/** The functions return undefined for an unknown code. `moment` writes the time of a decision. */
export function wordsIn(chosen: LanguageCode, moment: (at: string) => string = String) {
  const language = languages[chosen];
  const local = <P extends object>(parameters: P & { at?: unknown }): P =>
    typeof parameters.at === 'string' ? { ...parameters, at: moment(parameters.at) } : parameters;
  return {
    refusal: ({ code, parameters, problems = [] }: CodedRefusal) =>
      isCode(code) && problems.every(isKnown)
        ? tried(() => say(language, { code, parameters: local((parameters ?? {}) as Parameters), problems }))
        : undefined,
    /** `isApart` leaves out the path, for pages that show it elsewhere. */
    problem: (problem: CodedProblem, isApart = false) =>
      isKnown(problem) ? tried(() => (isApart ? sayFault : sayProblem)(language, problem)) : undefined,
    cause: ({ code, parameters, problem, more }: CodedCause) =>
      isCode(code) && (problem === undefined || isKnown(problem))
        ? tried(() => sayCause(language, { code, parameters, problem, more } as Cause))
        : undefined,
    /** `currency` is that of the amounts in a finding. */
    notice: ({ code, parameters }: CodedMessage, currency?: string) => {
      if (typeof code !== 'string') return undefined;
      if (isFindingCode(code)) return tried(() => findingIn(chosen, code, parameters ?? {}, currency));
      const text = notices[chosen][code];
      return text && tried(() => textOf(text, local(parameters ?? {}) as never));
    },
    decision: (details: DutyDetails) => (chosen === 'sv' ? whoDecidedSwedish : whoDecided)(local(details)),
  };
}

const isCode = (code: CodedMessage['code']) => typeof code === 'string' && isErrorCode(code);
const isKnown = (problem: CodedMessage & { path: string }): problem is Problem =>
  typeof problem.code === 'string' && isProblemCode(problem.code);

/** Data saved by an earlier version may lack parameters. */
function tried(words: () => string): string | undefined {
  try {
    return words();
  } catch {
    return undefined;
  }
}
