import { amountIn } from '../../../../common/amounts.ts';
import type { Text } from '../../../../common/errors/entry.ts';
import { quoted } from '../../../../common/errors/words.ts';
import { actionNames, type ActionName } from '../../../../common/names/events.ts';
import { nameOf } from '../../../../common/names/names.ts';
import { callerNames } from '../../../../common/names/states.ts';
import type { FindingCode } from '../../../../common/errors/findings.ts';
import {
  minuteOf,
  type DutyDetails,
  type OnePersonReason,
  type NoticeCode,
  type NoticeParameters,
  type ObstacleCode,
  type PayeeDeed,
  type SecondReason,
} from '../../../../common/errors/notices.ts';

const refused = 'arbetsorder för det kommer att nekas';

const deeds: Record<PayeeDeed, string> = {
  registered: 'Du lade upp leverantören',
  changed: 'Du ändrade leverantörens konto, namn eller organisationsnummer',
  proposed: 'Du föreslog en ändring av leverantörens konto, namn eller organisationsnummer',
  confirmed: 'Du bekräftade leverantörens betalningsuppgifter',
  blocked: 'Du spärrade leverantören eller hävde spärren',
};
const anyDeed =
  'Du har de senaste 30 dagarna lagt upp leverantören, spärrat den eller hävt spärren, eller ändrat, föreslagit eller bekräftat dess betalningsuppgifter';

const did: Partial<Record<ActionName, string>> = {
  'supplierinvoice.approved': 'attesterade fakturan',
  'supplierinvoice.signed': 'gav fakturan första attest av två',
  'supplierinvoice.unsigned': 'tog tillbaka första attesten av fakturan',
  'supplierinvoice.rejected': 'avvisade fakturan',
  'supplierinvoice.released': 'hävde stoppet av fakturan',
  'supplierinvoice.reopened': 'öppnade fakturan igen',
  'supplierinvoice.booked': 'bokförde fakturan',
  'workorder.done': 'markerade arbetsordern som klar',
  'workorder.cancelled': 'makulerade arbetsordern',
  'workorder.reopened': 'öppnade arbetsordern igen',
};

export const whoDecided = ({ by, at, action }: DutyDetails): string | undefined =>
  by === undefined || action === undefined || did[action] === undefined
    ? undefined
    : `${nameOf(callerNames, 'sv', by)} ${did[action]} ${minuteOf(at)}.`;

const anyOf = (names: readonly string[]) => names.join(', ').replace(/, (?=[^,]*$)/, ' eller ');
const suchAs = (others: readonly string[] | undefined) =>
  others === undefined ? '' : `, till exempel ${anyOf(others)}`;

const insteadOfYou = (others: readonly string[] | undefined) =>
  others?.length === 0 ? 'Ingen annan i företaget kan attestera den.' : `Be någon annan attestera${suchAs(others)}.`;

const dutiesAreOff = (others: readonly string[] | undefined) =>
  others === undefined || others.length === 0
    ? ' Om företaget bara har en attestant kan en administratör stänga av regeln under Inställningar, med en orsak.'
    : '';

function whyTwo({ because, amount = '', currency, limit, limitCurrency }: SecondReason): string {
  const max = amountIn('sv', limit, limitCurrency);
  if (because === 'limit') return `${amountIn('sv', amount, currency)} är över din beloppsgräns på ${max}`;
  if (because === 'unknown')
    return `ett belopp saknas eller går inte att läsa, så inget kan jämföras med din beloppsgräns på ${max}`;
  return `din beloppsgräns på ${max} är i en annan valuta än fakturan${currency === undefined ? ', som saknar valuta' : ` (${currency})`}`;
}

const onePerson: Record<OnePersonReason, string> = {
  email: 'båda kontona har samma e-postadress',
  invited: 'en av er bjöd in den andra och kan ha valt lösenordet i den andras ställe',
};

