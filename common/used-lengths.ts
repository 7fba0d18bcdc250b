/**
 * How many characters of these texts are used. Nothing is looked up by them, so a longer one does not lose the invoice:
 * its document keeps the whole text, and a finding says so.
 */
export const usedLengths = { projectName: 255, externalReference: 255, internalReference: 255 };

export const usedLengthsOfLine = { articleNumber: 255, articleDescription: 1_000, unit: 255 };

/** The part of a text that is used. */
export const beginningOf = (used: Readonly<Record<string, number>>, field: string, text: string): string => {
  const most = used[field];
  if (most === undefined) return text;
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`;
};
