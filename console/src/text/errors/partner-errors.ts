import type { ErrorCode, Language, ParametersOf } from '../../../../common/errors/catalogue.ts';
import { byWhy } from '../../../../common/errors/entry.ts';
import type { partnerErrors as english } from '../../../../common/errors/partner-errors.ts';
import { quoted, sizeInWords } from '../../../../common/errors/words.ts';
import { differing, number } from './words.ts';

type Parameters<C extends ErrorCode> = ParametersOf<C>;

const refusedName = 'Innehållet har ett fält som heter __proto__ eller constructor.prototype, vilket nekas.';
const sendForm = 'Skicka parametrarna som application/x-www-form-urlencoded';

function formWhat(form: Parameters<'form.invalid'>): string {
  switch (form.why) {
    case 'name':
      return `Formuläret har en fil ${quoted(form.name)}.`;
    case 'several':
      return 'Formuläret har mer än en fil.';
    case 'none':
      return 'Formuläret har ingen fil.';
    case 'broken':
      return 'Formuläret är inte giltig multipart/form-data eller är ofullständigt.';
    case 'field':
      return refusedName;
    case 'repeated':
      return `${form.name} skickas mer än en gång.`;
    case 'type':
      return `${sendForm}, inte som ${form.name}.`;
    case 'form':
      return `${sendForm}.`;
    case 'secret':
      return 'Klienthemligheten skickas både i rubriken Authorization och i formuläret.';
    case 'client':
      return 'client_id i formuläret skiljer sig från det i rubriken Authorization.';
    case 'grant':
      return 'grant_type måste finnas.';
    case 'grantType':
      return 'grant_type måste vara client_credentials.';
    case 'scopes':
      return `Klienten får be om ${form.scopes.join(' ')}.`;
    default:
      return 'token måste finnas.';
  }
}

const formTodo: Partial<Record<Parameters<'form.invalid'>['why'], string>> = {
  name: 'Skicka en del som heter file.',
  several: 'Skicka var och en i ett eget anrop.',
  none: 'Skicka den som en del som heter file, med ett filnamn.',
  broken: 'Skicka det igen.',
  field: 'Utelämna det.',
  grant: 'Skicka grant_type=client_credentials.',
};

const queryTodo: Partial<Record<Parameters<'query.invalid'>['why'], string>> = {
  reference: 'Referensdokumentationen säger vad varje parameter tar.',
  after: 'Skicka next från föregående sida, oförändrat.',
  sortedAfter: 'Skicka next från föregående sida, oförändrat, med samma sort.',
  limit: 'Skicka båda, eller ingen av dem.',
};

function keyWhat(key: Parameters<'key.invalid'>): string {
  switch (key.why) {
    case 'length':
      return 'Rubriken Idempotency-Key har 1 till 255 tecken.';
    case 'hidden':
      return `Rubriken Idempotency-Key får inte innehålla ${key.character}, som inte syns.`;
    default:
      return `Rubriken Idempotency-Key får ha högst ${key.most} tecken.`;
  }
}

const records: Readonly<Record<string, string>> = {
  supplier: 'leverantör',
  'supplier invoice': 'leverantörsfaktura',
  attachment: 'fil',
  'work order': 'arbetsorder',
  record: 'post',
};

const usedFor = ({ noun = 'record', id, isOwnId }: Parameters<'key.used'>) =>
  id === undefined ? '' : ` för ${records[noun] ?? noun} ${isOwnId ? quoted(id) : id}`;

const called = ({ name, number }: Parameters<'facility.unknown'>) => `Projekt ${quoted(name)} (${quoted(number)})`;

/** Errors sent to partners. Operators see them in calls and in the counts of failed calls. */
const decidedAs = { approved: 'attesterat', rejected: 'avvisat', booked: 'bokfört' } as const;

