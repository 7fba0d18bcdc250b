import type { GuardChange } from './guard-store.ts';
import { lines, type Letter } from '../ground/mail/letter.ts';
import { hostOf, list, type Recipient, shown } from './mail.ts';
import { actionNames } from '../../common/names/events.ts';
import { checkLimitNames, checkSettingNames, findingNames } from '../../common/names/findings.ts';
import { nameOf, names, type Language } from '../../common/names/names.ts';
import { callerNames, roleNames } from '../../common/names/states.ts';

const waitsForSecond = { en: '; it waits for a second administrator', sv: '; den väntar på en andra administratör' };

const maxNamed = 50;

interface GuardContext {
  /** The nil id for changes that concern no company. */
  companyId: string;
  companies: readonly { id: string; name: string }[];
  operators: ReadonlyMap<string, string>;
  /** Their names by id. */
  directories: ReadonlyMap<string, string>;
  /** The public URL of the service. */
  base: string;
}

export function guardLetter(recipient: Recipient, changes: readonly GuardChange[], context: GuardContext): Letter {
  const { language, zone } = recipient;
  const sv = language === 'sv';
  const { companyId, companies, base } = context;
  const company = companies.find(({ id }) => id === companyId);
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  const byOf = ({ operatorId, operatorName }: GuardChange) =>
    shown(operatorId === null ? nameOf(callerNames, language, operatorName) : operatorName);
  const actionOf = ({ action }: GuardChange) =>
    nameOf(actionNames, language, action) +
    ([
      'checks.proposed',
      'settings.proposed',
      'operator.proposed',
      'operator.resetproposed',
      'directory.proposed',
    ].includes(action)
      ? waitsForSecond[language]
      : '');
  const entries = changes.slice(0, maxNamed).map((change) => {
    const subject = subjectOf(change, context);
    return [
      `${actionOf(change)}${subject === undefined ? '' : `: ${shown(subject)}`}`,
      ...linesOf(change, language, context),
      `${byOf(change)}, ${time.format(change.at)} (${zone})`,
    ];
  });
  const [first] = changes as [GuardChange];
  const many = changes.length;
  const more = many - entries.length;
  // Every company shows the log of changes that concern no company.
  const log =
    company === undefined
      ? companies[0] && `${base}/console/companies/${companies[0].id}/audit?where=service`
      : `${base}/console/companies/${company.id}/audit`;
  const what =
    many === 1
      ? `${actionOf(first)} (${byOf(first)})`
      : sv
        ? `${many} ändringar att känna till`
        : `${many} changes to know about`;
  return {
    subject: shown(`${company?.name ?? 'Doorway'}: ${what}`),
    text: lines(
      sv ? `Hej ${recipient.name}!` : `Hello ${recipient.name},`,
      sv
        ? `Det här har ändrats ${company === undefined ? 'i Doorway' : `hos ${company.name}`}:`
        : `This was changed ${company === undefined ? 'in Doorway' : `at ${company.name}`}:`,
      list(entries),
      more > 0 && (sv ? `Och ${more} till.` : `And ${more} more.`),
      sv
        ? `Om du inte väntade dig det, fråga den som gjorde ändringen. Allt finns i granskningsloggen:\n${log ?? `${base}/console`}`
        : `If you did not expect it, ask the person who did it. All of it is in the audit log:\n${log ?? `${base}/console`}`,
      sv
        ? 'Alla administratörer får veta vad andra ändrar av kontroller, inställningar, företag, partner, användare, kataloger och webhookar. Det går inte att välja bort.'
        : 'Every administrator gets mail about changes by others of checks, settings, companies, partners, users, directories and webhooks. This cannot be switched off.',
    ),
  };
}

/** Names the changed record, an endpoint only by its host; undefined for checks and settings. */
function subjectOf(
  { action, subjectId, data }: GuardChange,
  { operators, directories }: GuardContext,
): string | undefined {
  if (action.startsWith('webhook.')) return hostOf(String(data['url']));
  if (action.startsWith('operator.')) return operators.get(subjectId) ?? subjectId;
  if (typeof data['name'] === 'string') return data['name'];
  return action.startsWith('directory.') ? directories.get(subjectId) : undefined;
}

/** Settings whose values are names. */
const choices: ReadonlySet<string> = new Set(['secondFactor', 'passwords', 'mailLinks', 'proofs']);

interface FieldChange {
  field?: string;
  rule?: string;
  from: unknown;
  to: unknown;
}

interface NamedRecord {
  id: string;
  name?: string;
  /** A row of a directory: its company is null for the whole installation. */
  claim?: string;
  value?: string;
  company?: string | null;
  role?: string;
  approvalLimit?: string;
}

/** Values stand within a sentence, so the names of settings and roles begin with a small letter. */
const valuesIn = (language: Language): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries({ ...checkSettingNames[language], ...roleNames[language] }).map(([value, name]) => [
      value,
      name.toLowerCase(),
    ]),
  ),
  ...valueNames[language],
});

