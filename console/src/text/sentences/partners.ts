import type { Entry } from './entry.ts';

const sent = String.raw`(\S+) (.+) was sent before: it is`;

/** The record that a key led to, where it is known. */
const usedKey: [english: string, swedish: string][] = [
  ['', ''],
  [' for supplier invoice (\\S+)', ' för leverantörsfaktura $2'],
  [' for supplier (".+")', ' för leverantör $2'],
  [' for attachment (\\S+)', ' för bilaga $2'],
  [' for work order (\\S+)', ' för arbetsorder $2'],
];

/** What partners were told, as an operator finds it in a trace, and the causes that failed calls are counted by. */
export const toPartners: Entry[] = [
  // Access tokens.
  [
    /^The access token is missing\. Send the header Authorization: Bearer <ACCESS_TOKEN>\.$/,
    'Åtkomstnyckeln saknas. Skicka rubriken Authorization: Bearer <ACCESS_TOKEN>.',
  ],
  [/^The access token is missing\.$/, 'Åtkomstnyckeln saknas.'],
  [
    /^The Authorization header is malformed\. It is the word Bearer, a space, and the access token\.$/,
    'Rubriken Authorization är felaktig. Den består av ordet Bearer, ett mellanslag och åtkomstnyckeln.',
  ],
  [/^The Authorization header is malformed\.$/, 'Rubriken Authorization är felaktig.'],
  [
    /^This access token is not known\. Check that it was copied whole\.$/,
    'Åtkomstnyckeln är okänd. Kontrollera att hela kom med.',
  ],
  [/^This access token is not known\.$/, 'Åtkomstnyckeln är okänd.'],
  [
    /^This access token was revoked\. Ask the company for a new one\.$/,
    'Åtkomstnyckeln har återkallats. Be företaget om en ny.',
  ],
  [/^This access token was revoked\.$/, 'Åtkomstnyckeln har återkallats.'],
  [
    /^This access token has expired\. Ask the company for a new one\.$/,
    'Åtkomstnyckeln har gått ut. Be företaget om en ny.',
  ],
  [/^This access token has expired\.$/, 'Åtkomstnyckeln har gått ut.'],
  [
    /^This access token lacks the scope (\S+)\. Ask the company for a token that carries it\.$/,
    'Åtkomstnyckeln saknar behörigheten $1. Be företaget om en nyckel som har den.',
  ],
  [/^The access token lacks the scope (\S+)\.$/, 'Åtkomstnyckeln saknar behörigheten $1.'],

  // Suppliers.
  [
    /^A supplier with the number (.+) exists already; nothing differs from what was sent now\.$/s,
    'Det finns redan en leverantör med numret $1; inget skiljer sig från det som skickades nu.',
  ],
  [
    /^A supplier with the number (.+) exists already; it differs from what was sent now in (.+)\.$/s,
    'Det finns redan en leverantör med numret $1; den skiljer sig från det som skickades nu i $2.',
  ],
  [/^The supplier exists already; nothing differs\.$/, 'Leverantören finns redan; inget skiljer sig.'],
  [/^The supplier exists already with other fields\.$/, 'Leverantören finns redan med andra uppgifter.'],

  // Supplier invoices and work orders.
  [
    /^There is no supplier with the number (.+)\. Create the supplier, then send this invoice again\.$/s,
    'Det finns ingen leverantör med numret $1. Registrera leverantören och skicka sedan fakturan igen.',
  ],
  [
    /^There is no supplier with the number (.+)\. Did you mean (.+)\? Correct the number, or create the supplier, then send this invoice again\.$/s,
    'Det finns ingen leverantör med numret $1. Menade du $2? Rätta numret, eller registrera leverantören, och skicka sedan fakturan igen.',
  ],
  [/^There is no supplier with this number\.$/, 'Det finns ingen leverantör med detta nummer.'],
  [
    new RegExp(`^The ${sent} supplier invoice (\\S+); nothing differs from what was sent now\\.$`, 's'),
    '$1 $2 har skickats tidigare: det är leverantörsfaktura $3; inget skiljer sig från det som skickades nu.',
  ],
  [
    new RegExp(`^The ${sent} supplier invoice (\\S+); it differs from what was sent now in (.+)\\.$`, 's'),
    '$1 $2 har skickats tidigare: det är leverantörsfaktura $3; den skiljer sig från det som skickades nu i $4.',
  ],
  [
    new RegExp(`^The ${sent} work order (\\S+), (.+); nothing differs from what was sent now\\.$`, 's'),
    '$1 $2 har skickats tidigare: det är arbetsorder $3, $4; inget skiljer sig från det som skickades nu.',
  ],
  [
    new RegExp(`^The ${sent} work order (\\S+), (.+); it differs from what was sent now in (.+)\\.$`, 's'),
    '$1 $2 har skickats tidigare: det är arbetsorder $3, $4; den skiljer sig från det som skickades nu i $5.',
  ],
  [/^The (externalReferenceId|id) was sent before; nothing differs\.$/, '$1 har skickats tidigare; inget skiljer sig.'],
  [
    /^The (externalReferenceId|id) was sent before with other fields\.$/,
    '$1 har skickats tidigare med andra uppgifter.',
  ],
  [
    /^No project has the proposal id (.+)\. Check the id, or ask the company to add it to the project, then send this again\.$/s,
    'Inget projekt har förslags-id $1. Kontrollera id:t eller be företaget lägga till det på projektet, och skicka sedan igen.',
  ],
  [/^No project has this proposal id\.$/, 'Inget projekt har detta förslags-id.'],
  [
    /^More than one project has the proposal id (.+)\. Ask the company to keep it on one project, then send this again\.$/s,
    'Mer än ett projekt har förslags-id $1. Be företaget ha det på ett enda projekt, och skicka sedan igen.',
  ],
  [/^More than one project has this proposal id\.$/, 'Mer än ett projekt har detta förslags-id.'],
  [
    /^Project (.+) has no facility\. Ask the company to add one, then send this again\.$/s,
    'Projekt $1 har ingen anläggning. Be företaget lägga till en, och skicka sedan igen.',
  ],
  [/^The project has no facility\.$/, 'Projektet har ingen anläggning.'],
  [
    /^Project (.+) contains more than one facility, so it is unclear where the work is to be done\. Ask the company for the proposal id of a project with one facility\.$/s,
    'Projekt $1 har mer än en anläggning, så det är oklart var arbetet ska göras. Be företaget om förslags-id för ett projekt med en anläggning.',
  ],
  [/^The project contains more than one facility\.$/, 'Projektet har mer än en anläggning.'],

  // Files.
  [
    /^There is no supplier invoice with the id (.+) that this partner has sent\. Send the id that its creation answered\.$/s,
    'Den här partnern har inte skickat någon leverantörsfaktura med id $1. Skicka det id som svaret gav när den skapades.',
  ],
  [
    /^There is no supplier invoice with the id (.+)\. Send the id that its creation answered\.$/s,
    'Det finns ingen leverantörsfaktura med id $1. Skicka det id som svaret gav när den skapades.',
  ],
  [/^There is no supplier invoice with this id\.$/, 'Det finns ingen leverantörsfaktura med detta id.'],
  [
    /^These bytes are on the invoice already: they are attachment (\S+); nothing differs from what was sent now\.$/,
    'Filen finns redan på fakturan: den är bilaga $1; inget skiljer sig från det som skickades nu.',
  ],
  [
    /^These bytes are on the invoice already: they are attachment (\S+); it differs from what was sent now in (.+)\.$/s,
    'Filen finns redan på fakturan: den är bilaga $1; den skiljer sig från det som skickades nu i $2.',
  ],
  [/^These bytes are on the invoice already\.$/, 'Filen finns redan på fakturan.'],
  [
    /^The invoice has (\d+) files, and that is the most an invoice can have\.$/,
    'Fakturan har $1 filer, och fler kan en faktura inte ha.',
  ],
  [
    /^The form has a file (.+)\. Send one part, named file\.$/s,
    'Formuläret har en fil $1. Skicka en del som heter file.',
  ],
  [/^The form has a file of another name\.$/, 'Formuläret har en fil med ett annat namn.'],
  [
    /^The form has more than one file\. Send each in a request of its own\.$/,
    'Formuläret har mer än en fil. Skicka var och en i ett eget anrop.',
  ],
  [/^The form has more than one file\.$/, 'Formuläret har mer än en fil.'],
  [
    /^The form has no file\. Send it as a part named file, with a file name\.$/,
    'Formuläret har ingen fil. Skicka den som en del som heter file, med ett filnamn.',
  ],
  [/^The form has no file\.$/, 'Formuläret har ingen fil.'],
  [
    /^The form is not valid multipart\/form-data, or did not arrive whole\. Send it again\.$/,
    'Formuläret är inte giltig multipart/form-data eller kom inte fram helt. Skicka det igen.',
  ],
  [
    /^The form is not valid multipart\/form-data, or did not arrive whole\.$/,
    'Formuläret är inte giltig multipart/form-data eller kom inte fram helt.',
  ],

  // The header Idempotency-Key.
  [/^The header Idempotency-Key takes 1 to 255 characters\.$/, 'Rubriken Idempotency-Key har 1 till 255 tecken.'],
  ...usedKey.flatMap(([english, swedish]): Entry[] => {
    const [used, har] = [
      `^This Idempotency-Key was used before by (\\w+)${english}`,
      `Idempotency-Key har redan använts av $1${swedish}`,
    ];
    return [
      [
        new RegExp(
          `${used}; it differs from what was sent now in (?<fields>.+)\\. Send a new key, or the same body as then\\.$`,
          's',
        ),
        `${har}; det skiljer sig från det som skickades nu i $<fields>. Skicka en ny nyckel, eller samma innehåll som då.`,
      ],
      [
        new RegExp(`${used}\\. Send a new key, or the same body as then\\.$`, 's'),
        `${har}. Skicka en ny nyckel, eller samma innehåll som då.`,
      ],
      [new RegExp(`${used}\\. Send a new key\\.$`, 's'), `${har}. Skicka en ny nyckel.`],
    ];
  }),
  [
    /^This Idempotency-Key was used before with another body\.$/,
    'Idempotency-Key har redan använts med ett annat innehåll.',
  ],
  [
    /^This Idempotency-Key was used before by another operation\.$/,
    'Idempotency-Key har redan använts av en annan operation.',
  ],
  [
    /^The header Idempotency-Key has a value that it does not take\.$/,
    'Rubriken Idempotency-Key har ett värde som inte tas emot.',
  ],
  [
    /^Other requests for the same record are in the way\. Send this one again\.$/,
    'Andra anrop för samma post är i vägen. Skicka detta igen.',
  ],
  [/^Other requests for the same record are in the way\.$/, 'Andra anrop för samma post är i vägen.'],
];
