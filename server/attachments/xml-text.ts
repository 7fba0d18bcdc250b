import { short } from '../ground/short.ts';
import { createXmlScan, XmlFault } from './xml-scan.ts';

/** Looks at the bytes of an XML document, of which the first piece holds its beginning. */
export interface XmlCheck {
  take(bytes: Buffer): void;
  /** What is wrong with it; undefined where it is well-formed. */
  finish(): string | undefined;
}

export function checkXml(beginning: Buffer): XmlCheck {
  let fault: string | undefined;
  const scan = createXmlScan();
  const decode = decoderOf(beginning);

  /** After the first fault nothing more is looked at. */
  function unlessFaulty(look: () => void): void {
    if (fault !== undefined) return;
    try {
      look();
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error;
      fault = error.message;
    }
  }

  return {
    take: (bytes) => unlessFaulty(() => scan.take(decode(bytes, false))),
    finish: () => {
      unlessFaulty(() => {
        scan.take(decode(Buffer.alloc(0), true));
        scan.finish();
      });
      return fault;
    },
  };
}

type Decode = (bytes: Buffer, isLast: boolean) => string;

/** By the byte order mark, or as the declaration says, or else UTF-8. */
function decoderOf(beginning: Buffer): Decode {
  const mark = beginning.toString('hex', 0, 2);
  if (mark === 'fffe') return strictly('utf-16le');
  if (mark === 'feff') return strictly('utf-16be');
  const named = declared.exec(beginning.toString('latin1', 0, 400))?.[1]?.toLowerCase() ?? 'utf-8';
  // What was just read byte by byte is not UTF-16, whatever it says.
  if (named.startsWith('utf-16')) return failing(`its bytes are not valid ${short(named)}`);
  try {
    return strictly(named);
  } catch {
    return failing(`its encoding ${short(named)} is not known`);
  }
}

const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]{0,200}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)/;

function strictly(encoding: string): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes, isLast) => {
    try {
      return decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw new XmlFault(`its bytes are not valid ${short(encoding)}`);
    }
  };
}

const failing =
  (fault: string): Decode =>
  () => {
    throw new XmlFault(fault);
  };
