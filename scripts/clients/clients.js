import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools.js';

const java = ['java', '-version'];
const maven = ['mvn', '-version'];
const python = ['python3', '--version'];
const go = ['go', 'version'];
const generatorVersion = '7.25.0';

/** Each has the tools that it needs, of which the table names the last, and makes a command that runs the program in scripts/clients/programs. */
export const clients = [
  { name: 'java', label: 'openapi-generator `java`, `native`', tools: [maven, java], make: makeJava },
  { name: 'kotlin', label: 'openapi-generator `kotlin`, `jackson`', tools: [maven, java], make: makeKotlin },
  { name: 'go', label: 'openapi-generator `go`, with `Amount`', tools: [java, maven, go], make: makeGo },
  { name: 'oapi-codegen', label: 'oapi-codegen 2.8.2', tools: [go], make: makeOapiCodegen },
  { name: 'python', label: 'openapi-generator `python`', tools: [java, maven, python], make: makePython },
  {
    name: 'openapi-python-client',
    label: 'openapi-python-client 0.29.1',
    tools: [python],
    make: makeOpenapiPythonClient,
  },
  { name: 'recipe', label: 'Python without a generator, as below', tools: [python], make: makeRecipe },
  {
    name: 'typescript-fetch',
    label: 'openapi-generator `typescript-fetch`',
    tools: [java, maven, ['node', '-p', '"Node " + process.version']],
    make: makeTypescriptFetch,
  },
  { name: 'rust', label: 'openapi-generator `rust`', tools: [java, maven, ['cargo', '--version']], make: makeRust },
  {
    name: 'php',
    label: 'openapi-generator `php`, Guzzle 7',
    tools: [java, maven, ['php', '-r', "require 'GuzzleHttp/autoload.php'; echo 'PHP ', PHP_VERSION;"]],
    make: makePhp,
  },
];

