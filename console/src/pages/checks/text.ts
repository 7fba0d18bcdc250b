import { checkLimitNames, checkSettingNames } from '../../../../common/names/findings.ts';
import type { FindingCode } from '../../../../common/errors/findings.ts';
import { bilingual } from '../../text.ts';

export const checksText = bilingual(
  {
    title: 'Checks',
    intro:
      'What is checked when an invoice arrives. An invoice is always accepted: what looks wrong becomes a finding, and some findings hold it until someone releases it. A change applies to invoices that arrive from now on.',
    usual: 'Default:',
    choiceOf: (check: string) => `${check}: in this company`,
    settings: checkSettingNames.en,
    limits: checkLimitNames.en,
    limitAbout: {
      sumToleranceMinorUnits:
        'A line, total or VAT that is off by at most this is no finding. The calculation on the invoice still shows the difference. In other currencies it counts their smallest unit.',
      recentDays:
        'For this many days after a change in the supplier’s record, its invoices get the finding above. The person who made the change may not release them for as long, and in any case for 30 days. Approving is barred for 30 days, whatever is set here.',
    },
    units: {
      sumToleranceMinorUnits: (n: number) => `${n} öre`,
      recentDays: (n: number) => (n === 1 ? '1 day' : `${n} days`),
    },
    between: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`,
    fewerDays: 'Fewer days than now: an invoice may be paid to a new account sooner without being held.',
    payeeOff: 'Switched off: this check no longer holds invoices that would pay someone else.',
    changed: (n: number) => (n === 1 ? '1 change is not saved' : `${n} changes are not saved`),
    nothingChanged: 'Nothing is changed.',
    undo: 'Undo',
    saved: (what: string) => `Saved. ${what}`,
    savedOne: (check: string, setting: string) => `${check}: ${setting.toLowerCase()}.`,
    waits: 'What makes a check of the payee weaker waits until another administrator confirms it.',
    waitingAbout:
      'These changes make a check of the payee weaker. They apply once an administrator other than the one who requested them confirms.',
    confirmTitle: 'Make this check weaker?',
    confirmAbout: (who: string) =>
      `Invoices that would pay someone else can then pass unnoticed. Ask ${who} in person first.`,
    about: {
      'payee.bankgiro': 'The bank giro on the invoice is not the one in the supplier’s record.',
      'payee.postgiro': 'The post giro on the invoice is not the one in the supplier’s record.',
      'payee.organization': 'The organisational number on the invoice is not the one in the supplier’s record.',
      'payee.name':
        'The name on the invoice is not the one in the record. AB, punctuation, case and small slips do not count.',
      'payee.changed':
        'The account, name or organisational number in the record was changed recently: within the days below.',
      'payee.blocked': 'Someone at your company has blocked this supplier.',
      'payee.unknown':
        'The invoice names an account, and the supplier’s record has none. It can be added to the record.',
      'payee.twin':
        'A partner registered the supplier, nobody has confirmed it, and it looks like another supplier with another account.',
      'payee.unreadable':
        'The bank giro or post giro on the invoice has no digits, or more in it than an account number.',
      'payee.field':
        'A text of the invoice, or a field that Doorway does not know, names an account that is not in the record. It warns if the record has no account at all.',
      'payee.unread': 'The invoice has more unknown fields or text than is searched for accounts.',
      'payee.first': 'A partner registered the supplier’s account, and nobody at the company has confirmed it.',
      'sum.line': 'A line’s total does not match its price, quantity and discount, however they are read.',
      'sum.total': 'The total does not match lines, VAT, fee, freight and rounding, however they are read.',
      'sum.vat':
        'The VAT of the invoice does not match the VAT of its lines, however it is read. A VAT of 0 is never a finding.',
      'duplicate.number': 'An earlier invoice of the supplier has the same number, however it is written.',
      'duplicate.amount': 'An earlier invoice of the supplier has the same total and date.',
      'duplicate.ocr': 'An earlier invoice of the supplier has the same payment reference.',
      'duplicate.file': 'An earlier invoice of the supplier has the same file.',
      'document.account':
        'A file names a bank giro, post giro or IBAN that is neither the invoice’s nor in the supplier’s record.',
      'document.hidden': 'A file has text about an account that a person cannot see, such as white text on white.',
      'document.unread': 'A PDF file could not be read wholly, such as one with a password.',
      'document.total': 'The total of the invoice is in none of its PDF files.',
      'document.number': 'The invoice number is in none of the invoice’s PDF files.',
      'document.ocr': 'The payment reference is in none of the invoice’s PDF files.',
      'number.bankgiro': 'The bank giro has the wrong length or check digit.',
      'number.postgiro': 'The post giro has the wrong length or check digit.',
      'number.organization': 'The organisational number has the wrong length or check digit.',
      'number.ocr': 'The payment reference has the wrong length or check digit.',
      'date.due': 'The invoice is due before its own date.',
      'date.time':
        'A date is midnight neither in UTC nor in the company’s time zone, so that the day may be understood wrongly.',
      'credit.unknown': 'The invoice credits one that this supplier has not sent.',
      'currency.unknown': 'The currency is not an ISO 4217 code.',
      'text.cut':
        'A description or a reference is longer than the invoice can show. The document keeps the whole text.',
      'missing.total': 'The invoice has no total.',
      'missing.number': 'The invoice has no invoice number.',
      'missing.date': 'The invoice has no invoice date.',
      'missing.due': 'The invoice has no due date.',
      'missing.currency': 'The invoice has no currency.',
      'missing.lines': 'The invoice has no line with an amount.',
      'missing.file':
        'The invoice has had no file for an hour or more. A file that is attached later ends the finding.',
    } satisfies Record<FindingCode, string>,
  },
  {
    title: 'Kontroller',
    intro:
      'Vad som kontrolleras när en faktura kommer in. Fakturan tas alltid emot: det som ser fel ut blir en anmärkning, och vissa anmärkningar stoppar den tills någon häver stoppet. En ändring gäller det som kommer in från och med nu.',
    usual: 'Standard:',
    choiceOf: (check) => `${check}: i det här företaget`,
    settings: checkSettingNames.sv,
    limits: checkLimitNames.sv,
    limitAbout: {
      sumToleranceMinorUnits:
        'En rad, ett totalbelopp eller en moms som avviker högst så mycket ger ingen anmärkning. Uträkningen på fakturan visar ändå skillnaden. I andra valutor räknas deras minsta enhet.',
      recentDays:
        'Så många dagar efter en ändring i leverantörsregistret får leverantörens fakturor anmärkningen ovan. Den som gjorde ändringen får inte häva stoppet under lika lång tid, dock minst 30 dagar. Attest är spärrad i 30 dagar oavsett vad som anges här.',
    },
    units: {
      sumToleranceMinorUnits: (n) => `${n} öre`,
      recentDays: (n) => (n === 1 ? '1 dag' : `${n} dagar`),
    },
    between: (min, max) => `Skriv ett heltal från ${min} till ${max}.`,
    fewerDays: 'Färre dagar än nu: en faktura kan tidigare betalas till ett nytt konto utan att stoppas.',
    payeeOff: 'Avstängd: kontrollen stoppar inte längre fakturor som skulle betalas till någon annan.',
    changed: (n) => (n === 1 ? '1 ändring är inte sparad' : `${n} ändringar är inte sparade`),
    nothingChanged: 'Inget är ändrat.',
    undo: 'Ångra',
    saved: (what) => `Sparat. ${what}`,
    savedOne: (check, setting) => `${check}: ${setting.toLowerCase()}.`,
    waits: 'Det som försvagar en kontroll av betalningsmottagaren väntar på att en annan administratör bekräftar det.',
    waitingAbout:
      'De här ändringarna försvagar en kontroll av betalningsmottagaren. De gäller när en annan administratör än den som begärde ändringen bekräftar den.',
    confirmTitle: 'Försvaga kontrollen?',
    confirmAbout: (who) =>
      `Fakturor som skulle betalas till någon annan kan då passera obemärkt. Fråga ${who} personligen först.`,
    about: {
      'payee.bankgiro': 'Bankgirot på fakturan är inte det som står i leverantörsregistret.',
      'payee.postgiro': 'Plusgirot på fakturan är inte det som står i leverantörsregistret.',
      'payee.organization': 'Organisationsnumret på fakturan är inte det som står i leverantörsregistret.',
      'payee.name':
        'Namnet på fakturan är inte det som står i registret. AB, skiljetecken, versaler och små skrivfel räknas inte.',
      'payee.changed': 'Konto, namn eller organisationsnummer i registret har ändrats nyligen, inom dagarna nedan.',
      'payee.blocked': 'Någon på företaget har spärrat leverantören.',
      'payee.unknown': 'Fakturan anger ett konto, och registret har inget. Kontot kan läggas in i registret.',
      'payee.twin':
        'En partner har registrerat leverantören, ingen har bekräftat den, och den liknar en annan leverantör med ett annat konto.',
      'payee.unreadable':
        'Bankgirot eller plusgirot på fakturan saknar siffror eller innehåller mer än ett kontonummer.',
      'payee.field':
        'En text på fakturan, eller ett fält som Doorway inte känner till, anger ett konto som inte finns i registret. Det blir en varning om registret inte har något konto alls.',
      'payee.unread': 'Fakturan har fler okända fält eller mer text än vad som genomsöks efter konton.',
      'payee.first': 'En partner har registrerat leverantörens konto, och ingen på företaget har bekräftat det.',
      'sum.line': 'Radsumman stämmer inte med pris, antal och rabatt, hur de än tolkas.',
      'sum.total': 'Totalbeloppet stämmer inte med rader, moms, avgift, frakt och avrundning, hur de än tolkas.',
      'sum.vat': 'Fakturans moms stämmer inte med radernas moms, hur den än tolkas. Moms 0 ger aldrig en anmärkning.',
      'duplicate.number': 'En tidigare faktura från leverantören har samma nummer, hur det än är skrivet.',
      'duplicate.amount': 'En tidigare faktura från leverantören har samma belopp och datum.',
      'duplicate.ocr': 'En tidigare faktura från leverantören har samma betalningsreferens.',
      'duplicate.file': 'En tidigare faktura från leverantören har samma fil.',
      'document.account':
        'En fil anger ett bankgiro, plusgiro eller IBAN som varken är fakturans eller står i leverantörsregistret.',
      'document.hidden': 'En fil har text om ett konto som inte syns, till exempel vit text på vitt.',
      'document.unread': 'En PDF-fil kunde inte läsas helt, till exempel en med lösenord.',
      'document.total': 'Fakturans totalbelopp finns inte i någon av dess PDF-filer.',
      'document.number': 'Fakturanumret finns inte i någon av fakturans PDF-filer.',
      'document.ocr': 'Betalningsreferensen finns inte i någon av fakturans PDF-filer.',
      'number.bankgiro': 'Bankgirot har fel längd eller kontrollsiffra.',
      'number.postgiro': 'Plusgirot har fel längd eller kontrollsiffra.',
      'number.organization': 'Organisationsnumret har fel längd eller kontrollsiffra.',
      'number.ocr': 'Betalningsreferensen har fel längd eller kontrollsiffra.',
      'date.due': 'Fakturan förfaller före sitt eget datum.',
      'date.time': 'Ett datum är varken midnatt i UTC eller i företagets tidszon, så dagen kan tolkas fel.',
      'credit.unknown': 'Fakturan krediterar en faktura som leverantören inte har skickat.',
      'currency.unknown': 'Valutan är ingen kod enligt ISO 4217.',
      'text.cut': 'En beskrivning eller referens är längre än vad fakturan kan visa. Dokumentet har kvar hela texten.',
      'missing.total': 'Fakturan saknar totalbelopp.',
      'missing.number': 'Fakturan saknar fakturanummer.',
      'missing.date': 'Fakturan saknar fakturadatum.',
      'missing.due': 'Fakturan saknar förfallodatum.',
      'missing.currency': 'Fakturan saknar valuta.',
      'missing.lines': 'Fakturan saknar fakturarader med belopp.',
      'missing.file': 'Fakturan har saknat fil i minst en timme. En fil som bifogas senare avslutar anmärkningen.',
    },
  },
);
