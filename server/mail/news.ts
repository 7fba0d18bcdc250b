import type { Letter } from './letters.ts';
import type { HeldInvoice, Waiting } from './look-store.ts';
import { amountIn, type Failing } from './rules.ts';
import type { Language, Words } from '../ground/csv/columns.ts';
import type { SwitchedOff } from '../webhooks/store.ts';

/** Whom it is for, where it happened, and where the console is. */
export interface About {
  language: Language;
  /** The operator's name. */
  name: string;
  company: { id: string; name: string };
  /** Where partners and operators reach the service. */
  base: string;
}

const inCompany = ({ base, company }: About, path: string) => `${base}/console/companies/${company.id}${path}`;

/** Sentences, links and lists, with an empty line between two, and how to get no more of them. */
const letter = ({ language, name, company, base }: About, subject: string, parts: (string | false)[]): Letter => ({
  subject: `${company.name}: ${subject}`,
  text: `${[
    language === 'sv' ? `Hej ${name}!` : `Hello ${name},`,
    ...parts.filter((part) => part !== false),
    language === 'sv'
      ? `Du får det här meddelandet eftersom du har valt det i Doorway. Ändra det under Ditt konto:\n${base}/console/account`
      : `You get this message because you chose to in Doorway. Change it under Your account:\n${base}/console/account`,
  ].join('\n\n')}\n`,
});

/** Each line of an entry below the first stands in from the margin. */
export const list = (entries: string[][]) =>
  entries.map(([first, ...rest]) => [`- ${first}`, ...rest.map((line) => `  ${line}`)].join('\n')).join('\n');

/** What the findings of invoices are called. */
export type FindingNames = Words;

export function heldLetter(
  about: About,
  { many, first }: { many: number; first: HeldInvoice[] },
  names: FindingNames,
): Letter {
  const { language } = about;
  const sv = language === 'sv';
  const entries = first.map(({ id, supplier, number, total, currency, heldFor }) => [
    [supplier, number ?? '', total === null ? '' : `${amountIn(language, total)} ${currency ?? ''}`.trim()]
      .filter((part) => part !== '')
      .join(', '),
    heldFor.map((code) => names[code]?.[language] ?? code).join(', '),
    inCompany(about, `/invoices/${id}`),
  ]);
  const more = many - first.length;
  return letter(
    about,
    sv
      ? many === 1
        ? '1 faktura är stoppad'
        : `${many} fakturor är stoppade`
      : `${many} invoice${many === 1 ? '' : 's'} on hold`,
    [
      sv
        ? `${many === 1 ? 'En ny faktura är stoppad' : `${many} nya fakturor är stoppade`} och kan attesteras först när någon har släppt ${many === 1 ? 'den' : 'dem'}:`
        : `${many === 1 ? 'A new invoice is' : `${many} new invoices are`} on hold, and can be approved only once somebody has released ${many === 1 ? 'it' : 'them'}:`,
      list(entries),
      more > 0 && (sv ? `Och ${more} till.` : `And ${more} more.`),
      `${sv ? 'Alla stoppade fakturor:' : 'All invoices on hold:'}\n${inCompany(about, '/invoices?state=held')}`,
    ],
  );
}

/** The host alone: what follows it in an address may be a secret. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '…');

/** Administrators are told the receiver's host, others only whose system it is. */
export function endpointsLetter(about: About, endpoints: SwitchedOff[], administrator: boolean): Letter {
  const sv = about.language === 'sv';
  const own = sv ? 'Företagets eget system' : 'The company’s own system';
  const receiver = ({ url, partner }: SwitchedOff) => (administrator ? hostOf(url) : (partner ?? own));
  const why = {
    gone: sv ? 'svarade att den inte finns längre (410)' : 'answered that it is gone (410)',
    failing: sv ? 'har inte tagit emot något på tre dagar' : 'has taken nothing for three days',
  };
  const many = endpoints.length;
  return letter(
    about,
    sv
      ? many === 1
        ? 'en webhook är avstängd'
        : `${many} webhookar är avstängda`
      : many === 1
        ? 'a webhook is switched off'
        : `${many} webhooks are switched off`,
    [
      sv ? 'Doorway skickar inga händelser dit längre:' : 'Doorway sends no more events there:',
      list(endpoints.map((endpoint) => [`${receiver(endpoint)} ${why[endpoint.why]}`])),
      sv
        ? `När mottagaren fungerar igen slår ${administrator ? 'du' : 'en administratör'} på den, och allt som har hänt sedan dess skickas:`
        : `Once the receiver works again, ${administrator ? 'switch it on' : 'an administrator switches it on'}, and all that has happened since is sent:`,
      inCompany(about, '/webhooks'),
    ],
  );
}

export function failuresLetter(about: About, partners: Failing[]): Letter {
  const sv = about.language === 'sv';
  const share = ({ calls, failed }: Failing) => Math.round((failed * 100) / calls);
  const names = partners.map(({ name }) => name).join(', ');
  return letter(about, sv ? `många anrop misslyckas (${names})` : `many calls fail (${names})`, [
    sv ? 'Under den senaste timmen:' : 'In the last hour:',
    list(
      partners.map((partner) => [
        sv
          ? `${partner.name}: ${partner.failed} av ${partner.calls} anrop misslyckades (${share(partner)} %)`
          : `${partner.name}: ${partner.failed} of ${partner.calls} calls failed (${share(partner)}%)`,
        inCompany(about, `/requests?failed=true&partner=${encodeURIComponent(partner.name)}`),
      ]),
    ),
    sv
      ? 'Öppna ett anrop för att se varför. Om en partner har samma fel kvar får du veta det igen efter sex timmar.'
      : 'Open a call to see why. Of a partner that keeps failing you are told again after six hours.',
  ]);
}

/** Undefined where nothing waits. */
export function digestLetter(about: About, day: string, waiting: Waiting): Letter | undefined {
  const { received, overdue, thisWeek, held, assigned, mentioned, workOrders } = waiting;
  if (received + held + workOrders === 0) return undefined;
  const sv = about.language === 'sv';
  const rows: [count: number, en: string, sv: string, path: string][] = [
    [received, 'to approve', 'att attestera', '/invoices?state=received'],
    [overdue, 'overdue', 'förfallna', '/invoices?overdue=true'],
    [thisWeek, 'due this week', 'förfaller den här veckan', '/invoices?state=open&sort=dueDate'],
    [held, 'on hold', 'stoppade', '/invoices?state=held'],
    [assigned, 'assigned to you', 'tilldelade dig', '/invoices?state=open&assigned=me'],
    [
      mentioned,
      'with a note that mentions you',
      'med en anteckning som nämner dig',
      '/invoices?state=open&mentioned=me',
    ],
    [workOrders, 'open work orders', 'öppna arbetsorder', '/work-orders?state=open'],
  ];
  const entries = rows.flatMap(([count, en, swedish, path]) =>
    count === 0 ? [] : [[`${count} ${sv ? swedish : en}`, inCompany(about, path)]],
  );
  return letter(about, sv ? `det här väntar ${day}` : `what waits, ${day}`, [
    sv ? `Det här väntar hos ${about.company.name}:` : `This waits at ${about.company.name}:`,
    list(entries),
    `${sv ? 'Översikten:' : 'The overview:'}\n${inCompany(about, '/overview')}`,
  ]);
}
