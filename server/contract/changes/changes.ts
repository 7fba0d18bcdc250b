export type Direction = 'request' | 'answer';

export interface Change {
  isBreaking: boolean;
  where: string;
  what: string;
}

/** A part of both documents that is being compared. */
export interface ChangeLocation {
  where: string;
  direction: Direction;
  /** Something around it was deprecated in the released document, so it may be removed or narrowed. */
  wasDeprecated: boolean;
}

export interface Comparison {
  before: any;
  after: any;
  changes: Change[];
  /** Pairs of shared schemas that were compared already. */
  seen: Set<string>;
}

export function report({ changes }: Comparison, location: ChangeLocation, what: string, isBreaking: boolean): void {
  changes.push({ isBreaking: isBreaking && !location.wasDeprecated, where: location.where, what });
}

export const inside = (
  location: ChangeLocation,
  where: string,
  released?: { deprecated?: boolean },
): ChangeLocation => ({
  ...location,
  where,
  wasDeprecated: location.wasDeprecated || released?.deprecated === true,
});

export function resolve(document: any, part: any): any {
  for (let steps = 0; part?.$ref !== undefined; steps++) {
    if (steps > 20) throw new Error(`${part.$ref} refers to itself.`);
    const { $ref, ...siblings } = part;
    const found = ($ref as string)
      .slice(2)
      .split('/')
      .reduce((inner, name) => inner?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    if (found === undefined) throw new Error(`${$ref} is not in the document.`);
    part = { ...found, ...siblings };
  }
  return part;
}

/** Names of both, in the order in which the documents list them. */
export const namesOf = (before: object = {}, after: object = {}): string[] => [
  ...new Set([...Object.keys(before), ...Object.keys(after)]),
];
