import type { FileFault } from '../../common/errors/file-problems.ts';
import { looksLikeXml } from './xml.ts';
import { checkXml, type XmlCheck } from './xml-text.ts';

/** As much of a file's beginning as tells its kind. */
const headBytes = 4_100;
/** Bytes are looked at so many at a time, however small the pieces are in which they come: to go on from piece to piece has its price. */
const blockBytes = 64 * 1024;

/** What is known of a file when its bytes have passed. */
export interface Looked {
  size: number;
  head: Buffer;
  /** Its last 64 KiB, or more, without the zeros and the white space with which files are filled up; all of it where it is smaller. */
  tail: Buffer;
  /** Whether it begins like XML, and what then keeps it from being that. */
  isXml: boolean;
  xmlFault: FileFault | undefined;
}

export interface Look {
  /** The same bytes, looked at as they pass. */
  over(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  finish(): Looked;
}

const nothing: Buffer = Buffer.alloc(0);
const filling = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);

function endOfContent(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && filling.has(bytes[end - 1] as number)) end -= 1;
  return end;
}

/** Sees of a file what tells its kind, without having it in memory. */
export function createLook(): Look {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let waiting = 0;
  let head: Buffer | undefined;
  let xml: XmlCheck | undefined;
  let before = nothing;
  let last = nothing;

  function lookAtBlock(): void {
    const block = Buffer.concat(pieces);
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

  function finish(): Looked {
    lookAtBlock();
    const tail = Buffer.concat([before, last]);
    return {
      size,
      head: head ?? nothing,
      tail: tail.subarray(0, endOfContent(tail)),
      isXml: xml !== undefined,
      xmlFault: xml?.finish(),
    };
  }

  return { over, finish };
}
