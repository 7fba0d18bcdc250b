import type { Language } from '../../../../common/errors/catalogue.ts';
import { byWhy, textOf } from '../../../../common/errors/entry.ts';
import type { decisionErrors } from '../../../../common/errors/notices.ts';
import type { operatorErrors as english } from '../../../../common/errors/operator-errors.ts';
import { quoted } from '../../../../common/errors/words.ts';
import { findingIn } from '../findings/findings.ts';
import { obstacles } from './notices.ts';
import { number } from './words.ts';

const roles = { administrator: 'administratör', approver: 'attestant', viewer: 'läsare', system: 'system' };

export const operatorErrors: Pick<Language['errors'], keyof typeof english | keyof typeof decisionErrors> = {
  'absence.exists': {
    what: ({ from, to }) => `Personen är redan borta från ${from} till ${to}.`,
    todo: 'Avsluta den frånvaron först, eller välj andra dagar.',
  },
  'absence.limit': {
    what: 'Personen har redan så många kommande frånvaroperioder som det går att ha.',
    todo: 'Avsluta en av dem först.',
  },
  'administrator.last': {
    what: 'Detta är den sista administratören.',
    todo: 'Gör först en annan användare till administratör.',
  },
  'approval.stopped': {
    what: ({ finding, ...parameters }) => `En ny anmärkning hindrar attesten: ${findingIn('sv', finding, parameters)}`,
    todo: 'Titta på fakturan och besluta på nytt.',
  },
  'booking.exists': {
    what: ({ voucher }) => `Fakturan är redan bokförd, med verifikation ${quoted(voucher)}.`,
    todo: 'Kontrollera vilken av verifikationerna som är rätt och rätta den andra i bokföringen.',
  },
  'bulk.begun': {
    what: 'En del av de här fakturorna är redan beslutade.',
    todo: 'Fortsätt med resten, eller hoppa över resten.',
  },
  'bulk.large': {
    what: ({ most }) => `Fler än ${number(most)} fakturor är markerade.`,
    todo: 'Markera färre åt gången.',
  },
  'coding.many': {
    what: ({ most }) => `Listorna skulle få fler än ${number(most)} koder.`,
    todo: 'Utelämna dem som ingen faktura behöver.',
  },
  'company.exists': { what: ({ name }) => `Det finns redan ett företag med namnet ${quoted(name)}.` },
  'roles.directory': {
    what: ({ directory }) => `Användarens roller kommer från ${quoted(directory)}.`,
    todo: 'Ändra grupperna där, eller låt först Doorway bestämma rollerna.',
  },
  'routing.changed': {
    what: 'Någon annan har sparat andra regler under tiden.',
    todo: 'Titta på dem och gör dina ändringar igen.',
  },
  'sandbox.scopes': {
    what: ({ partner }) => `${quoted(partner)} har ingen giltig åtkomstnyckel och ingen klient.`,
    todo: 'En testmiljö har högst de behörigheter som partnern har i drift. Skapa därför först en nyckel eller en klient.',
  },
  'decision.refused': { what: ({ why, ...details }) => textOf(obstacles[why], details) },
  'factor.demanded': {
    what: 'Företaget kräver ett andra steg vid inloggningen.',
    todo: 'Lägg till en inloggningsnyckel eller en autentiseringsapp på ditt konto och styrk med den vem du är.',
  },
  'factor.exists': { what: 'Inloggningsnyckeln finns redan.', todo: 'Välj en annan enhet eller ett annat namn.' },
  'factor.missing': {
    what: 'Du har inget andra steg.',
    todo: 'Lägg först till en inloggningsnyckel eller en autentiseringsapp.',
  },
  'factor.none': { what: 'Användaren har inget andra steg.' },
  'factor.wrong': {
    what: 'Inloggningsnyckeln eller koden är fel, eller har redan använts.',
    todo: 'Försök igen med en ny.',
  },
  'factors.many': {
    what: ({ most }) => `Du har redan ${most} inloggningsnycklar och appar.`,
    todo: 'Ta bort en först.',
  },
  'file.damaged': {
    what: 'Filen är skadad på servern.',
    todo: 'Be den som driver tjänsten återställa den från en säkerhetskopia.',
  },
  'file.erased': { what: 'Filen har raderats tillsammans med en persons uppgifter.' },
  'file.missing': {
    what: 'Filen saknas på servern.',
    todo: 'Be den som driver tjänsten återställa den från en säkerhetskopia.',
  },
  'directory.account': byWhy({
    disabled: ['Ditt konto i Doorway är avstängt.', 'Fråga en administratör.'],
    email: ['Katalogen anger ingen bekräftad e-postadress för dig.', 'Fråga dem som sköter katalogen.'],
    companies: [
      'Den här katalogen loggar bara in användare i vissa företag, och du har tillgång till fler.',
      'Logga in på ett annat sätt.',
    ],
    factor: ['Ditt konto har ett andra steg.', 'Logga in med det och koppla katalogen under Ditt konto.'],
    other: ['Katalogen har loggat in någon annan.', 'Logga in där med ditt eget konto.'],
  }),
  'directory.fixed': { what: 'Katalogen är inställd i tjänstens konfiguration.', todo: 'Ändra den där.' },
  'directory.noroles': {
    what: ({ directory }) =>
      `${quoted(directory)} har loggat in dig, men inget av det som katalogen säger om dig ger en roll i Doorway.`,
    todo: ({ claims, missing }) =>
      claims.length + missing.length === 0
        ? 'Fråga en administratör: ingen grupp i katalogen ger någon roll än.'
        : `Visa det här för en administratör. Det här kom: ${[...claims, ...missing.map((name) => `inget i ${name}`)].join(', ')}.`,
  },
  'directory.notlinked': {
    what: ({ email }) => `Det finns redan en användare med e-postadressen ${quoted(email)}.`,
    todo: 'Öppna länken i din inbjudan och välj katalogen där, eller logga in med lösenordet och koppla katalogen under Ditt konto.',
  },
  'directory.refused': byWhy({
    state: ['Inloggningen har gått ut, har redan använts eller påbörjades i en annan webbläsare.', 'Börja om.'],
    answer: ['Katalogens svar kunde inte verifieras.', 'Försök igen. Säg till en administratör om det inte hjälper.'],
    denied: ['Katalogen har inte loggat in dig.', 'Försök igen, eller fråga dem som sköter katalogen.'],
  }),
  'directory.unavailable': {
    what: 'Katalogen svarar inte, eller inte som en katalog ska.',
    todo: 'Försök igen om en stund, eller logga in på ett annat sätt.',
  },
  'identity.exists': byWhy({
    taken: ['Det här kontot i katalogen hör till en annan användare.'],
    own: ['Ett annat konto i katalogen är redan kopplat till ditt.', 'Ta bort det först.'],
  }),
  'identity.needed': byWhy({
    roles: ['Dina roller kommer från den här katalogen.', 'Be först en administratör låta Doorway bestämma rollerna.'],
    password: ['Du skulle inte längre kunna logga in.', 'Be först en administratör om en länk för att välja lösenord.'],
  }),
  'import.changed': {
    what: 'Poster som filen ändrar har ändrats sedan förhandsgranskningen, så inget importerades.',
    todo: 'Granska filen på nytt.',
  },
  'import.invalid': {
    what: ({ count, atLeast }, mistakes) =>
      atLeast
        ? `${mistakes}\nInget importerades. Läsningen avbröts efter ${number(count)} fel; det kan finnas fler.`
        : `${mistakes}\nInget importerades, eftersom filen har ${number(count)} fel.`,
  },
  'logout.invalid': { what: 'Det här är ingen giltig utloggningsnyckel, eller så har den redan använts.' },
  'link.ended': {
    what: 'Länken öppnar inte fakturan: den har gått ut, du har redan fattat ditt beslut, eller så krävs mer än en länk av dig.',
    todo: 'Logga in för att öppna den.',
  },
  'link.spent': { what: 'Länken har redan använts eller har gått ut.', todo: 'Be en administratör om en ny.' },
  'note.limit': { what: ({ most }) => `Fakturan har redan ${most} anteckningar, och fler kan en faktura inte ha.` },
  'operator.erased': { what: 'Användarens uppgifter är raderade.', todo: 'Bjud in personen som ny användare.' },
  'operator.disabled': { what: 'Användaren är avstängd.', todo: 'Aktivera användaren först.' },
  'operator.exists': {
    what: (taken) =>
      taken.why === 'email'
        ? `Det finns redan en användare med e-postadressen ${quoted(taken.email)}.`
        : taken.why === 'first'
          ? 'Det finns redan en administratör.'
          : 'E-postadressen är upptagen.',
    todo: ({ why }) => (why === 'first' ? 'Be om en inbjudan.' : ''),
  },
  'operator.reach': byWhy({
    operator: [
      'Användaren är administratör för installationen, eller arbetar i företag som du inte är administratör för.',
      'Be en administratör för installationen om hjälp.',
    ],
    gain: ['Du får inte ge de här rättigheterna.', 'Be en administratör för installationen om hjälp.'],
  }),
  'operatortoken.invalid': { what: 'Användarnyckeln är ogiltig.' },
  'partner.exists': { what: ({ name }) => `Företaget har redan en partner med namnet ${quoted(name)}.` },
  'partner.unknown': { what: 'Företaget har ingen partner med detta partnerId.' },
  'password.wrong': byWhy({
    signIn: ['E-postadressen eller lösenordet är fel.'],
    current: ['Det nuvarande lösenordet är fel.'],
  }),
  'password.refused': {
    what: 'Företaget tillåter inte inloggning med lösenord.',
    todo: 'Logga in med en inloggningsnyckel eller via företagets katalog.',
  },
  'proof.needed': { what: 'Styrk först att det är du.', todo: 'Använd din inloggningsnyckel eller en kod.' },
  'permission.missing': {
    what: ({ role }) =>
      role === undefined ? 'Bara en administratör får göra detta.' : `Din roll, ${roles[role]}, tillåter inte detta.`,
    todo: 'Be en administratör om hjälp.',
  },
  'project.exists': {
    what: ({ number }) => `Ett annat projekt har numret ${quoted(number)}.`,
    todo: 'Välj ett ledigt nummer.',
  },
  'proposal.limit': {
    what: ({ most }) => `${most} ändringar av leverantören väntar redan på att bekräftas, och fler kan inte vänta.`,
    todo: 'Bekräfta eller avböj en av dem först.',
  },
  'proposals.many': {
    what: ({ most }) =>
      `Filen ändrar betalningsuppgifterna för fler än ${most} leverantörer, och varje sådan ändring kräver tvåpersonskontroll.`,
    todo: 'Importera färre leverantörer åt gången.',
  },
  'question.limit': {
    what: ({ most }) => `Fakturan har redan ${most} frågor till partnern, och fler kan en faktura inte ha.`,
  },
  'range.outside': {
    what: ({ size }) => `Filen har ${number(size)} byte, och ingen av dem ligger inom det begärda intervallet.`,
    todo: 'Begär ett intervall som börjar före filens slut, eller hela filen.',
  },
  'record.changed': {
    what: 'Någon har ändrat posten sedan du öppnade den.',
    todo: 'Läs den igen och välj vilka uppgifter som ska gälla.',
  },
  'search.slow': {
    what: 'Sökningen tar för lång tid.',
    todo: 'Begränsa den: sök på en längre text, eller välj färre dagar, en status eller en partner.',
  },
  'session.ended': { what: 'Din session har tagit slut.', todo: 'Logga in igen.' },
  'session.header': { what: 'Ett anrop med en session måste ha rubriken X-Doorway-Console.' },
  'session.missing': { what: 'Du är inte inloggad.' },
  'session.needed': {
    what: 'En användarnyckel kan inte användas till detta.',
    todo: 'Logga in för att göra det.',
  },
  'step.ended': { what: 'Det tog för lång tid, eller var redan gjort.', todo: 'Börja om.' },
  'system.disabled': { what: 'Systemet är avstängt.', todo: 'Skapa ett nytt.' },
  'view.exists': {
    what: ({ name }) => `Du har redan en vy med namnet ${quoted(name)}.`,
    todo: 'Välj ett annat namn, eller ersätt den vyn.',
  },
  'views.many': {
    what: ({ most }) => `Du har redan ${most} vyer av den här listan.`,
    todo: 'Ta bort en först.',
  },
  'webhook.since': {
    what: ({ first, last }) =>
      first > last ? 'Inga händelser finns sparade.' : `Händelserna ${first} till ${last} finns sparade.`,
    todo: ({ first, last }) => (first > last ? '' : 'Välj ett nummer bland dem.'),
  },
  'webhook.skip': {
    what: (holding) =>
      holding.why === 'other' ? `De andra väntar nu på händelse ${holding.seq}.` : 'Ingen händelse fördröjer de andra.',
    todo: ({ why }) => (why === 'other' ? 'Titta på den först.' : ''),
  },
  'webhooks.many': {
    what: ({ most }) => `Företaget har redan ${most} mottagare, och fler kan det inte ha.`,
    todo: 'Ta bort en först.',
  },
};
