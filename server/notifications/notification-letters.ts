import type { Letter } from '../ground/mail/letter.ts';
import type { Counted, HeldInvoice, ProposedChange, WaitingCounts, WaitingInvoice } from './notifications-store.ts';
import { amountIn, type PartnerCalls } from './rules.ts';
import type { Import } from '../../common/imports/imports.ts';
import { supplierImport } from '../../common/imports/suppliers.ts';
import { findingNames } from '../../common/names/findings.ts';
import { nameOf, type Language } from '../../common/names/names.ts';
import type { SwitchedOffEndpoint } from '../webhooks/store.ts';
import { hostOf, invoiceAddress, type LetterContext, list, shown } from './mail.ts';

const inCompany = ({ base, company }: LetterContext, path: string) => `${base}/console/companies/${company.id}${path}`;

const letter = (
  { language, name, company, base }: LetterContext,
  subject: string,
  parts: (string | false)[],
): Letter => ({
  subject: `${company.name}: ${subject}`,
  text: `${[
    language === 'sv' ? `Hej ${name}!` : `Hello ${name},`,
    ...parts.filter((part) => part !== false),
    language === 'sv'
      ? `Under Ditt konto i Doorway väljer du vilka meddelanden du får:\n${base}/console/account`
      : `Choose which messages you get under Your account in Doorway:\n${base}/console/account`,
  ].join('\n\n')}\n`,
});

const invoiceName = (language: Language, { supplier, number, total, currency }: Omit<WaitingInvoice, 'id' | 'due'>) =>
  [supplier, number ?? '', total === null ? '' : `${amountIn(language, total)} ${currency ?? ''}`.trim()]
    .filter((part) => part !== '')
    .join(', ');

const andMore = (sv: boolean, more: number) => more > 0 && (sv ? `Och ${more} till.` : `And ${more} more.`);

export function heldLetter(context: LetterContext, { count: many, first }: Counted<HeldInvoice>): Letter {
  const { language } = context;
  const sv = language === 'sv';
  const entries = first.map(({ id, heldFor, ...invoice }) => [
    invoiceName(language, invoice),
    heldFor.map((code) => nameOf(findingNames, language, code)).join(', '),
    inCompany(context, `/invoices/${id}`),
  ]);
  return letter(
    context,
    sv
      ? many === 1
        ? '1 faktura är stoppad'
        : `${many} fakturor är stoppade`
      : `${many === 1 ? '1 invoice is' : `${many} invoices are`} held`,
    [
      sv
        ? `${many === 1 ? 'En ny faktura är stoppad' : `${many} nya fakturor är stoppade`} och kan attesteras först när någon har hävt stoppet:`
        : `${many === 1 ? 'A new invoice is' : `${many} new invoices are`} held and can be approved only after somebody has released ${many === 1 ? 'it' : 'them'}:`,
      list(entries),
      andMore(sv, many - first.length),
      `${sv ? 'Alla stoppade fakturor:' : 'All held invoices:'}\n${inCompany(context, '/invoices?state=held&sort=dueDate')}`,
    ],
  );
}

const fieldNames: Import['fields'] = supplierImport.fields;

/** Without the values: an account in a mail would be paid without looking at the record. */
export function proposedLetter(context: LetterContext, { count: many, first }: Counted<ProposedChange>): Letter {
  const sv = context.language === 'sv';
  const entries = first.map(({ supplierNumber, supplier, partner, fields }) => [
    `${supplier} (${supplierNumber})`,
    `${sv ? 'föreslaget av' : 'proposed by'} ${partner}: ${fields.map((field) => fieldNames[field]?.[context.language] ?? field).join(', ')}`,
    inCompany(context, `/suppliers/${encodeURIComponent(supplierNumber)}`),
  ]);
  const more = many - first.length;
  return letter(
    context,
    sv
      ? many === 1
        ? 'en partner föreslår en ändring av en leverantör'
        : `partner föreslår ändringar av ${many} leverantörer`
      : many === 1
        ? 'a partner proposes a change of a supplier'
        : `partners propose changes of ${many} suppliers`,
    [
      sv
        ? 'Inget ändras förrän någon har bekräftat det. Kontrollera uppgifterna med leverantören på annat sätt först:'
        : 'Nothing changes until somebody confirms it. Check it with the supplier in another way first:',
      list(entries),
      more > 0 && (sv ? `Och ${more} till.` : `And ${more} more.`),
      `${sv ? 'Alla förslag:' : 'All proposals:'}\n${inCompany(context, '/proposals')}`,
    ],
  );
}

/** Only the host, because the rest of a URL may contain a secret. */

/** Administrators see the host of an endpoint, other operators only whose system it is. */
export function endpointsLetter(
  context: LetterContext,
  endpoints: SwitchedOffEndpoint[],
  administrator: boolean,
): Letter {
  const sv = context.language === 'sv';
  const own = sv ? 'Företagets eget system' : 'The company’s own system';
  const receiver = ({ url, partner }: SwitchedOffEndpoint) => (administrator ? hostOf(url) : (partner ?? own));
  const why = {
    gone: sv ? 'svarade att den inte finns längre (410)' : 'answered that it is gone (410)',
    failing: sv ? 'har inte tagit emot något på tre dygn' : 'has taken nothing for three days',
  };
  const many = endpoints.length;
  return letter(
    context,
    sv
      ? many === 1
        ? 'en webhookmottagare är avstängd'
        : `${many} webhookmottagare är avstängda`
      : many === 1
        ? 'a webhook endpoint is switched off'
        : `${many} webhook endpoints are switched off`,
    [
      sv ? 'Doorway skickar inga händelser dit längre:' : 'Doorway sends no more events there:',
      list(endpoints.map((endpoint) => [`${receiver(endpoint)} ${why[endpoint.why]}`])),
      sv
        ? `När mottagaren fungerar igen slår ${administrator ? 'du' : 'en administratör'} på den, och allt som har hänt sedan dess skickas:`
        : `Once the receiver works again, ${administrator ? 'switch it on' : 'an administrator switches it on'}, and all that has happened since is sent:`,
      inCompany(context, '/webhooks'),
    ],
  );
}

