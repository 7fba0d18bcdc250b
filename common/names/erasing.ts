import { names } from './names.ts';

/** Kinds of data that are deleted, or in which a person is replaced, when the person is erased. */
export const erasedKindNames = names({
  'operator.account': [
    'name, address, password and preferences of the user',
    'namn, adress, lösenord och inställningar för användaren',
  ],
  'operator.factors': ['passkeys and authenticator apps', 'inloggningsnycklar och autentiseringsappar'],
  'operator.identities': ['accounts of directories', 'konton i kataloger'],
  'operator.invitations': ['one-time links', 'engångslänkar'],
  'operator.mail': ['choices of mail', 'val av e-post'],
  'operator.mailtold': ['notes of sent mail', 'anteckningar om skickad e-post'],
  'operator.absences': ['absences with their deputies', 'frånvaro med ersättare'],
  'operator.origins': ['devices and networks of sign-ins', 'enheter och nätverk vid inloggningar'],
  'operator.recovery': ['recovery codes', 'återställningskoder'],
  'operator.roles': ['roles in companies', 'roller i företag'],
  'operator.sessions': ['sessions', 'inloggningar'],
  'operator.steps': ['sign-ins under way', 'påbörjade inloggningar'],
  'operator.tokens': ['user tokens with their names', 'användarnycklar med sina namn'],
  'operator.views': ['saved views that are not shared', 'sparade vyer som inte delas'],
  'name.notes': ['the name beside notes', 'namnet vid anteckningar'],
  'name.questions': ['the name beside questions to partners', 'namnet vid frågor till partner'],
  'name.changes': ['the name beside changes of suppliers', 'namnet vid ändringar av leverantörer'],
  'name.proposed': [
    'the name beside proposed changes of suppliers that others confirmed',
    'namnet vid föreslagna leverantörsändringar som andra bekräftade',
  ],
  'name.proposals': ['the name beside changes of suppliers that wait', 'namnet vid leverantörsändringar som väntar'],
  'name.settings': ['the name beside changes of settings that wait', 'namnet vid inställningsändringar som väntar'],
  'name.distinct': [
    'the name beside pairs of suppliers that are not the same',
    'namnet vid par av leverantörer som inte är samma',
  ],
  'name.registered': [
    'the name beside suppliers that the user registered',
    'namnet vid leverantörer som användaren lade upp',
  ],
  'name.confirmed': [
    'the name beside payment details that the user confirmed',
    'namnet vid betalningsuppgifter som användaren bekräftade',
  ],
  events: ['events that name the person', 'händelser som nämner personen'],
  audit: [
    'entries of the audit log that name the person, addresses or networks',
    'poster i granskningsloggen som nämner personen, adresser eller nätverk',
  ],
  'supplier.record': [
    'name, numbers, address, contact and accounts of the supplier',
    'leverantörens namn, nummer, adress, kontaktuppgifter och konton',
  ],
  'supplier.changes': ['values in the history of the supplier', 'värden i leverantörens historik'],
  'supplier.proposals': [
    'changes of the supplier that wait or were decided',
    'leverantörsändringar som väntar eller har avgjorts',
  ],
  'supplier.invoices': [
    'texts, names and accounts in invoices and their findings',
    'texter, namn och konton i fakturor och deras anmärkningar',
  ],
  'supplier.files': [
    'attached files, whose bytes are removed within three hours, and what was read in them',
    'bifogade filer, som tas bort inom tre timmar, och det som lästs i dem',
  ],
  'supplier.notes': ['texts of notes on invoices', 'texter i anteckningar på fakturor'],
  'supplier.questions': ['questions about invoices, and their answers', 'frågor om fakturor och svaren på dem'],
  'supplier.answers': [
    'messages that are answered to a repeated Idempotency-Key',
    'meddelanden som besvarar en upprepad Idempotency-Key',
  ],
  'supplier.calls': ['calls of partners about the supplier', 'anrop från partner om leverantören'],
  'supplier.others': [
    'findings on invoices of other suppliers that name this one',
    'anmärkningar på andra leverantörers fakturor som nämner denna',
  ],
});
export type ErasedKindName = keyof typeof erasedKindNames.en;

/** Data that stays, each with its reason. */
export const stayingNames = names({
  'operator.ids': [
    'The id of the user beside what they did, and when: accounts must show what was decided and that two people did it. Without the name the id says nobody.',
    'Användarens id vid det som gjordes, och när: bokföringen måste visa vad som beslutades och att två personer gjorde det. Utan namnet säger id:t inte vem.',
  ],
  'operator.texts': [
    'Texts that the user wrote (notes, questions, reasons): they are part of the accounts of an invoice. Names in them are for a person to judge.',
    'Texter som användaren skrev (anteckningar, frågor, motiveringar): de hör till fakturans underlag. Namn i dem måste en person bedöma.',
  ],
  'operator.views': [
    'Shared views: colleagues use them, and they hold no name.',
    'Delade vyer: kollegor använder dem, och de innehåller inget namn.',
  ],
  'audit.hashes': [
    'The hashes of the whole entries of the audit log: its chain is verified with them.',
    'Kontrollsummorna för hela poster i granskningsloggen: kedjan kontrolleras med dem.',
  ],
  outside: [
    'Mail that was sent, log files of the process, and what readers of events have stored: they are outside of the database; see docs/personal-data.md.',
    'Skickad e-post, tjänstens loggfiler och det som mottagare av händelser har sparat: de ligger utanför databasen; se docs/personal-data.md.',
  ],
  'supplier.number': [
    'The supplier’s number, which connects its records. It is the company’s own, also if it was chosen from a personal number.',
    'Leverantörsnumret, som håller ihop posterna. Det är företagets eget, även om det valdes efter ett personnummer.',
  ],
  'supplier.sums': [
    'Numbers, dates, amounts, currency, references and states of the invoices: lists, sums and duplicates rest on them.',
    'Fakturornas nummer, datum, belopp, valuta, referenser och lägen: listor, summor och dubbletter bygger på dem.',
  ],
  'supplier.hashes': [
    'The SHA-256 of each invoice as it was sent, of each file and of each audit entry: receipts and chains are verified with them.',
    'SHA-256 för varje faktura som den skickades, varje fil och varje post i granskningsloggen: kvitton och kedjor kontrolleras med dem.',
  ],
  'supplier.decisions': [
    'Who decided about the supplier and its invoices, and when: two people must be shown to have done it.',
    'Vem som beslutade om leverantören och fakturorna, och när: det måste framgå att två personer gjorde det.',
  ],
  'supplier.sandbox': [
    'Copies in sandboxes, which are companies of their own: reset them.',
    'Kopior i testmiljöer, som är egna företag: återställ dem.',
  ],
});
export type StayingName = keyof typeof stayingNames.en;
