import { bilingual } from '../../text.ts';

export const settingsText = bilingual(
  {
    title: 'Settings',
    intro: 'How the people of this company work together.',
    fourEyes: 'Four eyes',
    payeeTakesTwo: 'A second person confirms changes of a supplier’s payment details',
    payeeAbout:
      'Account, name and organisational number are changed once another operator has confirmed them. Neither of the two can release an invoice that is held because of the change.',
    separateDuties: 'Different people prepare and approve',
    dutiesAbout:
      'The operator who released an invoice cannot approve it. Neither can an operator who, in the last 30 days, registered its supplier or changed, proposed or confirmed the supplier’s payment details. Switch this off only if a single person in the company approves.',
    dutiesReason: 'Why one person may do both',
    dutiesReasonAbout: 'It is kept in the audit log and shown here.',
    dutiesReasonMissing: 'Write why.',
    currency: 'Currency of the approvers’ limits',
    currencyAbout:
      'Each approver can have an amount above which a second approver is needed. Set it together with the role, on the page Operators. The amounts stay the same when you change the currency.',
    saved: 'The settings are saved.',
  },
  {
    title: 'Inställningar',
    intro: 'Hur ni arbetar tillsammans i det här företaget.',
    fourEyes: 'Tvåpersonskontroll',
    payeeTakesTwo: 'Tvåpersonskontroll av ändrade betalningsuppgifter',
    payeeAbout:
      'En leverantörs konto, namn och organisationsnummer ändras först när en annan operatör har bekräftat ändringen. Ingen av de två kan häva stoppet av en faktura som är stoppad på grund av den.',
    separateDuties: 'Olika personer förbereder och attesterar',
    dutiesAbout:
      'Den som har hävt stoppet av en faktura kan inte attestera den. Det kan inte heller den som de senaste 30 dagarna har lagt upp leverantören eller ändrat, föreslagit eller bekräftat dess betalningsuppgifter. Stäng bara av detta om en enda person attesterar i företaget.',
    dutiesReason: 'Varför en person får göra båda delarna',
    dutiesReasonAbout: 'Orsaken sparas i granskningsloggen och visas här.',
    dutiesReasonMissing: 'Skriv varför.',
    currency: 'Valuta för attestgränser',
    currencyAbout:
      'Varje attestant kan ha en beloppsgräns. Över den krävs ytterligare en attestant. Gränsen anges tillsammans med rollen på sidan Operatörer. Beloppen ändras inte när du byter valuta.',
    saved: 'Inställningarna är sparade.',
  },
);
