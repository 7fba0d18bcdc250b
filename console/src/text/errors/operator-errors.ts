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
  'company.exists': { what: ({ name }) => `Det finns redan ett företag med namnet ${quoted(name)}.` },
  'sandbox.scopes': {
    what: ({ partner }) => `${quoted(partner)} har ingen giltig åtkomstnyckel och ingen klient.`,
    todo: 'En testmiljö har högst de behörigheter som partnern har i drift. Skapa därför först en nyckel eller en klient.',
  },
  'decision.refused': { what: ({ why, ...details }) => textOf(obstacles[why], details) },
  'file.damaged': {
    what: 'Filen är skadad på servern.',
    todo: 'Be den som driver tjänsten återställa den från en säkerhetskopia.',
  },
  'file.missing': {
    what: 'Filen saknas på servern.',
    todo: 'Be den som driver tjänsten återställa den från en säkerhetskopia.',
  },
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
  'link.spent': { what: 'Länken har redan använts eller har gått ut.', todo: 'Be en administratör om en ny.' },
  'note.limit': { what: ({ most }) => `Fakturan har redan ${most} anteckningar, och fler kan en faktura inte ha.` },
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
  'operatortoken.invalid': { what: 'Användarnyckeln är ogiltig.' },
  'partner.exists': { what: ({ name }) => `Företaget har redan en partner med namnet ${quoted(name)}.` },
  'partner.unknown': { what: 'Företaget har ingen partner med detta partnerId.' },
  'password.wrong': byWhy({
    signIn: ['E-postadressen eller lösenordet är fel.'],
    current: ['Det nuvarande lösenordet är fel.'],
  }),
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
