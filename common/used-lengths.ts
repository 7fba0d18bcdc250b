/**
 * How many characters of these texts are used. Nothing is looked up by them, so a longer one does not lose the record:
 * its document keeps the whole text, and a finding says so.
 */
export const usedLengths = { projectName: 255, externalReference: 255, internalReference: 255 };

export const usedLengthsOfLine = { articleNumber: 255, articleDescription: 1_000, unit: 255 };

export const usedLengthsOfSupplier = {
  city: 255,
  street: 255,
  postIndex: 255,
  country: 255,
  phone: 255,
  email: 255,
  website: 255,
};

export const usedLengthsOfWorkOrder = { description: 10_000 };

type UsedLengths = Readonly<Record<string, number>>;

/** The part of a text that is used. */
export function usedPartOf(used: UsedLengths, field: string, text: string): string {
  const most = used[field];
  if (most === undefined || text.length <= most) return text;
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

/** The same, with an ellipsis if it is not the whole text. */
export function beginningOf(used: UsedLengths, field: string, text: string): string {
  const beginning = usedPartOf(used, field, text);
  return beginning === text ? text : `${beginning}…`;
}
