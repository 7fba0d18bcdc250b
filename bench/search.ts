import { withClient } from './database.ts';
import { median } from './jobs.ts';
import { addOperator } from './operator.ts';
import type { Server } from './processes.ts';
import { digits, type Target } from './report.ts';
import type { Stage } from './stage.ts';
import { requireCompany } from '../server/companies/store.ts';

const maxMs = 100;
const timesEach = 15;

/** A different search each time. */
const searches: Record<string, (nth: number) => string> = {
  'a part of an invoice number': (nth) => `invoices?q=${String(123_457 + nth * 3_331)}`,
  'a payment reference': (nth) => `invoices?q=${208_710_000_000 + (nth * 31_337 + 5) * 7}`,
  'an order number': (nth) => `invoices?q=po-${20_000 + nth * 97}`,
  'a supplier by name': (nth) => `invoices?q=material%20${1_100 + nth * 13}`,
  'a project by name': (nth) => `invoices?q=kvarteret%20${100 + nth}`,
  'a word that is in every invoice': () => 'invoices?q=nordbygg',
  'two letters': () => 'invoices?q=ab',
  'a word in one file': (nth) => `invoices?q=file${100_000 + nth * 4_005}`,
  'a word in 1 of 100 files': (nth) => `invoices?q=hundred${10 + nth * 5}`,
  'a word in every file': () => 'invoices?q=bankgiro',
  'words in every file and in none': (nth) => `invoices?q=bankgiro%20nowhere${nth}`,
  'what is in none': (nth) => `invoices?q=nowhere${nth}`,
  'a word and a state': (nth) => `invoices?q=po-${21_000 + nth * 97}&state=received`,
  'a word that is in every invoice, and a state that none has': () => 'invoices?q=nordbygg&state=rejected',
  'amounts, the largest first': (nth) => `invoices?least=${1_000 + nth}&most=${2_000 + nth}&sort=-totalPrice`,
  'a supplier, by invoice date': (nth) => `invoices?supplier=${1_200 + nth}&sort=-invoiceDate`,
  'a project, by amount': (nth) => `invoices?project=kvarteret%20${200 + nth}&sort=-totalPrice`,
  days: () => `invoices?from=${day(20)}&to=${day(18)}`,
  'days, by amount': () => `invoices?from=${day(20)}&to=${day(18)}&sort=-totalPrice`,
  'an amount, as it is typed': (nth) => `invoices?q=${1_000 + nth}%20000,25`,
  'what waits, by due date': () => 'invoices?state=received&sort=dueDate',
  'what is overdue': () => 'invoices?overdue=true&sort=dueDate',
  'what was given to oneself': () => 'invoices?assigned=me',
  'what one decided oneself': () => 'invoices?decidedBy=me',
  'what has no file': () => 'invoices?files=none',
  'credit notes': () => 'invoices?credit=true',
  'any finding': () => 'invoices?finding=any',
  'the totals of a supplier': (nth) => `invoices/totals?supplier=${1_200 + nth}`,
  'the totals of what is overdue': () => 'invoices/totals?overdue=true',
  'the totals of everything': () => 'invoices/totals',
  'a supplier to choose': (nth) => `choices?of=supplier&q=material%20${1_100 + nth * 13}`,
  'a project to choose': (nth) => `choices?of=project&q=kvarteret%20${nth}`,
  'everything, an invoice number': (nth) => `search?q=${String(223_457 + nth * 3_331)}`,
  'everything, a word that is in every invoice': () => 'search?q=nordbygg',
};

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** How long a search takes among many stored invoices, one at a time over HTTP. */
export async function measureSearch({ filled, databases }: Stage): Promise<Target[]> {
  const { company, token } = await withClient({ connectionString: databases.filled }, async (client) => {
    const token = await addOperator(client, 'Bench');
    return { company: await requireCompany(client, 'Invoicing'), token };
  });
  const ask = async (path: string) => {
    const begun = performance.now();
    const response = await fetch(`${(filled as Server).url}/operator/v1/companies/${company}/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    return performance.now() - begun;
  };
  const targets: Target[] = [];
  const all: number[] = [];
  for (const [what, path] of Object.entries(searches)) {
    await ask(path(timesEach));
    const times: number[] = [];
    for (let nth = 0; nth < timesEach; nth++) times.push(await ask(path(nth)));
    all.push(...times);
    targets.push(judge(`Search: ${what}, median (least to most)`, times));
  }
  return [...targets, judge('Search: all of these, median (least to most)', all)];
}

const judge = (what: string, times: number[]): Target => ({
  what,
  target: `less than ${maxMs} ms`,
  measured: `${digits(median(times))} ms (${digits(Math.min(...times))} to ${digits(Math.max(...times))})`,
  reached: median(times) < maxMs,
});
