import type { FileFault } from '../../../common/errors/problem-catalogue.ts';
import { looksLikeXml } from './xml.ts';
import { checkXml, type XmlCheck } from './xml-text.ts';

const headBytes = 4_100;
/** Bytes are inspected in blocks of this size, because small chunks are costly. */
const blockBytes = 64 * 1024;

export interface FileInspection {
  size: number;
  head: Buffer;
  /** The last 64 KiB or more, without trailing zeros and white space; a smaller file whole. */
  tail: Buffer;
  /** Whether it begins like XML and nothing in it is for a browser to run, and if so, why it is not valid. */
  isXml: boolean;
  xmlFault: FileFault | undefined;
}

export interface Inspector {
  over(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  finish(): FileInspection;
}

const nothing: Buffer = Buffer.alloc(0);
const filling = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

function endOfContent(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && filling.has(bytes[end - 1] as number)) end -= 1;
  return end;
}

export function createInspector(): Inspector {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let waiting = 0;
  let head: Buffer | undefined;
  let xml: XmlCheck | undefined;
  let before = nothing;
  let last = nothing;

  function lookAtBlock(): void {
    const [first] = pieces;
    const block = pieces.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(pieces);
    pieces = [];
    waiting = 0;
    if (head === undefined) {
      head = Buffer.from(block.subarray(0, headBytes));
      if (looksLikeXml(head)) xml = checkXml(head);
    }
    xml?.take(block);
    if (endOfContent(block) === 0) return;
    before = last;
    last = block;
  }

  async function* over(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      pieces.push(piece);
      size += piece.length;
      waiting += piece.length;
      if (waiting >= blockBytes) lookAtBlock();
      yield piece;
    }
  }

  function finish(): FileInspection {
    lookAtBlock();
    const tail = Buffer.concat([before, last]);
    const checked = xml?.finish();
    return {
      size,
      head: head ?? nothing,
      tail: tail.subarray(0, endOfContent(tail)),
      isXml: checked?.isWebContent === false,
      xmlFault: checked?.fault,
    };
  }

  return { over, finish };
}
