import type { Language } from '../../../../common/errors/catalogue.ts';
import { quoted } from '../../../../common/errors/words.ts';
import { fileProblems } from './file-problems.ts';
import { advice, number } from './words.ts';

const dateTakes = 'måste vara hela millisekunder sedan 1970, mellan 2000-01-01 och 2100-01-01';
const characters = 'får inte innehålla U+0000 eller ett halvt surrogatpar';
const types: Readonly<Record<string, string>> = { boolean: 'sant eller falskt', integer: 'ett heltal' };

const digit = 'har fel kontrollsiffra, så någon siffra är fel';
const wrongGiro = (count: string) => ({
  characters: 'får bara ha siffror, mellanslag och bindestreck',
  length: `måste ha ${count} siffror`,
  digit,
});
const wrongOrganization = {
  characters: 'får bara ha siffror, mellanslag och bindestreck, eller börja med en landskod',
  length: 'måste ha 10 eller 12 siffror, eller vara ett momsregistreringsnummer som SE556016068001',
  digit,
};
const wrongIban = {
  characters: 'har ett tecken på fel plats för sitt land',
  length: 'har inte rätt längd för sitt land',
  digit: 'har fel kontrollsiffror, så något tecken är fel',
  country: 'måste börja med koden för ett land som har IBAN',
};
const wrongUrl = {
  invalid: 'måste vara en adress som https://example.com/doorway',
  long: 'får ha högst 2 000 tecken',
  scheme: 'måste börja med https://',
  userinfo: 'får inte innehålla användarnamn eller lösenord; signaturen visar vem som skickar',
  port: 'måste ha en annan port; den här används av ett annat protokoll än HTTP, till exempel för e-post eller SSH',
  fragment: 'får inte innehålla #; det som står efter skickas aldrig',
  address: 'leder till en privat adress; bara adresser på det öppna internet är tillåtna',
  dns: 'har ett värdnamn utan adress',
};
const wrongBic = {
  characters: 'har ett tecken som en BIC inte kan ha på den platsen; den skrivs som ESSESESS',
  length: 'måste ha 8 eller 11 tecken',
  country: 'måste ha en landskod på femte och sjätte plats',
};

