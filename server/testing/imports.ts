import { decode } from '../ground/imports/decode.ts';
import { contentsOf } from '../ground/imports/file.ts';
import type { ImportFormat } from '../../common/imports/imports.ts';
import type { Layout } from '../ground/imports/layout.ts';

export const readContents = (bytes: Buffer, file: string, layout: Layout, requested?: ImportFormat) =>
  contentsOf(decode(bytes), file, layout, requested).contents;
