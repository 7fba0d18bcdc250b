import { bilingual } from '../text.ts';

export const proposalsText = bilingual(
  {
    title: 'Waiting for confirmation',
    about: 'A colleague must confirm. You cannot confirm your own proposal.',
    queueTitle: 'Proposed supplier changes',
    noneWaits: 'Nothing to confirm',
    noneWaitsNext:
      'Changes that partners propose are listed here, and those of colleagues if the company requires a second person.',
    openSupplier: (number: string) => `Open supplier ${number}`,
    field: 'Field',
    now: 'In the record now',
    proposed: 'Proposed',
    proposedBy: (who: string, when: string) => `Proposed by ${who}, ${when}`,
    askedBy: (who: string, when: string) => `Asked for by ${who}, ${when}`,
    secondTitle: 'Waiting for a second administrator',
    from: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
    proposedByPartner: (who: string, when: string) => `Proposed by the partner ${who}, ${when}`,
    confirm: 'Confirm',
    confirmTitle: 'Confirm this change?',
    confirmAbout:
      'The supplier will be paid as proposed. Check it with the supplier first, in another way than through the invoice.',
    confirmContactAbout:
      'Your colleagues will reach the supplier as proposed, also to check a new account. First call the number in the record.',
    callBack: (phone: string) => `To check with the supplier, call ${phone}, the number in the record.`,
    noNumber:
      'The record has no telephone number. To check with the supplier, find the number elsewhere than in an invoice or from a partner.',
    unconfirmedNumber: (phone: string) =>
      `The telephone number in the record, ${phone}, comes from a partner, and nobody at the company has confirmed it. To check with the supplier, find the number elsewhere.`,
    otherNumber: 'Another number is proposed: do not call that one.',
    confirmed: 'The change is made.',
    decline: 'Decline',
    declineAbout: 'The supplier stays as it is. The reason is kept in the audit log.',
    declinePartnerAbout: (partner: string) =>
      `The supplier stays as it is. ${partner} can read the reason, which is kept in the audit log.`,
    declined: 'The change is declined.',
    takeBack: 'Take back',
    takeBackAbout: 'You proposed this change yourself. The supplier stays as it is.',
    takenBack: 'The change is taken back.',
    waits: 'The new payment details wait until a colleague confirms them.',
    inHistory: (who: string) => `, proposed by ${who}`,
    waiting: (n: number) =>
      n === 1 ? '1 change of a supplier waits for confirmation:' : `${n} changes of suppliers wait for confirmation:`,
    acceptWaits: 'The account waits until a colleague confirms it on the supplier’s page.',
  },
  {
    title: 'Väntar på bekräftelse',
    about: 'Ändringen gäller när någon bekräftat den. Ditt eget förslag måste en kollega bekräfta.',
    queueTitle: 'Föreslagna leverantörsändringar',
    noneWaits: 'Inget att bekräfta',
    noneWaitsNext:
      'Här visas ändringar som partnerna föreslår, och kollegornas om företaget kräver tvåpersonskontroll.',
    openSupplier: (number) => `Öppna leverantör ${number}`,
    field: 'Fält',
    now: 'I registret nu',
    proposed: 'Föreslaget',
    proposedBy: (who, when) => `Föreslaget av ${who}, ${when}`,
    askedBy: (who, when) => `Begärd av ${who}, ${when}`,
    secondTitle: 'Tvåpersonskontroll: väntar på en annan administratör',
    from: (name, from, to) => `${name}: ${from} → ${to}`,
    proposedByPartner: (who, when) => `Föreslaget av partnern ${who}, ${when}`,
    confirm: 'Bekräfta',
    confirmTitle: 'Bekräfta ändringen?',
    confirmAbout:
      'Leverantören betalas sedan enligt förslaget. Kontrollera först med leverantören, på annat sätt än via fakturan.',
    confirmContactAbout:
      'Ni når sedan leverantören enligt förslaget, även för att kontrollera ett nytt konto. Ring först det nummer som står i registret nu.',
    callBack: (phone) => `Ring ${phone}, numret i registret, för att kontrollera med leverantören.`,
    noNumber:
      'Telefonnummer saknas i registret. Ta reda på numret på annat sätt än via en faktura eller en partner för att kontrollera med leverantören.',
    unconfirmedNumber: (phone) =>
      `Telefonnumret i registret, ${phone}, kommer från en partner, och ingen på företaget har bekräftat det. Ta reda på numret på annat sätt för att kontrollera med leverantören.`,
    otherNumber: 'Ett annat nummer är föreslaget: ring inte det.',
    confirmed: 'Ändringen är gjord.',
    decline: 'Avböj',
    declineAbout: 'Leverantörens uppgifter ändras inte. Orsaken sparas i granskningsloggen.',
    declinePartnerAbout: (partner) =>
      `Leverantörens uppgifter ändras inte. ${partner} kan läsa orsaken, som sparas i granskningsloggen.`,
    declined: 'Ändringen är avböjd.',
    takeBack: 'Ta tillbaka',
    takeBackAbout: 'Du har själv föreslagit ändringen. Leverantörens uppgifter ändras inte.',
    takenBack: 'Ändringen är tillbakatagen.',
    waits: 'De nya betalningsuppgifterna väntar på att en kollega bekräftar dem.',
    inHistory: (who) => `, föreslaget av ${who}`,
    waiting: (n) =>
      n === 1
        ? '1 ändring av en leverantör väntar på bekräftelse:'
        : `${n} ändringar av leverantörer väntar på bekräftelse:`,
    acceptWaits: 'Kontot väntar tills en kollega bekräftar det på leverantörens sida.',
  },
);