export const partnerErrors: Pick<Language['errors'], keyof typeof english> = {
  'answer.exists': {
    what: (answer) => `Frågan ${answer.id} är redan besvarad; ${differing(answer)}.`,
    cause: ({ differs }) => (differs ? 'Frågan är redan besvarad med en annan text.' : 'Frågan är redan besvarad.'),
  },
  'attachment.exists': {
    what: (file) => `Filen finns redan på fakturan: den har id ${file.id}; ${differing(file)}.`,
    cause: 'Filen finns redan på fakturan.',
  },
  'attachment.limit': { what: ({ most }) => `Fakturan har redan ${most} filer, och fler kan en faktura inte ha.` },
  'body.coding': byWhy({
    broken: [
      'Innehållet är inte giltig gzip: det är trasigt, avklippt eller har mer efter slutet.',
      'Komprimera det igen.',
    ],
    unknown: ['Anropets komprimering tas inte emot.', 'Komprimera det en gång med gzip, eller inte alls.'],
  }),
  'body.empty': byWhy({
    object: ['Innehållet är tomt.', 'Skicka ett JSON-objekt.'],
    file: ['Filen är tom.', 'Skicka den som text/csv eller application/json.'],
  }),
  'body.encoding': byWhy({
    bytes: ['Innehållet är inte giltig UTF-8.', 'Koda det som UTF-8.'],
    charset: ['Anropets teckenkodning tas inte emot.', 'Skicka det som UTF-8.'],
  }),
  'body.excess': {
    what: ({ why, most }) =>
      ({
        values: `Innehållet har fler än ${number(most)} värden.`,
        digits: `Talen i innehållet har fler än ${number(most)} siffror när de skrivs ut.`,
        fields: `Ett objekt i innehållet har fler än ${number(most)} fält som gränssnittet inte känner till.`,
        levels: `Innehållet får inte vara djupare än ${most} nivåer.`,
      })[why],
    todo: ({ why }) => (why === 'levels' ? '' : 'Skicka mindre åt gången.'),
  },
  'body.invalid': { what: (_, problems) => `${problems}.` },
  'body.json': {
    what: (json) =>
      json.why === 'name'
        ? refusedName
        : json.why === 'place'
          ? `Innehållet är inte giltig JSON: se rad ${json.line}, kolumn ${json.column}.`
          : 'Innehållet är inte giltig JSON.',
    todo: ({ why }) => (why === 'name' ? 'Utelämna det.' : ''),
    cause: ({ isName }) => (isName ? refusedName : 'Innehållet är inte giltig JSON.'),
  },
  'body.large': { what: ({ bytes }) => `Anropet är större än de ${sizeInWords(bytes)} som tas emot här.` },
  'body.type': {
    what: 'Anropets innehållstyp tas inte emot.',
    todo: ({ accepted }) => `Skicka det som ${accepted.join(' eller ')}.`,
  },
  'call.unknown': {
    what: 'Inget anrop med detta spårnings-id finns sparat här.',
    todo: 'Kontrollera att hela id:t kom med; ett anrop syns inom en sekund. Anrop utan giltig nyckel sparas för administratörer.',
  },
  'client.invalid': { what: 'Klientens id eller hemlighet saknas eller är fel, eller klienten har återkallats.' },
  'database.unavailable': byWhy({
    away: ['Tjänsten når inte sin databas just nu.', 'Försök igen; inget skapas två gånger.'],
    readOnly: ['Tjänsten kan inte skriva till sin databas just nu.'],
  }),
  'events.pruned': {
    what: ({ first }) => `Händelserna före nummer ${first} sparas inte längre.`,
    cause: 'Händelser som efterfrågades sparas inte längre.',
    todo: ({ first }) => `Fortsätt med after=${first - 1}, och läs de aktuella uppgifterna i listorna.`,
  },
  'expectation.failed': {
    what: 'Rubriken Expect har ett värde som inte stöds.',
    todo: 'Utelämna den, eller skicka 100-continue.',
  },
  'facility.ambiguous': {
    what: (project) => `${called(project)} har mer än en anläggning, så det är oklart var arbetet ska göras.`,
    todo: 'Be företaget om förslags-id för ett projekt med en anläggning.',
    cause: 'Projektet har mer än en anläggning.',
  },
  'facility.unknown': {
    what: (project) => `${called(project)} har ingen anläggning.`,
    todo: 'Be företaget lägga till en, och skicka sedan igen.',
    cause: 'Projektet har ingen anläggning.',
  },
  'files.unavailable': byWhy({
    away: ['Lagringen av filer svarar inte just nu.', 'Försök igen senare; inget skapas två gånger.'],
    failing: ['Tjänsten kan inte spara filer just nu.', 'Försök igen senare; inget skapas två gånger.'],
    missing: [
      'Mappen med filer saknas på servern.',
      'Be den som driver tjänsten återställa den, och försök sedan igen.',
    ],
    readOnly: ['Tjänsten kan inte spara filer just nu.'],
  }),
  'form.invalid': {
    what: formWhat,
    todo: ({ why }) => formTodo[why] ?? '',
    cause: ({ why }) => {
      if (why === 'name') return 'Formuläret har en fil med ett annat namn.';
      if (why === 'repeated') return 'En parameter skickas mer än en gång.';
      if (why === 'scopes') return 'Klienten ber om en behörighet som den inte har.';
      return formWhat({ why: why === 'type' ? 'form' : why });
    },
  },
  'headers.large': { what: 'Anropets rubriker är för stora.' },
  'key.invalid': {
    what: keyWhat,
    cause: ({ isLength }) =>
      isLength ? keyWhat({ why: 'length' }) : 'Rubriken Idempotency-Key har ett värde som inte tas emot.',
  },
  'key.used': {
    what: (key) =>
      `Idempotency-Key har redan använts av ${key.operation}${usedFor(key)}${key.fields.length === 0 ? '' : `; ${differing(key)}`}.`,
    todo: ({ isSame }) => `Skicka en ny nyckel${isSame ? ', eller samma innehåll som då' : ''}.`,
    cause: ({ isSame }) =>
      isSame
        ? 'Idempotency-Key har redan använts med ett annat innehåll.'
        : 'Idempotency-Key har redan använts av en annan operation.',
  },
  'method.unknown': {
    what: ({ method }) => `Sökvägen tar inte emot ${method}.`,
    todo: ({ allow }) => `Använd ${allow}.`,
    cause: ({ method }) => `Sökvägen tar inte emot ${method}.`,
  },
  'path.unknown': {
    what: 'Sökvägen finns inte.',
    todo: ({ path, methods }) =>
      path === undefined ? 'Referensdokumentationen listar alla sökvägar.' : `Använd ${path}, som tar ${methods}.`,
  },
  'project.ambiguous': {
    what: ({ proposalId }) => `Mer än ett projekt har förslags-id ${quoted(proposalId)}.`,
    todo: 'Be företaget ha det på ett enda projekt, och skicka sedan igen.',
    cause: 'Mer än ett projekt har detta förslags-id.',
  },
  'project.unknown': {
    what: ({ proposalId }) => `Inget projekt har förslags-id ${quoted(proposalId)}.`,
    todo: 'Kontrollera id:t eller be företaget lägga till det på projektet, och skicka sedan igen.',
    cause: 'Inget projekt har detta förslags-id.',
  },
  'proposals.waiting': {
    what: ({ most }) => `${most} ändringar av leverantörer som partnern har föreslagit väntar redan på företaget.`,
    todo: 'Be företaget bekräfta eller avböja dem och skicka sedan begäran igen.',
  },
  'query.invalid': {
    what: ({ why }, problems) => {
      if (why === 'nothing') return 'Operationen tar inga frågeparametrar.';
      if (why === 'after' || why === 'sortedAfter') return 'after är ogiltigt.';
      if (why === 'limit') return 'after kräver limit.';
      return problems.endsWith('?') ? problems : `${problems}.`;
    },
    todo: ({ why }) => queryTodo[why] ?? '',
  },
  'question.closed': {
    what: ({ id }) => `Fakturan är beslutad eller återkallad, och frågan ${id} har därmed stängts utan svar.`,
    todo: 'Läs tillbaka fakturan för att se dess status.',
    cause: 'Ett beslut om fakturan har stängt frågan.',
  },
  'question.unknown': {
    what: ({ id }) => `Fakturan har ingen fråga med id ${quoted(id)}.`,
    todo: 'Läs tillbaka fakturan och skicka id för en av dess frågor.',
    cause: 'Fakturan har ingen fråga med detta id.',
  },
  'rate.limited': {
    what: ({ why }) =>
      why === 'tokens'
        ? 'Klienten har hämtat för många nycklar.'
        : why === 'secrets'
          ? 'Ert nätverk har skickat för många felaktiga hemligheter för klienten.'
          : 'För många anrop.',
    todo: ({ seconds, why }) =>
      why === undefined
        ? `Vänta ${seconds} s och försök igen.`
        : `${why === 'tokens' ? 'Använd varje nyckel tills den snart går ut. ' : ''}Försök igen om ${seconds} s.`,
  },
  'rehearsal.live': {
    what: 'Rubriken Doorway-Rehearse är till för testmiljöer, och åtkomstnyckeln är skarp. Inget gjordes.',
    todo: 'Utelämna rubriken, eller använd en nyckel som börjar med dwt_.',
  },
  'rehearsal.played': {
    what: ({ kind }) =>
      `Felet ${kind === 'unavailable' ? 503 : kind === 'error' ? 500 : 429} var en övning, som rubriken Doorway-Rehearse begärde. Inget sparades.`,
    todo: ({ kind, seconds }) =>
      `${kind === 'error' ? 'Skicka' : `Vänta ${seconds} s och skicka`} samma anrop igen utan rubriken.`,
  },
  'rehearsal.unknown': {
    what: ({ values }) => `Rubriken Doorway-Rehearse tar något av ${values.join(', ')}. Inget gjordes.`,
    cause: 'Rubriken Doorway-Rehearse har ett värde som den inte tar.',
  },
  'request.incomplete': byWhy({
    cut: ['Anropet är ofullständigt.', 'Skicka det igen.'],
    late: ['Anropet kom inte fram i tid.', 'Skicka det igen.'],
    length: ['Innehållet är kortare eller längre än rubriken Content-Length säger.'],
  }),
  'request.invalid': byWhy({
    host: ['Rubriken Host saknas.'],
    hosts: ['Rubriken Host skickas mer än en gång.'],
    authorizations: ['Rubriken Authorization skickas mer än en gång.', 'Skicka den en gång.'],
    keys: ['Rubriken Idempotency-Key skickas mer än en gång.', 'Skicka den en gång.'],
    address: ['Anropets adress är ingen giltig URL.'],
    http: ['Detta är inget giltigt HTTP-anrop.'],
  }),
  'sandbox.busy': {
    what: 'Testmiljön fylls eller återställs just nu.',
    todo: 'Försök igen om en minut.',
  },
  'sandbox.only': {
    what: 'Operationen är till för testmiljöer, och åtkomstnyckeln är skarp.',
    todo: 'Använd en nyckel som börjar med dwt_. Företaget kan skapa en.',
  },
  'scanner.unavailable': {
    what: 'Viruskontrollen svarar inte just nu, så filen sparades inte.',
    todo: 'Försök igen senare; inget skapas två gånger.',
  },
  'scope.missing': {
    what: ({ scope }) => `Åtkomstnyckeln saknar behörigheten ${scope}.`,
    todo: 'Be företaget om en nyckel med den behörigheten.',
    cause: ({ scope }) => `Åtkomstnyckeln saknar behörigheten ${scope}.`,
  },
  'service.busy': byWhy({
    searches: ['Tjänsten är upptagen med andra sökningar.', 'Försök igen om en stund.'],
    change: ['Ändringen tog för lång tid, så inget ändrades.', 'Försök igen om en stund.'],
    waiting: ['För många anrop väntar i kö.', 'Försök igen senare.'],
    memory: [
      'Tjänsten har inget minne kvar för anropet.',
      'Skicka anropet igen; en stor fil skickas hellre som multipart/form-data.',
    ],
    lists: [
      'Partnern läser redan så många listor som den får på en gång.',
      'Läs dem till slut och skicka sedan anropet igen.',
    ],
    record: ['Andra anrop ändrar samma post.', 'Skicka detta igen.'],
  }),
  'service.failed': {
    what: 'Något gick fel inne i tjänsten.',
    todo: 'Försök igen; om det misslyckas på nytt, ge spårnings-id:t till supporten.',
  },
  'service.stopping': byWhy({
    restarting: ['Tjänsten startar om.', 'Försök igen; inget skapas två gånger.'],
    stopping: ['Tjänsten stannar.'],
  }),
  'receipt.missing': {
    what: ({ id }) => `Leverantörsfaktura ${id} har inget kvitto, eftersom den kom in innan tjänsten gav kvitton.`,
    cause: 'Fakturan kom in innan tjänsten gav kvitton.',
  },
  'webhook.locked': {
    what: 'Företaget har stängt av mottagaren.',
    todo: 'Be företaget slå på den.',
  },
  'webhook.unknown': {
    what: 'Partnern har ingen mottagare med detta id.',
    todo: 'GET /doorway/v1/webhooks listar dem som finns.',
  },
  'webhooks.off': {
    what: 'Företaget låter inte partnern hantera webhookmottagare.',
    todo: 'Be företaget om det, eller att skapa mottagaren.',
  },
  'webhooks.own': {
    what: ({ most }) => `Partnern har redan ${most} egna mottagare, och fler kan den inte ha.`,
    todo: 'Ta bort en först.',
  },
  'supplier.changed': {
    what: ({ number }) => `Leverantör ${quoted(number)} har ändrats sedan den hade den ETag som står i If-Match.`,
    todo: 'Läs den igen och skicka ändringen med dess nya ETag.',
    cause: 'Leverantören har ändrats sedan partnern läste den.',
  },
  'supplier.exists': {
    what: (supplier) => `Det finns redan en leverantör med numret ${quoted(supplier.number)}; ${differing(supplier)}.`,
    cause: ({ differs }) =>
      differs ? 'Leverantören finns redan med andra uppgifter.' : 'Leverantören finns redan; inget skiljer sig.',
  },
  'supplier.unknown': {
    what: ({ number, nearest }) =>
      `Det finns ingen leverantör med numret ${quoted(number)}.${nearest === undefined ? '' : ` Menade du ${quoted(nearest)}?`}`,
    todo: ({ nearest, inPath }) =>
      nearest === undefined
        ? `Lägg upp leverantören${inPath ? '' : ' och skicka sedan fakturan igen'}.`
        : `Rätta numret, eller lägg upp leverantören${inPath ? '' : ', och skicka sedan fakturan igen'}.`,
    cause: 'Det finns ingen leverantör med detta nummer.',
  },
  'supplierinvoice.decided': {
    what: ({ state }) => `Företaget har ${decidedAs[state]} fakturan, så den går inte längre att återkalla.`,
    todo: ({ state }) =>
      state === 'rejected'
        ? 'Den betalas inte. Skicka en rättad faktura med ett annat externalReferenceId om det finns en.'
        : 'Skicka en kreditfaktura eller fråga företaget.',
  },
  'supplierinvoice.exists': {
    what: (invoice) =>
      `externalReferenceId ${quoted(invoice.externalReferenceId)} har skickats tidigare: det är leverantörsfaktura ${invoice.id}; ${differing(invoice)}.`,
    cause: ({ differs }) =>
      differs
        ? 'externalReferenceId har skickats tidigare med andra uppgifter.'
        : 'externalReferenceId har skickats tidigare; inget skiljer sig.',
  },
  'supplierinvoice.unknown': {
    what: ({ id, ofPartner }) =>
      ofPartner
        ? `Den här partnern har inte skickat någon leverantörsfaktura med id ${quoted(id)}.`
        : `Det finns ingen leverantörsfaktura med id ${quoted(id)}.`,
    todo: 'Skicka det id som svaret gav när den skapades.',
    cause: 'Det finns ingen leverantörsfaktura med detta id.',
  },
  'token.clientsecret': {
    what: 'Detta är en klienthemlighet, inte en åtkomstnyckel.',
    todo: 'Skicka klientens id och hemlighet till /oauth/token och svarets access_token hit.',
  },
  'token.expired': { what: 'Åtkomstnyckeln har gått ut.', todo: 'Be företaget om en ny.' },
  'token.malformed': {
    what: 'Rubriken Authorization är felaktig.',
    todo: 'Skicka ordet Bearer, ett mellanslag och åtkomstnyckeln.',
  },
  'token.missing': {
    what: 'Åtkomstnyckeln saknas.',
    todo: 'Skicka rubriken Authorization: Bearer <ACCESS_TOKEN>.',
  },
  'token.revoked': { what: 'Åtkomstnyckeln har återkallats.', todo: 'Be företaget om en ny.' },
  'token.unknown': { what: 'Åtkomstnyckeln är okänd.', todo: 'Kontrollera att hela kom med.' },
  'webhook.event': {
    what: ({ seq }) => `Händelse ${seq} kan inte skickas till den här mottagaren.`,
    todo: 'Den sparas inte längre, finns inte än eller är av en typ som mottagaren inte får.',
  },
  'workorder.exists': {
    what: (order) =>
      `id ${quoted(order.reference)} har skickats tidigare: det är arbetsorder ${order.id}, ${quoted(order.title)}; ${differing(order)}.`,
    cause: ({ differs }) =>
      differs ? 'id har skickats tidigare med andra uppgifter.' : 'id har skickats tidigare; inget skiljer sig.',
  },
  'workorder.unknown': {
    what: ({ id }) => `Den här partnern har inte skickat någon arbetsorder med id ${quoted(id)}.`,
    todo: 'Skicka det id som svaret gav när den skapades.',
    cause: 'Det finns ingen arbetsorder med detta id.',
  },
};