async function generate({ shell, folder, cache, document }, generator, ...more) {
  const jar = join(cache, `openapi-generator-cli-${generatorVersion}.jar`);
  const artifact = `org.openapitools:openapi-generator-cli:${generatorVersion}:jar`;
  if (!existsSync(jar))
    await shell('mvn', ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`]);
  const output = join(folder, 'generated');
  await shell('java', ['-jar', jar, 'generate', '-i', document, '-g', generator, '-o', output, ...more]);
  return output;
}

/** A code block of docs/clients.md, word for word. */
function documented(language, beginning) {
  const text = readFileSync(join(root, 'docs/clients.md'), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, name, code]) => ({ name, code }));
  const block = blocks.find(({ name, code }) => name === language && code.startsWith(beginning));
  if (block === undefined) throw new Error(`docs/clients.md has no ${language} that begins with ${beginning}`);
  return block.code;
}

async function makeJava(context) {
  const { shell, program } = context;
  const cwd = await generate(
    context,
    'java',
    '--library',
    'native',
    '--additional-properties=disallowAdditionalPropertiesIfNotPresent=false',
  );
  const main = join(cwd, 'src/main/java/Java.java');
  copyFileSync(join(program, 'Java.java'), main);
  writeFileSync(join(cwd, 'src/main/java/FileBodies.java'), documented('java', 'import com.fasterxml'));
  const goals = [
    '-q',
    '-Dmaven.test.skip=true',
    '-Dmaven.javadoc.skip=true',
    'compile',
    'dependency:copy-dependencies',
  ];
  await shell('mvn', goals, { cwd });
  return ['java', '-cp', `${cwd}/target/classes:${cwd}/target/dependency/*`, 'Java'];
}

async function makeKotlin(context) {
  const { shell, program } = context;
  const cwd = await generate(
    context,
    'kotlin',
    '--additional-properties=serializationLibrary=jackson,omitGradleWrapper=true',
  );
  copyFileSync(join(program, 'kotlin.kt'), join(cwd, 'src/main/kotlin/kotlin.kt'));
  copyFileSync(join(program, 'kotlin.xml'), join(cwd, 'pom.xml'));
  await shell('mvn', ['-q', 'compile', 'dependency:copy-dependencies'], { cwd });
  return ['java', '-cp', `${cwd}/target/classes:${cwd}/target/dependency/*`, 'KotlinKt'];
}

async function makeGo(context) {
  const { shell, folder, program } = context;
  const generated = await generate(
    context,
    'go',
    '--package-name',
    'doorway',
    '--type-mappings=number=Amount',
    '--git-host',
    'example.com',
    '--git-user-id',
    'acme',
    '--git-repo-id',
    'doorway-client',
  );
  rmSync(join(generated, 'test'), { recursive: true });
  writeFileSync(join(generated, 'amount.go'), documented('go', 'package doorway'));
  const cwd = join(folder, 'app');
  mkdirSync(cwd);
  copyFileSync(join(program, 'go.go'), join(cwd, 'main.go'));
  await shell('go', ['mod', 'init', 'example.com/acme/app'], { cwd });
  const module = 'example.com/acme/doorway-client';
  await shell('go', ['mod', 'edit', '-replace', `${module}=${generated}`, '-require', `${module}@v0.0.0`], { cwd });
  await shell('go', ['mod', 'tidy'], { cwd });
  await shell('go', ['build', '-o', 'app'], { cwd });
  return [join(cwd, 'app')];
}

async function makeOapiCodegen({ shell, folder, document, program }) {
  mkdirSync(join(folder, 'doorway'));
  copyFileSync(join(program, 'oapi-codegen.go'), join(folder, 'main.go'));
  await shell('go', ['mod', 'init', 'example.com/acme/app']);
  const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
  const output = join(folder, 'doorway/doorway.gen.go');
  await shell('go', ['run', generator, '-generate', 'types,client', '-package', 'doorway', '-o', output, document]);
  await shell('go', ['mod', 'tidy']);
  await shell('go', ['build', '-o', 'program']);
  return [join(folder, 'program')];
}

async function makePython(context) {
  const { folder, program } = context;
  const generated = await generate(context, 'python');
  for (const name of ['python.py', 'steps.py']) copyFileSync(join(program, name), join(folder, name));
  return [await withPackages(context, generated), join(folder, 'python.py')];
}

async function makeOpenapiPythonClient(context) {
  const { shell, folder, document, program } = context;
  const python = await withPackages(context, 'openapi-python-client==0.29.1', 'ruff');
  const generated = join(folder, 'generated');
  const generator = join(folder, 'venv/bin/openapi-python-client');
  const env = { ...process.env, PATH: `${join(folder, 'venv/bin')}:${process.env.PATH}` };
  await shell(generator, ['generate', '--path', document, '--output-path', generated], { env });
  await shell(python, ['-m', 'pip', '-q', 'install', generated]);
  for (const name of ['openapi-python-client.py', 'steps.py']) copyFileSync(join(program, name), join(folder, name));
  return [python, join(folder, 'openapi-python-client.py')];
}

async function withPackages({ shell, folder }, ...packages) {
  await shell('python3', ['-m', 'venv', 'venv']);
  const python = join(folder, 'venv/bin/python');
  await shell(python, ['-m', 'pip', '-q', 'install', ...packages]);
  return python;
}

function makeRecipe({ folder }) {
  writeFileSync(join(folder, 'doorway.py'), documented('python', 'import json'));
  writeFileSync(join(folder, 'invoice.py'), documented('python', 'import base64'));
  return ['python3', join(folder, 'invoice.py')];
}

async function makeTypescriptFetch(context) {
  const { folder, program } = context;
  await generate(context, 'typescript-fetch');
  copyFileSync(join(program, 'typescript-fetch.ts'), join(folder, 'program.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  return [process.execPath, join(root, 'node_modules/tsx/dist/cli.mjs'), join(folder, 'program.ts')];
}

async function makeRust(context) {
  const { shell, cache, program } = context;
  const cwd = await generate(context, 'rust');
  mkdirSync(join(cwd, 'examples'));
  copyFileSync(join(program, 'rust.rs'), join(cwd, 'examples/rust.rs'));
  await shell('cargo', ['add', '-q', '--dev', 'tokio', '--features', 'macros,rt-multi-thread'], { cwd });
  const target = join(cache, 'rust');
  await shell('cargo', ['build', '-q', '--example', 'rust', '--target-dir', target], { cwd });
  return [join(target, 'debug/examples/rust')];
}

async function makePhp(context) {
  const { folder, program } = context;
  await generate(context, 'php');
  copyFileSync(join(program, 'php.php'), join(folder, 'program.php'));
  return ['php', join(folder, 'program.php')];
}
