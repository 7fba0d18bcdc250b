import type { DocumentText } from '../../checks/document/text.ts';
import { minWordLength, plainWord } from '../../ground/text/plain-word.ts';

const maxWordLength = 40;
const maxWords = 1_000;
/** Characters of all words of an invoice together. */
const maxLength = 8_000;
/** A word with its punctuation. */
const maxTokenLength = 200;
/** Bounds the time that many repeated words take. */
const maxTokens = 20_000;

/** The distinct words of an invoice's files, as far as they fit; the first pages come first. */
export function wordsOf(texts: readonly Pick<DocumentText, 'pages'>[]): string[] {
  const words = new Set<string>();
  let length = 0;
  let tokens = 0;
  for (const { pages } of texts)
    for (const lines of pages)
      for (const line of lines)
        for (const word of wordsInLine(line)) {
          tokens += 1;
          if (tokens > maxTokens) return [...words];
          if (word.length < minWordLength || word.length > maxWordLength || words.has(word)) continue;
          length += word.length;
          if (length > maxLength || words.size === maxWords) return [...words];
          words.add(word);
        }
  return [...words];
}

/**
 * A word with punctuation counts as a whole and in parts, so that 5050-1055 is found as it stands, as 50501055 and as
 * 1055. Groups of digits also count as one number: SE35 5000 0000 0549 1000 0003.
 */
function* wordsInLine(line: string): Generator<string> {
  for (const column of line.split('  ')) {
    let number = '';
    for (const token of column.split(' ')) {
      if (token.length > maxTokenLength) continue;
      const word = plainWord(token);
      yield word;
      const parts = token.split(/[^\p{L}\p{M}\p{N}]+/u);
      if (parts.length > 1) yield* parts.map(plainWord);
      const isGroup = /^(?:[a-z]{2})?\d+$/.test(word);
      if (!isGroup && number !== '') yield number;
      number = isGroup ? (number + word).slice(0, maxWordLength + 1) : '';
    }
    if (number !== '') yield number;
  }
}
