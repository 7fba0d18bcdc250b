import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../server/', import.meta.url));

/** Where sentences are made that an operator reads: as an answer of the operator API, or in the trace of a partner's call. */
const folders = [
  '.',
  'errors',
  'ground',
  'ground/http',
  'ground/json',
  'ground/db',
  'ground/imports',
  'ground/files',
  'door',
  'desk',
  'events',
  'jobs',
  ...[
    'operators',
    'access',
    'audit',
    'suppliers',
    'projects',
    'supplier-invoices',
    'work-orders',
    'calls',
    'overview',
    'attachments',
  ].flatMap((slice) => [slice, `${slice}/door`, `${slice}/desk`]),
].filter((folder) => existsSync(`${server}${folder}`));

/** What these say is read in the reference, at the command line, in a log, or by a partner alone. */
const elsewhere =
  /\.test\.ts$|schemas|shapes|commands?\.ts$|docs\.ts$|^document\.ts$|oauth|^door\.ts$|^guarded\.ts$|unknown-fields|^(doctor|demo|main|serve|config|deps|package)\.ts$/;

export interface Said {
  file: string;
  text: string;
}

interface Literal {
  /** With ${…} for what is put in. */
  text: string;
  before: string;
}

/** The literals of a TypeScript source. It knows as much of the language as this code base uses. */
function literalsIn(source: string): Literal[] {
  const found: Literal[] = [];
  const token =
    /\/\/.*|\/\*[^]*?\*\/|(?<=[(,=:?[!&|{]\s*|return\s+)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`/g;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [text] = match;
    if (text.startsWith('/')) continue;
    const end = text === '`' ? endOfTemplate(source, match.index + 1) : token.lastIndex - 1;
    found.push({
      text: source.slice(match.index + 1, end).replace(/\\(.)/g, '$1'),
      before: source.slice(Math.max(0, match.index - 60), match.index),
    });
    token.lastIndex = end + 1;
  }
  return found;
}

function endOfTemplate(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '`') return at;
    else if (source.startsWith('${', at)) at = endOfPlaceholder(source, at + 2);
  }
  throw new Error('a template has no end');
}

function endOfPlaceholder(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '`') at = endOfTemplate(source, at + 1);
    else if (source[at] === '{') at = endOfPlaceholder(source, at + 1);
    else if (source[at] === '}') return at;
  }
  throw new Error('a placeholder has no end');
}

function allLiterals(): (Literal & { file: string })[] {
  return folders.flatMap((folder) =>
    readdirSync(server + folder)
      .filter((file) => file.endsWith('.ts') && !elsewhere.test(file))
      .flatMap((file) =>
        literalsIn(readFileSync(`${server}${folder}/${file}`, 'utf8')).map((literal) => ({
          ...literal,
          file: `${folder}/${file}`,
        })),
      ),
  );
}

const describes =
  /(?:description|summary|help|idInPath|examples?|message):?\s*[([]*$|CommandError\(\s*$|(?:log|app)\.\w+\([^']*$/;

/** Whole sentences: they begin with a capital letter, or with what is put in, and end with a full stop. */
export function wholeSentences(): Said[] {
  return allLiterals().filter(({ file, text, before }) => {
    if (!/^(?:[A-Z]|\$\{)[^]* [^]*\.$/.test(text) || describes.test(before)) return false;
    // In routes most literals are descriptions of answers, but what is thrown is said.
    return !file.includes('routes') || /(?:badRequest|conflict)\(\s*$/.test(before);
  });
}

/** What is said of a field, after its path, or of a line of a file. */
export function problems(): Said[] {
  return allLiterals().filter(({ text, before }) => {
    if (!text.includes(' ') || text.endsWith('.') || describes.test(before)) return false;
    const isSaid =
      /(?:problems\.(?:push|add)|report)\((?:[^()]|\([^()]*\))*$|problem: $|\bproblem = $|at\(name, $/.test(before);
    return (
      isSaid ||
      /^(?!it |there )(?:\$\{[^}]*\} |[a-z]\w* )?(?:must|is|cannot|takes) (?!NULL|NOT|DISTINCT)[a-z0-9]/.test(text)
    );
  });
}
