import { names } from './names.ts';

export const invoiceStateNames = names({
  received: ['Received', 'Att attestera'],
  held: ['Held', 'Stoppad'],
  approved: ['Approved', 'Attesterad'],
  rejected: ['Rejected', 'Avvisad'],
  booked: ['Booked', 'Bokförd'],
  withdrawn: ['Withdrawn', 'Återkallad'],
});

/** The question to the partner about an undecided invoice. */
export const questionNames = names({
  waiting: ['Waits for the partner', 'Väntar på svar'],
  due: ['Answer is due', 'Svar har uteblivit'],
  answered: ['Answered', 'Besvarad'],
});

/** Why an invoice waits for somebody, or in the company's queue. */
export const routeReasonNames = names({
  rule: ['By a rule', 'Enligt en regel'],
  assigned: ['Assigned by hand', 'Tilldelad för hand'],
  'no.rule': ['No rule fits', 'Ingen regel passar'],
  'nobody.may': ['Nobody who is asked may approve', 'Ingen av de tillfrågade får attestera'],
  'all.away': ['Everybody who is asked is away', 'Alla tillfrågade är borta'],
  'all.barred': ['Duties keep those who are asked from approving', 'Arbetsfördelningen hindrar de tillfrågade'],
});

/** The condition of a rule that an invoice meets, for the middle of a sentence. */
export const routedFieldNames = names({
  project: ['project', 'projekt'],
  reference: ['reference', 'referens'],
  supplier: ['supplier', 'leverantör'],
  partner: ['partner', 'partner'],
  amount: ['amount', 'belopp'],
  currency: ['currency', 'valuta'],
});

export const workOrderStateNames = names({
  open: ['Open', 'Öppen'],
  done: ['Done', 'Klar'],
  cancelled: ['Cancelled', 'Makulerad'],
});

/** Damage of a stored file. */
export const fileProblemNames = names({
  missing: ['Missing', 'Saknas'],
  altered: ['Damaged', 'Skadad'],
  erased: ['Erased', 'Raderad'],
});

/** Imperatives, for buttons and keys. */
export const decisionNames = names({
  approve: ['Approve', 'Attestera'],
  approveFirst: ['Approve (1 of 2)', 'Attestera (1 av 2)'],
  approveSecond: ['Approve (2 of 2)', 'Attestera (2 av 2)'],
  unsign: ['Take back my approval', 'Ta tillbaka min attest'],
  reject: ['Reject', 'Avvisa'],
  release: ['Release', 'Häv stoppet'],
  reopen: ['Reopen', 'Öppna igen'],
  dismiss: ['Dismiss', 'Avfärda'],
  assign: ['Assign', 'Tilldela'],
  ask: ['Ask the partner', 'Fråga partnern'],
  done: ['Mark done', 'Markera som klar'],
  cancel: ['Cancel the work order', 'Makulera arbetsordern'],
});

export const endpointStateNames = names({
  on: ['On', 'På'],
  failing: ['Failing', 'Fel'],
  off: ['Off', 'Avstängd'],
});

export const switchOffNames = names({
  operator: ['A user switched it off', 'En användare stängde av den'],
  partner: ['The partner paused it', 'Partnern pausade den'],
  gone: ['It answered 410, gone', 'Den svarade 410, borttagen'],
  failing: ['It failed for three days', 'Den gav fel i tre dygn'],
});

export const deliveryOutcomeNames = names({
  delivered: ['Delivered', 'Levererad'],
  failed: ['Failed', 'Misslyckad'],
});

export const roleNames = names({
  administrator: ['Administrator', 'Administratör'],
  approver: ['Approver', 'Attestant'],
  viewer: ['Viewer', 'Läsare'],
  system: ['System', 'System'],
});

/** Callers that are neither an operator nor a partner. The keys are the API's names. */
export const callerNames = names({
  'the company': ['the command line', 'kommandoraden'],
  'the command line': ['the command line', 'kommandoraden'],
  'the directory': ['a directory', 'en katalog'],
  'the service': ['Doorway itself', 'Doorway självt'],
  'not signed in': ['not signed in', 'inte inloggad'],
});
