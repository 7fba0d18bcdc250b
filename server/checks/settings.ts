import {
  concernsPayee,
  findingCodes,
  type FindingCode,
  severities,
  type Severity,
} from '../../common/errors/findings.ts';
import { isLimit, limitOf, type Limit, type Limits } from './limits.ts';

/** All other findings warn. */
const notWarning: Readonly<Partial<Record<FindingCode, Severity | 'off'>>> = {
  'payee.bankgiro': 'hold',
  'payee.postgiro': 'hold',
  'payee.organization': 'hold',
  'payee.name': 'hold',
  'payee.changed': 'hold',
  'payee.blocked': 'hold',
  'payee.twin': 'hold',
  'payee.unreadable': 'hold',
  'payee.field': 'hold',
  'payee.unread': 'hold',
  'payee.first': 'off',
  'document.account': 'hold',
  'document.hidden': 'hold',
  'date.time': 'info',
  'text.cut': 'info',
};

export const usualSeverity = Object.fromEntries(
  findingCodes.map((code) => [code, notWarning[code] ?? 'warning']),
) as Readonly<Record<FindingCode, Severity | 'off'>>;

const choices = ['off', 'warning', 'hold'] as const;
export type Choice = (typeof choices)[number];

export type Settings = Readonly<Partial<Record<FindingCode, Choice | undefined>>> & Limits;

export const settings = ['usual', ...choices] as const;
export type Setting = (typeof settings)[number];

/** Only a rule that is usually off can be set to warning: the others warn already, or must not merely warn. */
export const settingsOf = (code: FindingCode): readonly Setting[] =>
  usualSeverity[code] === 'off' ? settings : settings.filter((setting) => setting !== 'warning');

export const severityOf = (
  settings: Settings,
  code: FindingCode,
  usual: Severity | 'off' = usualSeverity[code],
): Severity | undefined => {
  const severity = settings[code] ?? usual;
  return severity === 'off' ? undefined : severity;
};

/** A hold that the company chose is graver than the usual hold: some findings of a rule may usually only warn. */
const gravityOf = (code: FindingCode, setting: Setting): number => {
  if (setting === 'hold') return severities.length;
  const severity = severityOf(setting === 'usual' ? {} : { [code]: setting }, code);
  return severity === undefined ? -1 : severities.indexOf(severity);
};

/** One change of a rule or of a limit. */
export type SettingChange =
  | { rule: FindingCode; from: Setting; to: Setting }
  | { rule: Limit; from: number; to: number };

/** Says of every number which change of it weakens a rule of the payee. */
const weakensAsLimit: Record<Limit, (from: number, to: number) => boolean> = {
  sumToleranceMinorUnits: () => false,
  recentDays: (from, to) => to < from,
};

/** Weakening a rule of the payee takes a second administrator. */
export function weakensPayee({ rule, from, to }: SettingChange): boolean {
  if (isLimit(rule)) return weakensAsLimit[rule](from as number, to as number);
  return concernsPayee(rule) && gravityOf(rule, to as Setting) < gravityOf(rule, from as Setting);
}

const isRule = (rule: string): rule is FindingCode => (findingCodes as readonly string[]).includes(rule);

export const isCheckSetting = (rule: string): rule is SettingChange['rule'] => isLimit(rule) || isRule(rule);

/** The settings with each former value that was stricter. */
export const withFormer = (settings: Settings, former: readonly { rule: string; stricter: string }[]): Settings =>
  former.reduce<Settings>((now, { rule, stricter }) => {
    if (isLimit(rule)) {
      const change = { rule, from: Number(stricter), to: limitOf(now, rule) };
      return weakensPayee(change) ? { ...now, [rule]: change.from } : now;
    }
    if (!isRule(rule)) return now;
    const change = { rule, from: stricter as Setting, to: now[rule] ?? 'usual' } as const;
    return weakensPayee(change) ? { ...now, [rule]: stricter === 'usual' ? undefined : stricter } : now;
  }, settings);