function linesOf({ data }: GuardChange, language: Language, { companies, directories }: GuardContext): string[] {
  const values = valuesIn(language);
  const inWords = (value: string) => values[value] ?? value;
  const describeRecord = ({ id, name = id, claim, value, company, role, approvalLimit }: NamedRecord): string => {
    const isRow = claim !== undefined;
    const place = companies.find((one) => one.id === (isRow ? company : id))?.name ?? (isRow ? (company ?? '') : name);
    const called = isRow ? [`${claim}=${value}`, place].filter((one) => one !== '').join(' → ') : place;
    const limit = approvalLimit === undefined ? '' : `, ${inWords('limit')} ${approvalLimit}`;
    return role === undefined ? called : `${called} (${inWords(role)}${limit})`;
  };
  const describe = (field: string | undefined, value: unknown): string => {
    if (Array.isArray(value)) {
      if (field === 'types' && value.length === 0) return inWords('all');
      return value.length === 0 ? '–' : value.map((one) => describe(field, one)).join(', ');
    }
    if (typeof value === 'object' && value !== null) return describeRecord(value as NamedRecord);
    const text = String((value as string | number | boolean | null | undefined) ?? '–');
    if (field === 'url') return hostOf(text);
    if (field === 'rolesFrom') return directories.get(text) ?? text;
    return field === undefined || typeof value === 'boolean' || choices.has(field) ? inWords(text) : text;
  };
  const changed = ((data['changes'] ?? []) as FieldChange[]).map(({ field, rule, from, to }) => {
    const name = rule === undefined ? nameOf(fieldNames, language, field ?? '') : nameOf(checkNames, language, rule);
    const [before, after] =
      field === 'companies' || field === 'roles'
        ? differing(from as NamedRecord[], to as NamedRecord[], describeRecord)
        : [from, to];
    const [was, is] = [describe(field, before), describe(field, after)];
    const isSameHost = field === 'url' && was === is;
    return `${name}: ${shown(was)} → ${isSameHost ? inWords('path') : shown(is)}`;
  });
  const details = Object.entries(detailNames[language]).flatMap(([key, name]) =>
    data[key] === undefined ? [] : [`${name}: ${shown(describe(key, data[key]))}`],
  );
  return [...changed, ...details];
}

function differing(
  from: NamedRecord[],
  to: NamedRecord[],
  describe: (one: NamedRecord) => string,
): [string[], string[]] {
  const [before, after] = [from.map(describe), to.map(describe)];
  return [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
}

export const guardActions = [
  'checks.changed',
  'checks.proposed',
  'checks.declined',
  'settings.changed',
  'settings.proposed',
  'settings.declined',
  'company.created',
  'company.removed',
  'partner.created',
  'partner.updated',
  'operator.created',
  'operator.updated',
  'operator.rolechanged',
  'operator.proposed',
  'operator.declined',
  'operator.factorsreset',
  'operator.resetproposed',
  'operator.resetdeclined',
  'operator.invited',
  'operator.erased',
  'supplier.erased',
  'operator.administratorkept',
  'directory.created',
  'directory.updated',
  'directory.proposed',
  'directory.declined',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.switchedon',
  'webhook.switchedoff',
  'webhook.secretchanged',
  'webhook.resent',
  'webhook.skipped',
] as const satisfies readonly (keyof typeof actionNames.en)[];

/** Checks are named after their findings. */
const checkNames = {
  en: { ...findingNames.en, ...checkLimitNames.en },
  sv: { ...findingNames.sv, ...checkLimitNames.sv },
};

const fieldNames = names({
  currency: ['Currency of the approvers’ limits', 'Valuta för attestgränser'],
  payeeTakesTwo: [
    'A second person confirms changes of a supplier’s payment details',
    'Tvåpersonskontroll av ändrade betalningsuppgifter',
  ],
  separateDuties: ['Different people prepare and approve', 'Olika personer förbereder och attesterar'],
  timeZone: ['Time zone', 'Tidszon'],
  secondFactor: ['Who needs a second factor', 'Vem som behöver ett andra steg'],
  passwords: ['Sign-in with a password', 'Inloggning med lösenord'],
  mailLinks: ['Links in mails open an invoice', 'Länkar i e-post öppnar en faktura'],
  proofs: ['Asked again before money is redirected', 'Ny fråga innan pengar styrs om'],
  partnersManageWebhooks: ['Partners may manage their webhook endpoints', 'Partner får hantera sina webhookmottagare'],
  managesWebhooks: ['May manage its webhook endpoints', 'Får hantera sina webhookmottagare'],
  attachesToAll: ['May attach files to others’ invoices', 'Får bifoga filer till andras fakturor'],
  url: ['Address', 'Adress'],
  on: ['Switched on', 'Påslagen'],
  position: ['Sent up to event', 'Skickat till och med händelse'],
  name: ['Name', 'Namn'],
  factors: ['Second factors', 'Andra steg'],
  disabled: ['Disabled', 'Avstängd'],
  administrator: ['Administrator', 'Administratör'],
  companies: ['Companies', 'Företag'],
  roles: ['Roles', 'Roller'],
  rolesFrom: ['Roles from directory', 'Roller från katalog'],
  clientId: ['Client', 'Klient'],
  scopes: ['Scopes', 'Omfattning'],
  secret: ['Secret', 'Hemlighet'],
  types: ['Events', 'Händelser'],
});

const detailNames = names({
  proposedBy: ['Requested by', 'Begärd av'],
  reason: ['Reason', 'Orsak'],
  administrator: ['Administrator', 'Administratör'],
  companies: ['Companies', 'Företag'],
  directory: ['Directory', 'Katalog'],
  issuer: ['Issuer', 'Utfärdare'],
  roles: ['Roles', 'Roller'],
  partner: ['Partner', 'Partner'],
  types: ['Events', 'Händelser'],
  since: ['From event', 'Från händelse'],
  seq: ['Event', 'Händelse'],
});

const valueNames = names({
  true: ['yes', 'ja'],
  false: ['no', 'nej'],
  limit: ['limit', 'gräns'],
  all: ['all', 'alla'],
  nobody: ['nobody', 'ingen'],
  administrators: ['administrators', 'administratörer'],
  deciders: ['approvers and administrators', 'attestanter och administratörer'],
  everybody: ['everybody', 'alla'],
  on: ['on', 'på'],
  fifteenMinutes: ['after fifteen minutes', 'efter en kvart'],
  always: ['every time', 'varje gång'],
  path: ['another path on the same host', 'en annan sökväg på samma värd'],
});
