/** Temporary objects. No object has such a name, and nobody else uses it: old files in it are removed. */
export const incomingFolder = '.doorway-incoming/';

const maxLength = 500;
const part = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Whether a name, or a part of one, means the same in a folder and a bucket and leads out of neither. */
export const isObjectName = (name: string): boolean =>
  name.length <= maxLength && name.split('/').every((word) => part.test(word));

export function requireObjectName(name: string): string {
  if (!isObjectName(name)) throw new Error(`no name of an object: ${JSON.stringify(name.slice(0, maxLength))}`);
  return name;
}
