import { stringify } from 'yaml';
import { keepText, type KeptContent, etagOf } from '../answers/kept.ts';
import { inTurns } from '../../scheduling/slices.ts';
import type { Steps } from '../../../../common/steps.ts';
import { openApi30 } from './openapi-3.0.ts';
import { serversAt } from './publish.ts';

/** Writes a document without its servers; they are added to the text. */
export type WriteDocument = (document: object) => Steps<(servers: unknown) => string>;

/** The caller chooses the header Host, so only some addresses are kept. Documents for others are not compressed. */
const maxRoots = 16;

/**
 * Writes a document when it is first asked for, and keeps it as bytes. Its servers are at `root`, or those of the
 * document if `root` is undefined.
 */
export function keepDocument(
  type: string,
  documentOf: () => { servers?: unknown },
  write: WriteDocument,
): (root: string | undefined) => Promise<KeptContent> {
  const kept = new Map<string | undefined, Promise<KeptContent>>();
  let written: Promise<(servers: unknown) => string> | undefined;
  const textFor = async (root: string | undefined) => {
    const { servers, ...others } = documentOf();
    written ??= inTurns(write(others));
    return (await written)(root === undefined ? servers : serversAt(root));
  };
  return async (root) => {
    const known = kept.get(root);
    if (known !== undefined) return known;
    if (kept.size >= maxRoots) {
      const bytes = Buffer.from(await textFor(root));
      return { type, bytes, etag: etagOf(bytes) };
    }
    const content = textFor(root).then((text) => keepText(type, text));
    kept.set(root, content);
    return content;
  };
}

export function* asJson(document: object): Steps<(servers: unknown) => string> {
  yield 'long';
  const text = JSON.stringify(document).slice(0, -1);
  return (servers) => `${text},"servers":${JSON.stringify(servers)}}`;
}

/** As OpenAPI 3.0.3. */
export const asOldJson = (document: object): ReturnType<WriteDocument> => asJson(openApi30(document));

const yamlOptions = { aliasDuplicateObjects: false, lineWidth: 0 };
/** Writing all of a document as YAML takes hundreds of milliseconds; one of its schemas takes a few. */
const yamlLevels = 3;

export function* asYaml(document: object): Steps<(servers: unknown) => string> {
  const text = yield* yamlOf(document, yamlLevels);
  return (servers) => text + stringify({ servers }, yamlOptions);
}

function* yamlOf(map: object, levels: number): Steps<string> {
  let text = '';
  for (const [name, value] of Object.entries(map)) {
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
    if (levels > 1 && isMap)
      text += `${stringify(name, yamlOptions).trimEnd()}:\n${indented(yield* yamlOf(value as object, levels - 1))}`;
    else text += stringify({ [name]: value }, yamlOptions);
    yield;
  }
  return text;
}

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');