/** Reasons why a record cannot be decided now. */
export const obstacles: Readonly<Record<ObstacleCode, Text<DutyDetails>>> = {
  'booking.held': 'Fakturan är stoppad och inte attesterad, så den kan inte bokföras.',
  'booking.received': 'Fakturan är inte attesterad än, så den kan inte bokföras.',
  'booking.rejected': 'Fakturan är avvisad, så den kan inte bokföras.',
  'coding.missing':
    'Fakturan ska konteras innan den attesteras. Välj konto eller en annan kod under Kontering, eller använd förslaget där.',
  'coding.unused': 'Företaget har inga konteringslistor än. Importera dem först.',
  'decision.later': ({ by, at, action }) =>
    by === undefined || action === undefined
      ? 'Inget togs tillbaka, eftersom det finns ett senare beslut. Läs in sidan igen.'
      : `Inget togs tillbaka, eftersom ${nameOf(callerNames, 'sv', by)} fattade ett senare beslut ${minuteOf(at)}: ${actionNames.sv[action]}.`,
  'duty.link': ({ by, until }) =>
    `Det krävs två personer. ${by ?? 'Du'} valde lösenord via en länk som visades för någon annan, eftersom tjänsten inte skickar e-post, och räknas därför som en av de två först ${until === undefined ? 'ett dygn efter att länken användes' : `från ${until}`}. Be en annan användare, eller vänta.`,
  'duty.payee': ({ did, on, others }) =>
    `${did === undefined ? anyDeed : `${deeds[did]} ${on}, alltså för mindre än 30 dagar sedan`}. Därför ska någon annan attestera leverantörens fakturor. ${insteadOfYou(others)}${dutiesAreOff(others)}`,
  'duty.person': ({ by = 'en kollega', because, until = '30 dagar därefter' }) =>
    `Det krävs två personer. Du och ${by} räknas som en person${because === undefined ? '' : ` eftersom ${onePerson[because]}`}. ${because === 'invited' ? `Ni räknas som två från ${until}. Be en annan användare, eller vänta.` : 'Be en annan användare.'}`,
  'duty.released': ({ on, others }) =>
    `Du hävde stoppet av fakturan${on === undefined ? '' : ` ${on}`}. Därför ska någon annan attestera den. ${insteadOfYou(others)}${dutiesAreOff(others)}`,
  'erase.altered':
    'En post i granskningsloggen har ändrats, och en radering skulle dölja det. Kommandot doorway audit verify säger vilken.',
  'erase.enabled': 'Bara en användare som har slutat kan raderas. Stäng av användaren först.',
  'erase.erased': ({ on = 'tidigare' }) => `Användaren raderades ${on}.`,
  'erase.law': ({ until = 'senare' }) =>
    `Lagen kräver att leverantörens fakturor sparas. Den kan raderas från och med ${until}.`,
  'erase.meanwhile':
    'Posten har ändrats under tiden. Det som hunnit raderas förblir raderat. Läs in sidan och börja om.',
  'erase.open': 'Leverantören har fakturor som ingen har beslutat om. Besluta om dem först.',
  'erase.organization':
    'Leverantörens organisationsnummer är inte en persons. Bara enskilda näringsidkares uppgifter raderas.',
  'erase.recent': ({ until = '30 dagar efter avstängningen' }) =>
    `Användaren kan raderas från och med ${until}: i 30 dagar kräver det som hen gjort att någon annan tar nästa steg.`,
  'finding.dismissed': 'Anmärkningen är redan avfärdad.',
  'finding.held':
    'Anmärkningen stoppar fakturan och kan därför inte avfärdas. Häv stoppet, avvisa fakturan eller låt den vara stoppad.',
  'invoice.approved': (details) => whoDecided(details) ?? 'Fakturan är redan attesterad.',
  'invoice.booked': 'Fakturan är bokförd, så det går inte längre att besluta om den. Rätta den i bokföringen.',
  'invoice.findings':
    'Fakturan har anmärkningar som ingen har avfärdat. Öppna den, eller ta med fakturor med anmärkningar.',
  'invoice.held': 'Fakturan är stoppad. Häv stoppet innan du attesterar den, eller avvisa den.',
  'invoice.limit':
    'Fakturan är över din beloppsgräns, eller går inte att jämföra med den, och ska därför attesteras av två personer. Attestera den för sig.',
  'invoice.received': (details) => whoDecided(details) ?? 'Fakturan är inte stoppad.',
  'invoice.rejected': (details) => whoDecided(details) ?? 'Fakturan är redan avvisad.',
  'invoice.signed': ({ others }) => `Du gav första attest av två. ${insteadOfYou(others)}`,
  'invoice.undecided': (details) => whoDecided(details) ?? 'Ingen har fattat beslut om fakturan än.',
  'invoice.unknown': 'Fakturan finns inte.',
  'invoice.withdrawn': ({ by, on }) =>
    `${by === undefined ? 'Partnern' : `Partnern ${by}`} återkallade fakturan${on === undefined ? '' : ` ${on}`}, så det går inte att besluta om den. Om den ändå ska betalas måste partnern skicka en ny faktura.`,
  'invoice.unread':
    'Filer väntar på att jämföras med fakturan, vilket oftast tar några sekunder. Försök igen då, eller attestera fakturan för sig utan att vänta.',
  'invoice.worse': 'Fakturan har en ny anmärkning. Öppna den och besluta på nytt.',
  'proposal.gone': 'Ändringen väntar inte längre: någon har bekräftat, avböjt eller tagit tillbaka den.',
  'proposal.own': 'Du har själv föreslagit ändringen. Be en kollega bekräfta den.',
  'proposal.same': 'Leverantören har redan de här uppgifterna. Avböj ändringen.',
  'question.limit':
    'Fakturan har så många frågor som en faktura kan ha. Fatta beslut om den, eller skriv en anteckning.',
  'release.changer': ({ others }) =>
    `Strax innan fakturan kom in, eller därefter, har du ändrat, föreslagit eller bekräftat vem som får betalt, eller spärrat leverantören eller hävt spärren. ${others?.length === 0 ? 'Ingen annan i företaget kan häva stoppet.' : `Be någon annan häva stoppet${suchAs(others)}.`}`,
  'role.refused': 'Din roll tillåter inte beslut. Be en administratör om hjälp.',
  'route.confirmed': ({ by, at }) =>
    by === undefined ? 'Någon annan har redan bekräftat steget.' : `${by} bekräftade steget ${minuteOf(at)}.`,
  'route.last': 'Sista steget är själva attesten. Attestera fakturan.',
  'route.none': 'Ingen regel begär att fakturan bekräftas.',
  'route.other': ({ others }) =>
    others === undefined || others.length === 0
      ? 'Fakturan väntar inte på dig.'
      : `Fakturan väntar inte på dig utan på ${anyOf(others)}.`,
  'signature.missing': 'Det finns ingen första attest att ta tillbaka.',
  'signature.other': 'Någon annan gav första attest, och bara den personen kan ta tillbaka den.',
  'supplier.blocked': 'Leverantören är redan spärrad.',
  'supplier.unblocked': 'Leverantören är inte spärrad.',
  'supplier.confirmed': 'Leverantörens konto är redan bekräftat.',
  'supplier.distinct': 'De är redan markerade som två leverantörer.',
  'workorder.cancelled': (details) => whoDecided(details) ?? 'Arbetsordern är redan makulerad.',
  'workorder.done': (details) => whoDecided(details) ?? 'Arbetsordern är redan klar.',
  'workorder.open': (details) => whoDecided(details) ?? 'Arbetsordern är öppen.',
};

