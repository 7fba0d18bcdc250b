import type { GuardChange } from './guard-store.ts';
import { actionWords, detailWords, fieldWords, valueWords } from './guard-words.ts';
import { lines, type Letter } from './letters.ts';
import { hostOf, list, type FindingNames } from './news.ts';
import { commandLine } from '../audit/record.ts';
import { short } from '../../common/errors/short.ts';
import type { Language } from '../ground/csv/columns.ts';
import { oneLine } from '../ground/mail.ts';

const maxNamed = 50;
const maxCharacters = 300;

/** Names and reasons are what somebody typed: they must not look like lines of the mail, nor fill it. */
const shown = (text: string) => short(oneLine(text), maxCharacters);

interface Reader {
  name: string;
  language: Language;
  zone: string;
}

interface GuardContext {
  /** The nil id for what concerns no company. */
  companyId: string;
  companies: readonly { id: string; name: string }[];
  /** How operators that were changed are called, by their ids. */
  operators: ReadonlyMap<string, string>;
  findings: FindingNames;
  /** Where operators reach the service. */
  base: string;
}

export function guardLetter(reader: Reader, changes: readonly GuardChange[], context: GuardContext): Letter {
  const { language, zone } = reader;
  const sv = language === 'sv';
  const { companyId, companies, base } = context;
  const company = companies.find(({ id }) => id === companyId);
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  const byOf = ({ operatorId, operatorName }: GuardChange) =>
    shown(operatorId === null && operatorName === commandLine.name && sv ? 'kommandoraden' : operatorName);
  const actionOf = ({ action }: GuardChange) => actionWords[action]?.[language] ?? action;
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
  // The log of what concerns no company is read from within any of them.
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
      sv ? `Hej ${reader.name}!` : `Hello ${reader.name},`,
      sv
        ? `Det här har ändrats ${company === undefined ? 'i Doorway' : `hos ${company.name}`}:`
        : `This was changed ${company === undefined ? 'in Doorway' : `at ${company.name}`}:`,
      list(entries),
      more > 0 && (sv ? `Och ${more} till.` : `And ${more} more.`),
      sv
        ? `Om du inte väntade dig det, fråga den som gjorde ändringen. Allt finns i granskningsloggen:\n${log ?? `${base}/console`}`
        : `If you did not expect it, ask the person who did it. All of it is in the audit log:\n${log ?? `${base}/console`}`,
      sv
        ? 'Alla administratörer får veta vad andra ändrar av kontroller, inställningar, företag, partner, operatörer och webhookar. Det går inte att välja bort.'
        : 'Every administrator is told what others change of checks, settings, companies, partners, operators and webhooks. This cannot be switched off.',
    ),
  };
}

/** What was changed: of an endpoint the host alone. Checks and settings are those of the company. */
function subjectOf({ action, subjectId, data }: GuardChange, { operators }: GuardContext): string | undefined {
  if (action.startsWith('webhook.')) return hostOf(String(data['url']));
  if (action.startsWith('operator.')) return operators.get(subjectId) ?? subjectId;
  return typeof data['name'] === 'string' ? data['name'] : undefined;
}

interface FieldChange {
  field?: string;
  /** The check, of a change of checks. */
  rule?: string;
  from: unknown;
  to: unknown;
}

/** A company that an operator may enter, or the operator who asked for a change. */
interface NamedRecord {
  id: string;
  name?: string;
  role?: string;
  approvalLimit?: string;
}

function linesOf({ data }: GuardChange, language: Language, { findings, companies }: GuardContext): string[] {
  const inWords = (value: string) => valueWords[value]?.[language] ?? value;
  const tellRecord = ({ id, name = id, role, approvalLimit }: NamedRecord): string => {
    const called = companies.find((company) => company.id === id)?.name ?? name;
    const limit = approvalLimit === undefined ? '' : `, ${inWords('limit')} ${approvalLimit}`;
    return role === undefined ? called : `${called} (${inWords(role)}${limit})`;
  };
  const tell = (field: string | undefined, value: unknown): string => {
    if (Array.isArray(value)) {
      if (field === 'types' && value.length === 0) return inWords('all');
      return value.length === 0 ? '–' : value.map((one) => tell(field, one)).join(', ');
    }
    if (typeof value === 'object' && value !== null) return tellRecord(value as NamedRecord);
    const text = String((value as string | number | boolean | null | undefined) ?? '–');
    if (field === 'url') return hostOf(text);
    return field === undefined || typeof value === 'boolean' ? inWords(text) : text;
  };
  const changed = ((data['changes'] ?? []) as FieldChange[]).map(({ field, rule, from, to }) => {
    const name = rule === undefined ? fieldWords[field ?? ''] : findings[rule];
    const [before, after] =
      field === 'companies' ? differing(from as NamedRecord[], to as NamedRecord[], tellRecord) : [from, to];
    const [was, is] = [tell(field, before), tell(field, after)];
    const isSameHost = field === 'url' && was === is;
    return `${name?.[language] ?? field ?? rule}: ${shown(was)} → ${isSameHost ? inWords('path') : shown(is)}`;
  });
  const besides = Object.entries(detailWords).flatMap(([key, name]) =>
    data[key] === undefined ? [] : [`${name[language]}: ${shown(tell(key, data[key]))}`],
  );
  return [...changed, ...besides];
}

/** Only what differs, so that it shows among many companies. */
function differing(from: NamedRecord[], to: NamedRecord[], tell: (one: NamedRecord) => string): [string[], string[]] {
  const [before, after] = [from.map(tell), to.map(tell)];
  return [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
}
