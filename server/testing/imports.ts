import { readEncoded } from '../ground/imports/file.ts';

export const readContents = (...file: Parameters<typeof readEncoded>) => readEncoded(...file).contents;