const notSent: Record<NoticeParameters<'mail.failed'>['why'], string> = {
  off: 'Tjänsten skickar ingen e-post, eftersom SMTP_URL inte är satt.',
  away: 'E-postservern går inte att nå.',
  timeout: 'E-postservern svarade inte i tid.',
  tls: 'E-postservern har inget certifikat som går att lita på, eller krypterar inte.',
  credentials: 'E-postservern godtar inte användaren och lösenordet i SMTP_URL.',
  sender: 'E-postservern godtar inte avsändaren, MAIL_FROM.',
  recipient: 'E-postservern godtar inte e-postadressen.',
  refused: 'E-postservern godtar inte meddelandet.',
};

/** Findings have their own words, in ../findings. */
export const notices: { readonly [C in Exclude<NoticeCode, FindingCode>]: Text<NoticeParameters<C>> } = {
  ...obstacles,
  'approval.first': (reason) =>
    `Tvåpersonskontroll: ${whyTwo(reason)}. ${reason.others.length === 0 ? 'Ingen annan i företaget kan attestera den.' : `Efter dig attesterar någon annan${suchAs(reason.others)}.`}`,
  'approval.second': 'Din attest är den andra av två och gör fakturan attesterad.',
  'facility.missing': ({ name, number }) => `Projekt ${name} (${number}) har ingen anläggning; ${refused}.`,
  'facility.several': ({ name, number, count }) => `Projekt ${name} (${number}) har ${count} anläggningar; ${refused}.`,
  'proposal.missing': ({ name, number }) =>
    `Projekt ${name} (${number}) har inget förslags-id; ingen arbetsorder kan nå det.`,
  'proposal.shared': ({ proposalId, projects }) =>
    `Förslags-id ${proposalId} finns på mer än ett projekt (${projects.join(', ')}); ${refused}.`,
  'mail.failed': ({ why, answer }) =>
    answer === '' ? notSent[why] : `${notSent[why]} Den svarade: ${quoted(answer)}.`,
  'route.nobody': ({ rule, step }) =>
    `Ingen i steg ${step} av regeln ${quoted(rule)} får attestera i dag, så fakturorna väntar i företagets kö.`,
  'warnings.more': ({ count }) => `Det finns ${count} varningar till.`,
};
