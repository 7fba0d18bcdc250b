// npm run lint: which file may import which. ARCHITECTURE.md has the order of the server's slices; an import goes down in
// it. server/layers.test.ts has examples.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The lowest first: the words of the block that ARCHITECTURE.md marks with "order". */
const order = /```order\n([^`]+)```/
  .exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))?.[1]
  .split(/\s+/)
  .filter(Boolean);
if (order === undefined) throw new Error('ARCHITECTURE.md has no block of slices in their order.');

/** Files that put the service together, directly in server/. They import everything, and nothing imports them. */
const isTop = (file) => /^(?:app|main|command-line|serve|several|worker|lifecycle|docs|guarded|scopes)\.ts$/.test(file);
/** Files in server/ that everything may import, as far as their own imports allow. */
const isLeaf = (file) => /^(?:config|deps|identifiers|package)\.ts$/.test(file);

/** These read and write what all slices below hold, so they may use more of them than their stores. */
const knowing = new Set([
  'sandbox',
  'notifications',
  'overview',
  'keeping',
  'erasing',
  'demo',
  'doctor',
  'jobs',
  'commands',
]);
const isStore = (file) => /(?:^|[/-])store\.ts$/.test(file);
const isProjection = (file) => /(?:^|[/-])projection\.ts$/.test(file);
const readsTables = (file) => isStore(file) || /(?:^|[/-])(?:queries|projection)\.ts$/.test(file);
const isShared = (slice) => ['errors', 'checks', 'ground', 'events', 'people', 'decisions'].includes(slice);

/** The slice of a file, and its front if it is part of one. `file` is a path below server/. */
function placeOf(file) {
  const [slice = '', ...inner] = file.split('/');
  const folders = [slice, ...inner.slice(0, -1)];
  const front = folders.find((folder) => folder === 'door' || folder === 'desk');
  return { slice, front, isRules: /(?:^|[/-])rules\.ts$/.test(file), isRoutes: /(?:^|[/-])routes\.ts$/.test(file) };
}

/**
 * Why a file may not import another one; undefined if it may.
 * @param {string} from path in the repository
 * @param {string} to the same
 * @returns {string | undefined}
 */
export function whyNot(from, to) {
  const [area, other] = [from, to].map((path) => path.slice(0, path.indexOf('/')));
  if (area === 'common')
    return other === 'common' ? undefined : 'common/ is used by server and console, and imports nothing of them.';
  if (other === 'common') return undefined;
  if (area === 'console')
    return other === 'console' ? undefined : 'The console imports common/ and nothing of the server.';
  return other === 'server'
    ? whyNotInServer(from.slice(7), to.slice(7))
    : 'The server imports common/ and nothing of the console.';
}

/** The same for paths below server/. */
function whyNotInServer(from, to) {
  if (isTop(from)) return undefined;
  if (isTop(to)) return 'Nothing imports what puts the service together.';
  const [own, other] = [placeOf(from), placeOf(to)];
  if (isLeaf(from) || isLeaf(to)) return leafProblem(from, own, to, other);
  const [at, below] = [order.indexOf(own.slice), order.indexOf(other.slice)];
  if (at < 0 || below < 0)
    return `ARCHITECTURE.md does not list ${at < 0 ? own.slice : other.slice} in the order of the slices.`;
  if (at < below)
    return `${own.slice} comes before ${other.slice} in ARCHITECTURE.md: an import goes down in that order.`;
  return frontProblem(own, other) ?? contentProblem(from, own, to, other);
}

function leafProblem(from, own, to, other) {
  if (['errors', 'checks'].includes(own.slice)) return 'Errors and checks import nothing that knows the process.';
  if (own.slice === 'ground' && !isLeaf(from))
    return /^(?:identifiers|package)\.ts$/.test(to) ? undefined : 'Ground is handed its settings.';
  if (isLeaf(from) && !isLeaf(to) && !['errors', 'ground', 'events'].includes(other.slice))
    return 'A file that everything imports knows no slice.';
  return undefined;
}

function frontProblem(own, other) {
  if (own.front === other.front || other.front === undefined) return undefined;
  if (own.front !== undefined)
    return 'Door and desk never import each other. What both need belongs to the core of a slice.';
  return 'Only a front imports a front: cores, jobs and commands run without a request.';
}

function contentProblem(from, own, to, other) {
  if (own.isRules && readsTables(to))
    return 'Rules are pure functions: they import no store. Types that both need stand beside the rules.';
  if (own.isRoutes && own.front !== undefined && readsTables(to)) return 'Routes call actions, never stores.';
  const isSql =
    isStore(from) || isProjection(from) || /(?:^|[/-])queries\.ts$/.test(from) || /^(?:ground\/db|events)\//.test(from);
  if (isSql && to.startsWith('ground/http/')) return 'Stores hold SQL and know nothing of HTTP.';
  if ((isStore(from) || isProjection(from)) && own.slice !== 'ground' && to.startsWith('ground/files/'))
    return 'Stores hold SQL and know nothing of files.';
  const isOthersCore =
    own.slice !== other.slice && own.front === undefined && !isShared(other.slice) && !knowing.has(own.slice);
  if (isOthersCore && !isStore(to) && to !== 'audit/record.ts' && !/(?:^|[/-])commands\.ts$/.test(from))
    return 'Of another slice, a core imports the store, and the record of the audit log.';
  return undefined;
}

const imported = /(?:^|\n)\s*(?:import|export)\s[^;'"]*?['"](\.[^'"]+)['"]|\bimport\s*\(\s*['"](\.[^'"]+)['"]/g;
const notBuilt =
  /\.(?:test|testing)\.tsx?$|(?:^|\/)(?:dist|node_modules)\/|^server\/(?:testing|contract|citus|processes)\//;

/**
 * @param {string} repository
 * @returns {string[]} a line for each import that is not allowed
 */
export function findWrongImports(repository) {
  const files = ['common', 'console/src', 'server'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true }).map((file) => `${folder}/${file.split(sep).join('/')}`),
  );
  return files
    .filter((file) => /\.tsx?$/.test(file) && !notBuilt.test(file))
    .flatMap((from) =>
      [...readFileSync(join(repository, from), 'utf8').matchAll(imported)].flatMap(([, plain, later]) => {
        const to = posix.join(posix.dirname(from), plain ?? later);
        const why = whyNot(from, to);
        return why === undefined ? [] : [`${from} imports ${to}. ${why}`];
      }),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = findWrongImports(root);
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
