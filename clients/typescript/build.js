// Builds the package into dist/: types from the OpenAPI document, then JavaScript and declarations from src/.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { packClient } from '../../scripts/client-package.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const generated = `${here}src/generated`;
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const document = readJson(`${root}openapi/partner.json`);
const { version } = readJson(`${here}package.json`);

const isAmount = (schema) => [schema.type].flat().includes('number');

/** Amounts have types of their own: callers may send them in several ways, and get them as exact text. */
async function typesWith(amount, inject) {
  const nodes = await openapiTS(structuredClone(document), {
    inject,
    transform: (schema) => {
      if (!isAmount(schema)) return undefined;
      const isNullable = [schema.type].flat().includes('null');
      const exact = amount();
      return isNullable
        ? ts.factory.createUnionTypeNode([exact, ts.factory.createLiteralTypeNode(ts.factory.createNull())])
        : exact;
    },
  });
  return astToString(nodes);
}

/** The parser knows amounts by the names of their fields. A test makes sure that each name has one meaning. */
function amountFieldsOf(part, found = new Set()) {
  if (typeof part !== 'object' || part === null) return found;
  for (const [name, schema] of Object.entries(part.properties ?? {})) if (isAmount(schema)) found.add(name);
  for (const inner of Object.values(part)) amountFieldsOf(inner, found);
  return found;
}

/** Paths of amounts, for example articles[].price. Names alone are not enough: a partner's own fields may have any. */
function amountPathsOf(schema, path = '') {
  if (schema.$ref !== undefined) return amountPathsOf(document.components.schemas[schema.$ref.split('/').at(-1)], path);
  if (isAmount(schema)) return [path];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    amountPathsOf(inner, path === '' ? name : `${path}.${name}`),
  );
  return schema.items === undefined ? inside : [...inside, ...amountPathsOf(schema.items, `${path}[]`)];
}

const bodies = Object.values(document.paths)
  .flatMap((operations) => Object.values(operations))
  .flatMap(({ requestBody }) => requestBody?.content['application/json']?.schema ?? []);
const amountPaths = new Set(bodies.flatMap((schema) => amountPathsOf(schema)));
const amountFields = amountFieldsOf([document.components.schemas, document.paths]);
const reference = (name) => ts.factory.createTypeReferenceNode(name);
const files = {
  'sent.d.ts': await typesWith(() => reference('Amount'), "import type { Amount } from '../decimal.js';\n"),
  'answered.d.ts': await typesWith(() => ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword)),
  'document.js':
    `export const version = ${JSON.stringify(version)};\n` +
    `export const amountFields = ${JSON.stringify([...amountFields].toSorted())};\n` +
    `export const amountPaths = ${JSON.stringify([...amountPaths].toSorted())};\n`,
  'document.d.ts': ['version: string', 'amountFields: readonly string[]', 'amountPaths: readonly string[]']
    .map((declaration) => `export declare const ${declaration};\n`)
    .join(''),
};
mkdirSync(generated, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(`${generated}/${name}`, text);

rmSync(`${here}dist`, { recursive: true, force: true });
const compiler = createRequire(`${root}package.json`).resolve('typescript/package.json');
execFileSync(process.execPath, [compiler.replace('package.json', 'bin/tsc'), '-p', `${here}tsconfig.build.json`], {
  stdio: 'inherit',
});
// Declarations keep the extension of the sources, which are not in the package.
for (const name of readdirSync(`${here}dist`).filter((one) => one.endsWith('.d.ts'))) {
  const text = readFileSync(`${here}dist/${name}`, 'utf8');
  writeFileSync(`${here}dist/${name}`, text.replaceAll(/(from '|import\(")(\.\.?\/[\w./-]+)\.ts(?=['"])/g, '$1$2.js'));
}
mkdirSync(`${here}dist/generated`, { recursive: true });
for (const name of Object.keys(files)) copyFileSync(`${generated}/${name}`, `${here}dist/generated/${name}`);

// The service serves the package to partners.
packClient(`${root}server/dist/clients`);
