import type { Command } from 'commander';
import { auditRun, runChecks, type InvoiceNews, type CheckRun, type RunCounts } from './checking/run-checks.ts';
import { countStored } from './checking/run-store.ts';
import { requireCompany } from '../companies/store.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { short, thousands } from '../../common/errors/words.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { progressOn, type Terminal } from '../ground/process/progress.ts';

interface Options {
  company: string;
  since?: string;
  apply?: boolean;
  json?: boolean;
}

/** The limit on a terminal; --json lists all invoices. */
const maxLines = 1_000;

export function checksCommands(checks: Command): void {
  checks
    .command('run')
    .description(
      'Run the current rules with the company’s settings over stored invoices and print new findings. Nothing is changed without --apply.',
    )
    .requiredOption('--company <name>', 'the company whose invoices are checked')
    .option('--since <day>', 'only invoices that arrived on this day (YYYY-MM-DD) or later')
    .option('--apply', 'save new findings and their events; undecided invoices with a new hold become held')
    .option('--json', 'print one JSON object per line for each invoice, and the counts last')
    .action(async ({ company, since, apply = false, json = false }: Options) => {
      const run = { day: since === undefined ? undefined : dayIn(since), apply };
      await withDatabase(readConfig(process.env), async (pool) => {
        const id = await requireCompany(pool, company);
        const report = json ? inJson() : inWords(apply);
        const terminal = json && process.stdout.isTTY ? undefined : process.stderr;
        report.end(await runAndCount(pool, id, run, report.found, terminal));
      });
    });
}

function dayIn(text: string): string {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  // Date.parse turns February 30 into a day in March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw new CommandError(`--since is ${JSON.stringify(short(text))}, but it takes a day as YYYY-MM-DD.`, 2);
  return text;
}

/** Writes the audit entry even if the run fails halfway. */
async function runAndCount(
  pool: Pool,
  company: CompanyId,
  run: CheckRun,
  tell: (found: InvoiceNews) => void,
  terminal: Terminal | undefined,
): Promise<RunCounts> {
  const counts: RunCounts = { since: run.day, checked: 0, found: 0, held: 0, codes: {} };
  const progress = terminal?.isTTY ? progressOn(terminal, await countStored(pool, company, run)) : undefined;
  try {
    for await (const { checked, found, held } of runChecks(pool, company, run)) {
      counts.checked += checked;
      counts.found += found.length;
      counts.held += held;
      for (const invoice of found) {
        for (const { code } of invoice.findings) counts.codes[code] = (counts.codes[code] ?? 0) + 1;
        tell(invoice);
      }
      progress?.show(counts.checked, `${thousands(counts.found)} with something new`);
    }
  } finally {
    progress?.end();
    if (run.apply) await auditRun(pool, company, counts);
  }
  return counts;
}

interface Report {
  found(invoice: InvoiceNews): void;
  end(counts: RunCounts): void;
}

const inJson = (): Report => ({
  found: (invoice) => console.log(JSON.stringify(invoice)),
  end: (counts) => console.log(JSON.stringify({ counts })),
});

function inWords(apply: boolean): Report {
  const lines: string[] = [];
  return {
    found: ({ id, supplierInvoiceNumber, findings }) => {
      if (lines.length === maxLines) return;
      const codes = findings.map(({ code }) => code).join(' ');
      lines.push(`${id}  ${shown(supplierInvoiceNumber ?? '-')}  ${codes}`);
    },
    end: ({ checked, found, held, codes }) => {
      for (const line of lines) console.log(line);
      if (found > lines.length)
        console.log(`… and ${thousands(found - lines.length)} more. --json prints all of them.`);
      const many = Object.entries(codes).toSorted(([, a], [, b]) => b - a);
      for (const [code, count] of many) console.log(`${thousands(count).padStart(9)}  ${code}`);
      console.log(summary(checked, found, held, apply));
    },
  };
}

/** Removes control characters, which could move the terminal's cursor. */
const shown = (text: string) => short(text, 40).replace(/\p{C}/gu, '�');

function summary(checked: number, found: number, held: number, apply: boolean): string {
  const looked = `${thousands(checked)} ${checked === 1 ? 'invoice was' : 'invoices were'} checked.`;
  if (found === 0) return `${looked} Nothing is new.`;
  const news = `${looked} Something is new in ${thousands(found)}.`;
  return apply
    ? `${news} It was kept, and ${held === 1 ? '1 invoice is' : `${thousands(held)} invoices are`} held now.`
    : `${news} Nothing was changed: --apply keeps it.`;
}