/** The text follows the field's path, or stands alone if the path is shown elsewhere. */
export const problems: Language['problems'] = {
  // Values of fields.
  'bankgiro.wrong': { what: ({ why }) => wrongGiro('7 eller 8')[why] },
  'bic.country': {
    what: ({ iban, bic }) => `passar inte: IBAN hör till ${iban} och BIC till ${bic}, så ett av dem är fel`,
  },
  'bic.wrong': { what: ({ why }) => wrongBic[why] },
  'date.order': { what: ({ other }) => `måste vara senare än ${other}` },
  'date.range': { what: dateTakes },
  'date.seconds': {
    what: ({ sent, send }) => `${dateTakes}; ${sent} ser ut som sekunder, så skicka ${send}`,
    cause: `${dateTakes}, inte sekunder`,
  },
  'email.fixed': { what: 'kan inte ändras; skapa en annan användare i stället' },
  'email.type': { what: 'måste vara en e-postadress' },
  'field.fixed': { what: 'kan inte ändras' },
  'field.invalid': { what: 'är ogiltigt' },
  'field.long': { what: 'är längre än ett formulärfält får vara' },
  'field.misspelt': {
    what: ({ sent }) => `måste finnas; var det den som kallas ${quoted(sent)}?`,
    cause: 'måste finnas, och ett fält med ett liknande namn skickades',
  },
  'field.required': { what: 'måste finnas' },
  'field.unknown': {
    what: (name, path) => `${quoted(path)} är inget känt fält; ${advice(name, 'fälten')}`,
    cause: 'ett fält är okänt',
  },
  'iban.wrong': { what: ({ why }) => wrongIban[why] },
  'list.long': { what: ({ most }) => `får ha högst ${number(most)} rader` },
  'list.many': { what: ({ most }) => `får ha högst ${number(most)} värden` },
  'list.type': { what: 'måste vara en lista' },
  'name.characters': { what: (_, path) => `${path} ${characters}`, cause: `ett namn ${characters}` },
  'name.repeated': { what: 'förekommer två gånger' },
  'number.below': { what: 'måste vara mindre än 1e15 till beloppet' },
  'number.decimals': { what: ({ most }) => `får ha högst ${most} decimaler` },
  'number.digits': { what: ({ most }) => `får ha högst ${most} siffror när det skrivs ut` },
  'number.fixed': { what: 'kan inte ändras, eftersom fakturor hänvisar till det' },
  'number.path': {
    what: ({ number }) => `måste vara numret i sökvägen, ${quoted(number)}`,
    cause: 'måste vara numret i sökvägen',
  },
  'number.range': { what: ({ least, most }) => `tar ett heltal från ${least} till ${number(most)}` },
  'number.type': { what: 'måste vara ett tal' },
  'object.type': { what: 'måste vara ett JSON-objekt' },
  'organization.wrong': { what: ({ why }) => wrongOrganization[why] },
  'password.common': {
    what: 'får inte vara ett vanligt lösenord; sätt ihop några ord som ingen gissar',
  },
  'password.email': { what: 'får inte innehålla e-postadressen' },
  'code.wrong': { what: 'måste vara koden som appen visar just nu' },
  'password.varied': { what: ({ least }) => `måste ha minst ${least} olika tecken` },
  'postgiro.wrong': { what: ({ why }) => wrongGiro('2 till 8')[why] },
  'text.base64': { what: 'måste vara base64' },
  'text.characters': { what: characters },
  'text.empty': { what: 'får inte vara tomt' },
  'text.encoding': { what: 'är inte giltig UTF-8' },
  'text.hidden': { what: ({ character }) => `får inte innehålla ${character}, som inte syns` },
  'text.long': { what: ({ most }) => `får ha högst ${number(most)} tecken` },
  'text.null': { what: 'får inte innehålla U+0000' },
  'text.short': { what: ({ least }) => `måste ha minst ${least} tecken` },
  'text.type': { what: 'måste vara en text' },
  'time.past': { what: 'måste ligga i framtiden' },
  'url.wrong': { what: ({ why }) => wrongUrl[why] },
  'value.boolean': { what: 'ska vara true eller false' },
  'value.choice': {
    what: ({ known }) => `måste vara ett av ${known.join(', ')}`,
    cause: 'är inget av de värden som den tar',
  },
  'value.same': { what: ({ other }) => `är detsamma som ${other}` },
  'value.type': { what: ({ type }) => `måste vara ${types[type] ?? `av typen ${type}`}` },
  'value.unstorable': { what: 'Innehållet har ett värde som inte kan sparas' },

  // References to other records.
  'company.directory': { what: 'är inte ett av katalogens företag' },
  'company.unknown': { what: ({ ids }, path) => `${path}: det finns inget företag med id ${ids.join(', ')}` },
  'currency.unknown': { what: 'är inte en valutakod enligt ISO 4217' },
  'type.partner': { what: 'är en händelsetyp som partner inte får' },
  'companies.none': { what: 'måste ange minst ett företag' },
  'directory.unlinked': { what: 'är inte en katalog som användaren har ett konto i' },
  'issuer.wrong': { what: 'måste vara en https-adress utan frågedel, som katalogen själv anger den' },
  'limit.approver': { what: 'hör ihop med rollen attestant' },
  'role.everywhere': { what: 'är administratör om inget företag anges' },
  'coding.sum': {
    what: ({ sum, total }) =>
      total === ''
        ? 'har belopp, men fakturan har inget totalbelopp att dela upp'
        : `har belopp på tillsammans ${sum}, men fakturans totalbelopp är ${total}`,
    cause: 'har belopp som inte stämmer med fakturans totalbelopp',
  },
  'coding.unknown': {
    what: ({ code }) => `är ${quoted(code)}, som inte är en aktiv kod i listan`,
    cause: 'är inte en aktiv kod i listan',
  },
  'supplier.missing': { what: 'är inte numret på någon leverantör i företaget' },
  'partner.missing': { what: 'är inte id för någon partner i företaget' },
  'rule.repeated': { what: 'är också id för en annan regel' },
  'day.past': { what: 'får inte vara före i dag' },
  'day.order': { what: 'får inte vara före första dagen' },
  'deputy.same': { what: 'måste vara någon annan' },
  'operator.unknown': { what: 'är inte id för någon användare i företaget' },

  // Queries and addresses.
  'parameter.repeated': { what: 'skickas mer än en gång' },
  'parameter.unknown': {
    what: (name, path) => `${quoted(path)} är ingen parameter för den här operationen; ${advice(name, 'parametrarna')}`,
    cause: 'En frågeparameter är okänd',
  },
  'path.unknown': { what: 'är ingen operation i gränssnittet' },
  'supplierlist.query': {
    what: 'number och organizationalNumber får ha högst 255 tecken och inget U+0000, och after tar next från föregående sida',
  },

  more: { what: ({ count }) => `och ${number(count)} problem till` },

  ...fileProblems,
};
