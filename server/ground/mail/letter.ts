import type { Language } from '../../../common/names/names.ts';

export interface Letter {
  subject: string;
  text: string;
}

export const lines = (...parts: (string | false)[]) => `${parts.filter((part) => part !== false).join('\n\n')}\n`;

export type Letters<Gaps> = Record<Language, (gaps: Gaps) => Letter>;
