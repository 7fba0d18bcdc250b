import { firstSupplier, invoice, invoicingSuppliers, placeholders, textsOf } from './bodies.ts';
import { built } from './built.ts';
import { median } from './jobs.ts';
import { digits, type Target } from './report.ts';
import type { CheckedInvoice } from '../server/checks/invoice.ts';
import type { InvoiceContext } from '../server/checks/context.ts';
import { correctInvoices } from '../server/checks/sums/correct.testing.ts';

const maxUs = 50;
const rounds = 31;
const atOnce = 1_000;
const correctOnes = 10_000;

/** The payee matches the supplier's record, and nothing similar came before. */
const known: InvoiceContext = {
  at: new Date(),
  supplier: {
    name: `Nordbygg Material ${firstSupplier} AB`,
    organizationalNumber: '556016-0680',
    bankGiro: '991-2346',
    postGiro: '12345-5',
    iban: 'SE4550000000058398257466',
  },
  earlier: {},
};

/** Processor time of the checks alone, and proof that they find nothing in correct invoices. */
export async function measureChecks(): Promise<Target[]> {
  const { judge } = await built<typeof import('../server/checks/judge.ts')>('checks/judge');
  const { checkedInvoice: checked, daysOf } = await built<typeof import('../server/checks/read.ts')>('checks/read');
  const checkedInvoice = (fields: Record<string, unknown>) => checked(fields, daysOf(fields, 'Europe/Stockholm'));
  const { rules } = await built<typeof import('../server/checks/rules.ts')>('checks/rules');
  const alone = rules.filter(({ needs }) => needs.length === 0);
  const bodies = Array.from({ length: atOnce }, (_, nth) => bodyOf(nth * invoicingSuppliers));
  const read = () => bodies.map((body) => checkedInvoice(body));
  const judged = (invoice: CheckedInvoice) => requireNone(judge(rules, invoice, known, {}));

  for (const body of correctInvoices(correctOnes, 1)) requireNone(judge(alone, checkedInvoice({ ...body }), known, {}));

  const reading = timesUs(() => bodies, checkedInvoice);
  const judging = timesUs(read, (one) => judge(alone, one, known, {}));
  const both = reading.map((value, at) => value + (judging[at] as number));
  return [
    { ...measured('reading it, and all that need no other record', both), ...underUs(both) },
    measured('reading it', reading),
    ...rules.map((rule) =>
      measured(
        rule.codes.join(', '),
        timesUs(read, (one) => rule.find(one, known, {})),
      ),
    ),
    measured('all', timesUs(read, judged)),
    {
      what: `Checks of ${digits(correctOnes)} correct invoices of all readings: findings`,
      target: 'none',
      measured: 'none',
      reached: true,
    },
  ];
}

const bodyOf = (nth: number): Record<string, unknown> => {
  const texts = textsOf(nth);
  return JSON.parse(
    placeholders.reduce(
      (body, placeholder, at) => body.replaceAll(placeholder, texts[at] as string),
      JSON.stringify(invoice),
    ),
  ) as Record<string, unknown>;
};

function requireNone(findings: { message: string }[]): void {
  if (findings[0] !== undefined) throw new Error(`An invoice that is right has a finding: ${findings[0].message}`);
}

/** Processor time per item, round by round. Each round gets fresh invoices; the first rounds do not count. */
function timesUs<One>(prepare: () => One[], work: (one: One) => unknown): number[] {
  const times: number[] = [];
  for (let round = -5; round < rounds; round++) {
    const ones = prepare();
    const begun = process.cpuUsage();
    for (const one of ones) work(one);
    const { user, system } = process.cpuUsage(begun);
    if (round >= 0) times.push((user + system) / ones.length);
  }
  return times;
}

const measured = (what: string, times: number[]): Target => ({
  what: `Checks of an invoice with 5 lines: ${what}`,
  target: '',
  measured: `${digits(median(times))} µs (${digits(Math.min(...times))} to ${digits(Math.max(...times))})`,
  reached: undefined,
});

const underUs = (times: number[]) => ({ target: `less than ${maxUs} µs`, reached: median(times) < maxUs });
