import { words } from '../ground/csv/columns.ts';

/** The changes that administrators are told of. */
export const actionWords = words({
  'checks.changed': ['Checks changed', 'Kontroller ändrade'],
  'checks.proposed': [
    'Change of a check asked for; it waits for a second administrator',
    'Ändring av kontroll begärd; den väntar på en andra administratör',
  ],
  'checks.declined': ['Change of a check declined', 'Ändring av kontroll avböjd'],
  'settings.changed': ['Settings changed', 'Inställningar ändrade'],
  'company.created': ['Company created', 'Företag skapat'],
  'partner.created': ['Partner created', 'Partner skapad'],
  'partner.updated': ['Partner changed', 'Partner ändrad'],
  'operator.created': ['Operator invited', 'Operatör inbjuden'],
  'operator.updated': ['Operator changed', 'Operatör ändrad'],
  'operator.invited': ['New one-time link created', 'Ny engångslänk skapad'],
  'webhook.created': ['Webhook endpoint created', 'Webhookmottagare skapad'],
  'webhook.updated': ['Webhook endpoint changed', 'Webhookmottagare ändrad'],
  'webhook.deleted': ['Webhook endpoint deleted', 'Webhookmottagare borttagen'],
  'webhook.switchedon': ['Webhook endpoint switched on', 'Webhookmottagare påslagen'],
  'webhook.switchedoff': ['Webhook endpoint switched off', 'Webhookmottagare avstängd'],
  'webhook.secretchanged': ['Webhook secret changed', 'Webhookhemlighet bytt'],
  'webhook.resent': ['Events sent again', 'Händelser skickade igen'],
  'webhook.skipped': ['Event passed over', 'Händelse överhoppad'],
});
/** Their names in the audit log. */
export const guardActions = Object.keys(actionWords);

/** Fields of a change. The checks have the names of their findings. */
export const fieldWords = words({
  currency: ['Currency of the approvers’ limits', 'Valuta för attestgränser'],
  payeeTakesTwo: [
    'A second person confirms changes of a supplier’s payment details',
    'En andra person bekräftar ändringar av en leverantörs betalningsuppgifter',
  ],
  separateDuties: ['Different people prepare and approve', 'Olika personer förbereder och attesterar'],
  attachesToAll: ['May attach files to others’ invoices', 'Får bifoga filer till andras fakturor'],
  url: ['Address', 'Adress'],
  on: ['Switched on', 'Påslagen'],
  position: ['Sent up to event', 'Skickat till och med händelse'],
  name: ['Name', 'Namn'],
  disabled: ['Disabled', 'Avstängd'],
  administrator: ['Administrator', 'Administratör'],
  companies: ['Companies', 'Företag'],
  types: ['Events', 'Händelser'],
});

/** What an entry says besides its changes. */
export const detailWords = words({
  proposedBy: ['Asked for by', 'Begärd av'],
  reason: ['Reason', 'Motivering'],
  administrator: ['Administrator', 'Administratör'],
  companies: ['Companies', 'Företag'],
  partner: ['Partner', 'Partner'],
  types: ['Events', 'Händelser'],
  since: ['From event', 'Från händelse'],
  seq: ['Event', 'Händelse'],
});

export const valueWords = words({
  true: ['yes', 'ja'],
  false: ['no', 'nej'],
  usual: ['as usual', 'som normalt'],
  off: ['off', 'av'],
  warning: ['warn', 'varna'],
  hold: ['hold', 'stoppa'],
  approver: ['approver', 'attestant'],
  viewer: ['viewer', 'läsare'],
  limit: ['limit', 'gräns'],
  all: ['all', 'alla'],
  path: ['another path on the same host', 'en annan sökväg på samma värd'],
});
