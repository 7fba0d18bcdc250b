import { Option, type Command } from 'commander';
import {
  encodingNames,
  exampleCsv,
  importFormats,
  type Import,
  type ImportFormat,
} from '../../common/imports/imports.ts';
import { readConfig } from '../config.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import type { Pool } from '../ground/db/pool.ts';
import { readBytes, readEncoded } from '../ground/imports/file.ts';
import { ImportError, inWords } from '../ground/imports/mistakes.ts';
import type { Layout } from '../ground/imports/layout.ts';
import type { Contents } from '../ground/imports/rows.ts';

export interface ImportCommand<Records, Outcome> {
  description: string;
  declaration: Import;
  rules?: string;
  layout: Layout;
  check: (contents: Contents) => Promise<Records>;
  write: (pool: Pool, company: string, records: Records) => Promise<Outcome>;
  summary: (outcome: Outcome) => string[];
}

interface Options {
  company: string;
  format?: ImportFormat;
  json?: boolean;
}

/** The file is read and checked before the database is opened. */
export function importCommand<Records, Outcome>(
  parent: Command,
  { description, declaration, rules = '', layout, check, write, summary }: ImportCommand<Records, Outcome>,
): void {
  parent
    .command('import')
    .description(description)
    .argument('<file>', 'a CSV or JSON file in UTF-8, UTF-16 or Windows-1252, or - for standard input')
    .requiredOption('--company <name>', 'the company to import into')
    .addOption(
      new Option('--format <format>', 'the format of the file (default: by its name or its first character)').choices(
        importFormats,
      ),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `\n${helpOf(declaration)}${rules}All of it is imported, or nothing. docs/importing.md has the rules and examples.`,
    )
    .action(async (file: string, { company, format, json }: Options) => {
      const config = readConfig(process.env);
      try {
        const { contents, encoding } = await readEncoded(await readBytes(file), file, layout, format);
        const records = await check(contents);
        const outcome = await withDatabase(config, (pool) => write(pool, company, records));
        const other = encoding === 'utf-8' ? undefined : encoding;
        if (json) return console.log(JSON.stringify({ ...outcome, encoding: other }));
        for (const line of summary(outcome)) console.error(line);
        if (other !== undefined) console.error(`The file was read as ${encodingNames[other]}.`);
      } catch (error) {
        if (json && error instanceof ImportError)
          console.log(JSON.stringify({ mistakes: error.mistakes.map(inWords) }));
        throw error;
      }
    });
}

export const count = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;

const helpOf = (declaration: Import) => `CSV, with a comma, a semicolon or a tab between cells:
${exampleCsv(declaration, ',').replace(/^/gm, '  ')}
JSON:
  ${JSON.stringify(declaration.example)}
Fields: ${Object.keys(declaration.fields).join(', ')}.
`;
