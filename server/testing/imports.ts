import { readEncoded } from '../ground/imports/file.ts';

/** The records of a file that is imported. */
export const readContents = (...file: Parameters<typeof readEncoded>) => readEncoded(...file).contents;
