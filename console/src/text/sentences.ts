import { toEverybody } from './sentences/everybody.ts';
import { toOperators } from './sentences/operators.ts';
import { toPartners } from './sentences/partners.ts';
import { problemInSwedish } from './sentences/problems.ts';

const whole = [...toOperators, ...toEverybody, ...toPartners];

const reference = ' The reference documentation says what each parameter takes.';
const referenceInSwedish = ' Referensdokumentationen säger vad varje parameter tar.';

/** The Swedish of what the service says: a sentence, several problems with semicolons between, or several lines. Undefined where any part is not known. */
export function inSwedish(text: string): string | undefined {
  const said = text.trim();
  const sentence = whole.find(([english]) => english.test(said));
  if (sentence !== undefined) return said.replace(...sentence);
  return said.includes('\n') ? linesInSwedish(said) : (lineInSwedish(said) ?? problemsInSwedish(said));
}

/** The mistakes of a file, one a line. A value may have a line break in it, and then it is no such text. */
function linesInSwedish(text: string): string | undefined {
  const lines = text.split('\n').map(inSwedish);
  return lines.every((line) => line !== undefined) ? lines.join('\n') : problemsInSwedish(text);
}

function lineInSwedish(text: string): string | undefined {
  const [, line, mistake] = /^line (\d+): (.*)$/.exec(text) ?? [];
  const swedish = mistake === undefined ? undefined : problemsInSwedish(mistake);
  return swedish === undefined ? undefined : `rad ${line}: ${swedish}`;
}

function problemsInSwedish(text: string): string | undefined {
  const refers = text.endsWith(reference);
  const [, problems = '', more = '', end = ''] =
    /^(.*?)(, and more)?(\.?)$/s.exec(refers ? text.slice(0, -reference.length) : text) ?? [];
  const swedish = partsInSwedish(problems) ?? problemInSwedish(problems);
  return swedish === undefined
    ? undefined
    : `${swedish}${more && ', med mera'}${end}${refers ? referenceInSwedish : ''}`;
}

function partsInSwedish(text: string): string | undefined {
  const parts = text.split('; ').map(problemInSwedish);
  return parts.length > 1 && parts.every((part) => part !== undefined) ? parts.join('; ') : undefined;
}
