import { CommandError } from '../../errors/command-error.ts';

const newline = 10;

/** Lines without their line feeds. A last line without one counts, too. */
export async function* linesOf(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const add = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > maxBytes) throw new CommandError(`A line of the backup is longer than ${maxBytes} bytes.`);
    pieces.push(piece);
  };
  const take = () => {
    const line = Buffer.concat(pieces).toString();
    [pieces, bytes] = [[], 0];
    return line;
  };
  for await (const piece of source) {
    let begin = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, begin)) {
      add(piece.subarray(begin, end));
      yield take();
      begin = end + 1;
    }
    if (begin < piece.length) add(piece.subarray(begin));
  }
  if (bytes > 0) yield take();
}
