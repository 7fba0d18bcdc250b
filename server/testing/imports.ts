import { readEncoded } from '../ground/imports/file.ts';

/** A file that is imported. */
export const readContents = (...file: Parameters<typeof readEncoded>) => readEncoded(...file).contents;
