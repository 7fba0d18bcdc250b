import { thousands } from '../../../common/errors/words.ts';

/** Stands for a file's base64 in logs and records of calls. */
export const maskedFile = (characters: number): string => `••• (${thousands(characters)} characters)`;

export const isMaskedFile = (text: string): boolean => text.length < 50 && /^••• \([\d,]+ characters\)$/.test(text);
