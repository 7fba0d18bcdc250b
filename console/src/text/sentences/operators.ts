import type { Entry } from './entry.ts';

/** What the service tells operators about what they do. */
export const toOperators: Entry[] = [
  // Signing in.
  [/^You are not signed in\.$/, 'Du är inte inloggad.'],
  [/^Your session has ended\. Sign in again\.$/, 'Din session har tagit slut. Logga in igen.'],
  [/^This operator token is not valid\.$/, 'Operatörsnyckeln gäller inte.'],
  [
    /^An operator token cannot be used for this\. Sign in to do it\.$/,
    'En operatörsnyckel kan inte användas till detta. Logga in för att göra det.',
  ],
  [
    /^A request with a session must carry the header X-Doorway-Console\.$/,
    'Ett anrop med en session måste ha rubriken X-Doorway-Console.',
  ],
  [/^The e-mail address or the password is wrong\.$/, 'E-postadressen eller lösenordet är fel.'],
  [/^The current password is wrong\.$/, 'Det nuvarande lösenordet är fel.'],
  [
    /^This link was used before or has expired\. Ask an administrator for a new one\.$/,
    'Länken har redan använts eller har gått ut. Be en administratör om en ny.',
  ],
  [
    /^There is an administrator already\. Ask them for a link of your own\.$/,
    'Det finns redan en administratör. Be om en egen länk.',
  ],
  [/^This e-mail address is taken\.$/, 'E-postadressen är upptagen.'],

  // What the role allows.
  [
    /^Your role, administrator, does not allow this\. Ask an administrator\.$/,
    'Din roll, administratör, tillåter inte detta. Fråga en administratör.',
  ],
  [
    /^Your role, approver, does not allow this\. Ask an administrator\.$/,
    'Din roll, attestant, tillåter inte detta. Fråga en administratör.',
  ],
  [
    /^Your role, viewer, does not allow this\. Ask an administrator\.$/,
    'Din roll, läsare, tillåter inte detta. Fråga en administratör.',
  ],
  [
    /^Your role does not allow decisions\. Ask an administrator\.$/,
    'Din roll tillåter inte beslut. Fråga en administratör.',
  ],
  [/^Only an administrator may do this\. Ask one\.$/, 'Bara en administratör får göra detta. Fråga en.'],

  // Operators, companies and partners.
  [
    /^There is an operator with the e-mail address (.+) already\.$/s,
    'Det finns redan en operatör med e-postadressen $1.',
  ],
  [
    /^This is the last administrator\. Make another operator administrator first\.$/,
    'Detta är den sista administratören. Gör först en annan operatör till administratör.',
  ],
  [/^This operator is disabled\. Enable the operator first\.$/, 'Operatören är avstängd. Aktivera operatören först.'],
  [/^There is a company with the name (.+) already\.$/s, 'Det finns redan ett företag med namnet $1.'],
  [/^The company has a partner with the name (.+) already\.$/s, 'Företaget har redan en partner med namnet $1.'],

  // Invoices and work orders.
  [/^This invoice is not held\.$/, 'Fakturan är inte stoppad.'],
  [/^This invoice is approved already\.$/, 'Fakturan är redan godkänd.'],
  [/^This invoice is rejected already\.$/, 'Fakturan är redan avvisad.'],
  [
    /^This invoice is held because something in it does not fit the supplier’s record\. It can be decided once it has been released\.$/,
    'Fakturan är stoppad eftersom något i den inte stämmer med leverantörens uppgifter. Den kan avgöras när den har släppts.',
  ],
  [/^This work order is done already\.$/, 'Arbetsordern är redan klar.'],
  [/^This work order is cancelled already\.$/, 'Arbetsordern är redan avbruten.'],
  [
    /^The bytes of this file are damaged in the folder of files\. Whoever runs the service can restore them from a backup\.$/,
    'Filens innehåll är skadat i mappen med filer. Den som driver tjänsten kan återställa det från en säkerhetskopia.',
  ],
  [
    /^The bytes of this file are missing from the folder of files\. Whoever runs the service can restore them from a backup\.$/,
    'Filens innehåll saknas i mappen med filer. Den som driver tjänsten kan återställa det från en säkerhetskopia.',
  ],
  [/^(.+) is no ISO 4217 currency code\.$/s, '$1 är ingen valutakod enligt ISO 4217.'],

  // Projects.
  [
    /^Another project has the number (.+)\. Choose a number that is free\.$/s,
    'Ett annat projekt har numret $1. Välj ett ledigt nummer.',
  ],
  [
    /^Proposal id (.+) is on more than one project \((.+)\); work orders for it will be refused\.$/s,
    'Förslags-id $1 finns på mer än ett projekt ($2); arbetsorder för det kommer att nekas.',
  ],
  [
    /^Project (.+) has no facility; work orders for it will be refused\.$/s,
    'Projekt $1 har ingen anläggning; arbetsorder för det kommer att nekas.',
  ],
  [
    /^Project (.+) has (\d+) facilities; work orders for it will be refused\.$/s,
    'Projekt $1 har $2 anläggningar; arbetsorder för det kommer att nekas.',
  ],
  [/^Nothing was imported, because the file has (\d+) mistakes?\.$/, 'Inget importerades, eftersom filen har $1 fel.'],
  [
    /^Nothing was imported, because the file has ([\d,]+) mistakes or more\.$/,
    'Inget importerades, eftersom filen har minst $1 fel.',
  ],
  [/^and (\d+) more mistakes$/, 'och $1 fel till'],
  [
    /^The body is empty\. Send a file as text\/csv or application\/json\.$/,
    'Filen är tom. Skicka den som text/csv eller application/json.',
  ],

  // Calls of partners.
  [
    /^No call with this trace id is kept here\. Check that it was copied whole; a call shows up within a second\. Calls without a valid token are kept for administrators\.$/,
    'Inget anrop med detta spårnings-id finns sparat här. Kontrollera att hela id:t kom med; ett anrop syns inom en sekund. Anrop utan giltig nyckel sparas för administratörer.',
  ],
];