export function failuresLetter(context: LetterContext, partners: PartnerCalls[]): Letter {
  const sv = context.language === 'sv';
  const share = ({ calls, failed }: PartnerCalls) => Math.round((failed * 100) / calls);
  const names = partners.map(({ name }) => name).join(', ');
  return letter(context, sv ? `många anrop misslyckas (${names})` : `many calls fail (${names})`, [
    sv ? 'Under den senaste timmen:' : 'In the last hour:',
    list(
      partners.map((partner) => [
        sv
          ? `${partner.name}: ${partner.failed} av ${partner.calls} anrop misslyckades (${share(partner)} %)`
          : `${partner.name}: ${partner.failed} of ${partner.calls} calls failed (${share(partner)}%)`,
        inCompany(context, `/requests?failed=true&partner=${encodeURIComponent(partner.name)}`),
      ]),
    ),
    sv
      ? 'Öppna ett anrop för att se varför. Om en partners anrop fortsätter att misslyckas får du ett nytt meddelande efter sex timmar.'
      : 'Open a call to see why. If a partner keeps failing, the next mail comes after six hours.',
  ]);
}

/** `mine` waits for the recipient; the counts are those of the company. Either is left out if it was not chosen. */
export function morningLetter(
  context: LetterContext,
  day: string,
  { mine, counts }: { mine?: Counted<WaitingInvoice> | undefined; counts?: WaitingCounts | undefined },
): Letter | undefined {
  const many = mine?.count ?? 0;
  const entries = counts === undefined ? [] : countsIn(context, counts);
  if (many + entries.length === 0) return undefined;
  const { language, company } = context;
  const sv = language === 'sv';
  const subject = sv
    ? `${many === 1 ? '1 faktura' : `${many} fakturor`} väntar på dig`
    : `${many === 1 ? '1 invoice waits' : `${many} invoices wait`} for you`;
  return letter(context, many > 0 ? subject : sv ? `det här väntar ${day}` : `what waits, ${day}`, [
    ...(mine === undefined || many === 0 ? [] : mineIn(context, mine)),
    entries.length > 0 && (sv ? `Det här väntar hos ${company.name}:` : `This waits at ${company.name}:`),
    entries.length > 0 && list(entries),
    entries.length > 0 && `${sv ? 'Översikten:' : 'The overview:'}\n${inCompany(context, '/overview')}`,
  ]);
}

function mineIn(context: LetterContext, { count: many, first }: Counted<WaitingInvoice>): (string | false)[] {
  const { language, base, company } = context;
  const sv = language === 'sv';
  const entries = first.map(({ id, due, ...invoice }) => [
    shown(invoiceName(language, invoice)),
    ...(due === null ? [] : [sv ? `förfaller ${due}` : `due ${due}`]),
    invoiceAddress(base, company.id, id),
  ]);
  return [
    sv ? 'Det här väntar på dig:' : 'This waits for you:',
    list(entries),
    andMore(sv, many - first.length),
    sv
      ? 'En länk som öppnar fakturan utan inloggning är bara din och gäller i sju dagar. Vidarebefordra inte meddelandet: den som har länken kan besluta i ditt namn.'
      : 'A link that opens the invoice without a sign-in is yours alone, for seven days. Do not forward this message: whoever has the link can decide in your name.',
  ];
}

function countsIn(context: LetterContext, counts: WaitingCounts): string[][] {
  const { received, overdue, thisWeek, held, assigned, answered, mentioned, workOrders } = counts;
  if (received + held + workOrders === 0) return [];
  const sv = context.language === 'sv';
  const rows: [count: number, en: string, sv: string, path: string][] = [
    [received, 'to approve', 'att attestera', '/invoices?state=received&waitsFor=company&sort=dueDate'],
    [overdue, 'overdue', 'förfallna', '/invoices?overdue=true&sort=dueDate'],
    [thisWeek, 'due this week', 'förfaller den här veckan', '/invoices?state=open&sort=dueDate'],
    [held, 'held', 'stoppade', '/invoices?state=held&waitsFor=company&sort=dueDate'],
    [
      answered,
      'answered by the partner',
      'besvarade av partnern',
      '/invoices?answered=me&waitsFor=company&sort=dueDate',
    ],
    [assigned, 'assigned to you', 'tilldelade dig', '/invoices?state=open&waitsFor=company&assigned=me&sort=dueDate'],
    [
      mentioned,
      'with a note that mentions you',
      'med en anteckning som nämner dig',
      '/invoices?state=open&mentioned=me',
    ],
    [workOrders, 'open work orders', 'öppna arbetsorder', '/work-orders?state=open'],
  ];
  return rows.flatMap(([count, en, swedish, path]) =>
    count === 0 ? [] : [[`${count} ${sv ? swedish : en}`, inCompany(context, path)]],
  );
}
