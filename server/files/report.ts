import type { FileOwner } from './store.ts';
import type { DamagedFile, UnreadFile } from './verify.ts';
import { CommandError } from '../errors/command-error.ts';
import { short, counted, sizeInWords, thousands } from '../../common/errors/words.ts';
import { printable } from '../ground/text/printable.ts';

interface CompanyResult {
  company: { id: string; name: string };
  files: number;
  damaged: DamagedFile[];
}

export interface VerifiedCompany extends CompanyResult {
  unread: UnreadFile[];
}

export interface CopiedCompany extends CompanyResult {
  copied: number;
  copiedBytes: number;
}

interface Output {
  json?: boolean;
}

/** The limit on a terminal; --json lists all. */
const maxLines = 1_000;

const sumOf = <Result>(results: Result[], count: (result: Result) => number) =>
  results.reduce((sum, result) => sum + count(result), 0);

/** Throws if a file is damaged or could not be read. */
export function endVerifying(store: string, results: VerifiedCompany[], { json = false }: Output): void {
  const files = sumOf(results, (result) => result.files);
  if (json)
    print({
      store,
      files,
      companies: results.map(({ unread, ...result }) => ({
        ...resultAsJson(result),
        unread: unread.map(({ sha256, error }) => ({ sha256: sha256.toString('hex'), error: error.message })),
      })),
    });
  const unread = results.flatMap((result) =>
    result.unread.map(
      ({ sha256, error }) =>
        `${result.company.name}: the file with the SHA-256 ${sha256.toString('hex')} could not be read: ${error.message}`,
    ),
  );
  refuseDamaged(results, json, unread);
  if (unread.length > 0) throw new CommandError(listed(unread), 2);
  const whole = files === 1 ? 'The only file is' : `All ${thousands(files)} files are`;
  if (!json) console.log(files === 0 ? 'There are no files.' : `${whole} whole in ${store}.`);
}

interface CopiedStores {
  from: string;
  to: string;
  /** As it was written. */
  address: string;
}

/** Throws if a file of the source is damaged. */
export function endCopying(
  { from, to, address }: CopiedStores,
  results: CopiedCompany[],
  { json = false }: Output,
): void {
  const [files, copied, copiedBytes] = [
    sumOf(results, (result) => result.files),
    sumOf(results, (result) => result.copied),
    sumOf(results, (result) => result.copiedBytes),
  ];
  if (json)
    print({
      from,
      to,
      files,
      copied,
      copiedBytes,
      companies: results.map((result) => ({
        ...resultAsJson(result),
        copied: result.copied,
        copiedBytes: result.copiedBytes,
      })),
    });
  else {
    const damaged = sumOf(results, (result) => result.damaged.length);
    console.log(
      `${counted(copied, 'file')} (${sizeInWords(copiedBytes)}) copied to ${to}; ${thousands(files - copied - damaged)} were there already.`,
    );
    console.log(
      `To use it: stop the service, run this command once more for the files that have arrived since, and start the service ${address === 'disk' ? 'without FILES_URL' : `with FILES_URL=${address}`}.`,
    );
  }
  refuseDamaged(results, json);
}

function refuseDamaged(results: CompanyResult[], json: boolean, more: string[] = []): void {
  const damaged = sumOf(results, (result) => result.damaged.length);
  if (damaged === 0) return;
  const lines = results.flatMap(({ company, damaged: files }) =>
    files.flatMap(({ problem, owners }) => owners.map((owner) => damageInWords(company.name, problem, owner))),
  );
  const files = sumOf(results, (result) => result.files);
  const summary = `${thousands(damaged)} of ${counted(files, 'file')} ${damaged === 1 ? 'is' : 'are'} damaged. Restore ${damaged === 1 ? 'it' : 'them'} from a backup; docs/keeping.md says how.`;
  throw new CommandError(json ? summary : `${listed([...lines, ...more])}\n${summary}`);
}

/** Names the row that a damaged file belongs to. */
export function damageInWords(company: string, problem: string, owner: FileOwner): string {
  const { attachmentId, fileName, supplierInvoiceId, externalReferenceId, supplierInvoiceNumber } = owner;
  const number = supplierInvoiceNumber === null ? '' : ` ${short(supplierInvoiceNumber)}`;
  return `${company}: ${short(fileName)} is ${problem} (file ${attachmentId} of the invoice${number}, reference ${short(externalReferenceId)}, id ${supplierInvoiceId})`;
}

/** Names come from partners: they must not move the cursor of a terminal. */
export function listed(lines: string[]): string {
  const shown = lines.slice(0, maxLines).map(printable);
  const rest = lines.length - shown.length;
  return [...shown, ...(rest === 0 ? [] : [`… and ${thousands(rest)} more. --json prints all of them.`])].join('\n');
}

const print = (document: object) => console.log(JSON.stringify(document));

const resultAsJson = ({ company, files, damaged }: CompanyResult) => ({
  company: company.name,
  companyId: company.id,
  files,
  damaged: damaged.map(({ sha256, size, problem, owners }) => ({
    sha256: sha256.toString('hex'),
    size,
    problem,
    attachments: owners,
  })),
});
