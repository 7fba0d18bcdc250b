import { bilingual } from '../text.ts';

export const proposalsText = bilingual(
  {
    title: 'Waiting for confirmation',
    about:
      'The payment details change when an operator confirms; for the proposal of an operator, another one than the proposer. A partner can only propose.',
    queueTitle: 'Proposed payee changes',
    noneWaits: 'No change waits',
    noneWaitsNext:
      'Changes that partners propose are listed here, and those of operators if the company requires a second person.',
    openSupplier: (number: string) => `Open supplier ${number}`,
    field: 'Field',
    now: 'In the record now',
    proposed: 'Proposed',
    proposedBy: (who: string, when: string) => `Proposed by ${who}, ${when}`,
    proposedByPartner: (who: string, when: string) => `Proposed by the partner ${who}, ${when}`,
    confirm: 'Confirm',
    confirmTitle: 'Confirm this change?',
    confirmAbout:
      'From now on the supplier is paid as proposed. Check it with the supplier in another way than through the invoice. Your name is recorded in the history beside that of the person who proposed it.',
    confirmed: 'The change is made.',
    decline: 'Decline',
    declineAbout: 'The supplier stays as it is. The reason is kept in the audit log.',
    declined: 'The change is declined.',
    takeBack: 'Take back',
    takeBackAbout: 'You proposed this change yourself. The supplier stays as it is.',
    takenBack: 'The change is taken back.',
    waits: 'The new payment details wait until another operator confirms them.',
    inHistory: (who: string) => `, proposed by ${who}`,
    waiting: (n: number) =>
      n === 1
        ? '1 change of who is paid waits for confirmation:'
        : `${n} changes of who is paid wait for confirmation:`,
    acceptWaits: 'It waits until another operator confirms it on the supplier’s page.',
  },
  {
    title: 'Väntar på bekräftelse',
    about:
      'Betalningsuppgifterna ändras när en operatör bekräftar; för en operatörs förslag en annan än den som föreslog. En partner kan bara föreslå.',
    queueTitle: 'Föreslagna betalningsuppgifter',
    noneWaits: 'Ingen ändring väntar',
    noneWaitsNext: 'Här visas ändringar som partner föreslår, och operatörers om företaget kräver tvåpersonskontroll.',
    openSupplier: (number) => `Öppna leverantör ${number}`,
    field: 'Fält',
    now: 'I registret nu',
    proposed: 'Föreslaget',
    proposedBy: (who, when) => `Föreslaget av ${who}, ${when}`,
    proposedByPartner: (who, when) => `Föreslaget av partnern ${who}, ${when}`,
    confirm: 'Bekräfta',
    confirmTitle: 'Bekräfta ändringen?',
    confirmAbout:
      'Leverantören betalas från och med nu enligt förslaget. Kontrollera uppgifterna med leverantören på annat sätt än via fakturan. Ditt namn står i historiken bredvid namnet på den som föreslog ändringen.',
    confirmed: 'Ändringen är gjord.',
    decline: 'Avböj',
    declineAbout: 'Leverantörens uppgifter ändras inte. Orsaken sparas i granskningsloggen.',
    declined: 'Ändringen är avböjd.',
    takeBack: 'Ta tillbaka',
    takeBackAbout: 'Du har själv föreslagit ändringen. Leverantörens uppgifter ändras inte.',
    takenBack: 'Ändringen är tillbakatagen.',
    waits: 'De nya betalningsuppgifterna väntar på att en annan operatör bekräftar dem.',
    inHistory: (who) => `, föreslaget av ${who}`,
    waiting: (n) =>
      n === 1
        ? '1 ändring av betalningsuppgifter väntar på bekräftelse:'
        : `${n} ändringar av betalningsuppgifter väntar på bekräftelse:`,
    acceptWaits: 'Det väntar tills en annan operatör bekräftar det på leverantörens sida.',
  },
);
