import { decisionNames } from '../../../common/names/states.ts';
import { bilingual } from '../text.ts';

export const decideText = bilingual(
  {
    position: (at: string, of: string) => `${at} of ${of}`,
    moreThan: (n: string) => `more than ${n}`,
    previous: 'Previous invoice',
    next: 'Next invoice',
    toList: 'Back to the list',
    keys: 'Keys',
    withComment: 'With a comment',
    decisions: 'Decisions',
    approveAbout: {
      findings: 'Approve despite the findings below?',
      files: 'Approve although its files are still being read? That takes seconds.',
      both: 'Approve despite the findings below, and although its files are still being read?',
    },
    moreFindings: (n: number) => (n === 1 ? 'and 1 more' : `and ${n} more`),
    approvedOne: (number: string) => `${number} is approved.`,
    rejectedOne: (number: string) => `${number} is rejected.`,
    approveStep: { first: decisionNames.en.approveFirst, second: decisionNames.en.approveSecond },
    unsign: decisionNames.en.unsign,
    unsigned: 'Your approval is taken back.',
    unsignedOne: (number: string) => `Your approval of ${number} is taken back.`,
    signedOne: (number: string) => `You approved ${number}. A second approver is needed.`,
    reopenedOne: (number: string) => `${number} is open again.`,
    undo: 'Undo',
    undone: 'Undone',
    notUndone: (number: string, why: string) => `${number} could not be undone. ${why}`,
    notSeen: 'Not yet: look at it first, then press again.',
    notLoaded: 'Not yet: the document is still loading. Press again when you see it.',
    allDone: 'All done: nothing in this list is left to decide.',
    lastOne: (left: number) =>
      left === 1
        ? 'That was the last invoice. One before it is still to be decided.'
        : `That was the last invoice. ${left} before it are still to be decided.`,
    meanwhile: 'Already decided',
    withdrawnMeanwhile: 'Withdrawn by the partner',
    cannot: 'It cannot be decided now',
    ok: 'OK',
    goOn: 'Next invoice',
    reopen: decisionNames.en.reopen,
    reopenAbout: {
      approved: (who: string) => `The approval by ${who} is taken back. The invoice can then be decided again.`,
      rejected: (who: string) => `The rejection by ${who} is taken back. The invoice can then be decided again.`,
    },
    reopened: 'The invoice is open again.',
    notified: (partner: string, isSent: boolean) =>
      isSent ? `${partner} is notified.` : `${partner} is not notified, because it has no webhook endpoint for this.`,
    notifiedLater: (partner: string) => `${partner} is notified after the second approval.`,
    signedBy: (who: string, when: string) => `First approval of two: ${who}, ${when}.`,
    releasedBy: (who: string, when: string) => `Released by ${who}, ${when}.`,
    answeredBy: (partner: string, when: string) => `Answer from ${partner}, ${when}:`,
    decidedBy: {
      approved: (who: string, when: string) => `Approved by ${who}, ${when}.`,
      rejected: (who: string, when: string) => `Rejected by ${who}, ${when}.`,
    },
    bookedBy: (voucher: string, who: string, when: string) =>
      `Booked with voucher ${voucher}, reported by ${who} on ${when}.`,
    bookedOn: (day: string) => `Booking date ${day}.`,
    withdrawnBy: (who: string, when: string) => `Withdrawn by the partner ${who} on ${when}.`,
    withdrawnNext: 'Nothing can be decided about it. A corrected invoice comes as a new one.',
    credit: 'Credit note',
    credits: 'Credits',
    creditedBy: 'Credited by',
    creditedOpen: (number: string, state: string) =>
      `Nobody has decided on the credited invoice ${number} yet: ${state}.`,
    creditedDecided: (number: string, state: string) => `The credited invoice ${number} is decided: ${state}.`,
    remains: (creditNotes: number, credited: string, rest: string, isExceeded: boolean) => {
      const here =
        creditNotes === 1
          ? `A credit note of ${credited} is here`
          : `${creditNotes} credit notes of ${credited} are here`;
      return isExceeded ? `${here}: ${rest} more than the invoice.` : `${here}; ${rest} remains of the invoice.`;
    },
    remainsUnknown: {
      several: 'The number in the credit note fits several invoices, so nothing is subtracted.',
      many: 'The supplier has more than 1,000 credit notes, so what remains of the invoice is unknown.',
      total:
        'The invoice has no total, or a credit note has none below zero, so what remains of the invoice is unknown.',
      currency: 'The credit note is in another currency than the invoice, so what remains is unknown.',
    },
  },
  {
    position: (at, of) => `${at} av ${of}`,
    moreThan: (n) => `mer än ${n}`,
    previous: 'Föregående faktura',
    next: 'Nästa faktura',
    toList: 'Tillbaka till listan',
    keys: 'Tangenter',
    withComment: 'Med en kommentar',
    decisions: 'Beslut',
    approveAbout: {
      findings: 'Attestera trots anmärkningarna nedan?',
      files: 'Attestera fast filerna fortfarande läses? Det tar några sekunder.',
      both: 'Attestera trots anmärkningarna nedan, och fast filerna fortfarande läses?',
    },
    moreFindings: (n) => `och ${n} till`,
    approvedOne: (number) => `${number} är attesterad.`,
    rejectedOne: (number) => `${number} är avvisad.`,
    approveStep: { first: decisionNames.sv.approveFirst, second: decisionNames.sv.approveSecond },
    unsign: decisionNames.sv.unsign,
    unsigned: 'Din attest är återtagen.',
    unsignedOne: (number) => `Din attest av ${number} är återtagen.`,
    signedOne: (number) => `Du har attesterat ${number}: första attest av två.`,
    reopenedOne: (number) => `${number} är öppen igen.`,
    undo: 'Ångra',
    undone: 'Ångrat',
    notUndone: (number, why) => `${number} kunde inte ångras. ${why}`,
    notSeen: 'Inte än: titta först och tryck sedan igen.',
    notLoaded: 'Inte än: dokumentet läses fortfarande in. Tryck igen när det visas.',
    allDone: 'Klart: inget mer i listan väntar på beslut.',
    lastOne: (left) => `Det var den sista fakturan. ${left} tidigare i listan väntar fortfarande på beslut.`,
    meanwhile: 'Redan beslutad',
    withdrawnMeanwhile: 'Återkallad av partnern',
    cannot: 'Det går inte att besluta om den nu',
    ok: 'OK',
    goOn: 'Nästa faktura',
    reopen: decisionNames.sv.reopen,
    reopenAbout: {
      approved: (who) => `Attesten av ${who} tas tillbaka. Fakturan kan sedan attesteras eller avvisas på nytt.`,
      rejected: (who) => `Avvisningen av ${who} tas tillbaka. Fakturan kan sedan attesteras eller avvisas på nytt.`,
    },
    reopened: 'Fakturan är öppen igen.',
    notified: (partner, isSent) =>
      isSent ? `${partner} får besked.` : `${partner} får inget besked, eftersom webhook för detta saknas.`,
    notifiedLater: (partner) => `${partner} får besked efter den andra attesten.`,
    signedBy: (who, when) => `Första attest av två: ${who} ${when}.`,
    releasedBy: (who, when) => `Stoppet hävt av ${who} ${when}.`,
    answeredBy: (partner, when) => `Svar från ${partner} ${when}:`,
    decidedBy: {
      approved: (who, when) => `Attesterad av ${who} ${when}.`,
      rejected: (who, when) => `Avvisad av ${who} ${when}.`,
    },
    bookedBy: (voucher, who, when) => `Bokförd med verifikation ${voucher}, rapporterad av ${who} ${when}.`,
    bookedOn: (day) => `Bokföringsdatum ${day}.`,
    withdrawnBy: (who, when) => `Återkallad av partnern ${who} ${when}.`,
    withdrawnNext: 'Det går inte att besluta om den. En rättad faktura kommer som en ny.',
    credit: 'Kreditfaktura',
    credits: 'Krediterar',
    creditedBy: 'Krediteras av',
    creditedOpen: (number, state) => `Den krediterade fakturan ${number} är inte beslutad än: ${state}.`,
    creditedDecided: (number, state) => `Den krediterade fakturan ${number} är beslutad: ${state}.`,
    remains: (creditNotes, credited, rest, isExceeded) => {
      const here =
        creditNotes === 1
          ? `Det finns en kreditfaktura på ${credited}`
          : `Det finns ${creditNotes} kreditfakturor på ${credited}`;
      return isExceeded ? `${here}: ${rest} mer än fakturan.` : `${here}; ${rest} återstår av fakturan.`;
    },
    remainsUnknown: {
      several: 'Numret i kreditfakturan passar flera fakturor, så inget räknas av.',
      many: 'Leverantören har fler än 1 000 kreditfakturor, så vad som återstår av fakturan är okänt.',
      total:
        'Fakturan saknar belopp, eller en kreditfaktura har inget under noll, så vad som återstår av fakturan är okänt.',
      currency: 'Kreditfakturan har en annan valuta än fakturan, så vad som återstår är okänt.',
    },
  },
);
