import type { FileFault } from '../../../common/errors/problem-catalogue.ts';
import { short } from '../../../common/errors/words.ts';
import { createXmlScan, WebContentFound, XmlFault } from './xml-scan.ts';

/** Checks the bytes of an XML document; the first chunk must contain its beginning. */
export interface XmlCheck {
  take(bytes: Buffer): void;
  finish(): { fault: FileFault | undefined; isWebContent: boolean };
}

export function checkXml(beginning: Buffer): XmlCheck {
  let fault: FileFault | undefined;
  let isWebContent = false;
  const scan = createXmlScan();
  const decode = decoderOf(beginning);

  function unlessFaulty(look: () => void): void {
    if (fault !== undefined || isWebContent) return;
    try {
      look();
    } catch (error) {
      if (error instanceof XmlFault) fault = error.fault;
      else if (error instanceof WebContentFound) isWebContent = true;
      else throw error;
    }
  }

  return {
    take: (bytes) => unlessFaulty(() => scan.take(decode(bytes, false))),
    finish: () => {
      unlessFaulty(() => {
        scan.take(decode(Buffer.alloc(0), true));
        scan.finish();
      });
      return { fault, isWebContent };
    },
  };
}

type Decode = (bytes: Buffer, isLast: boolean) => string;

/** Chosen by the byte order mark, then the declaration; UTF-8 by default. */
function decoderOf(beginning: Buffer): Decode {
  const mark = beginning.toString('hex', 0, 2);
  if (mark === 'fffe') return strictly('utf-16le');
  if (mark === 'feff') return strictly('utf-16be');
  const named = declared.exec(beginning.toString('latin1', 0, 400))?.[1]?.toLowerCase() ?? 'utf-8';
  // Text that was readable byte by byte is not UTF-16, whatever the declaration says.
  if (named.startsWith('utf-16')) return failing({ fault: 'bytes', what: short(named) });
  try {
    return strictly(named);
  } catch {
    return failing({ fault: 'encoding', what: short(named) });
  }
}

const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]{0,200}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)/;

function strictly(encoding: string): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw new XmlFault({ fault: 'bytes', what: short(encoding) });
    }
  };
}

const failing =
  (fault: FileFault): Decode =>
  () => {
    throw new XmlFault(fault);
  };
