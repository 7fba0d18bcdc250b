import { strictness, type Demands } from '../people/demands.ts';

/** The decisions that have preset reasons; for `ask` they are questions. */
export const presetKinds = ['reject', 'ask', 'release', 'cancel'] as const;
export type PresetReasons = Record<(typeof presetKinds)[number], readonly string[]>;

/** A company's settings for the work of its operators. */
export interface DeskSettings extends Demands {
  /** The currency of approval limits. */
  currency: string;
  /** A second operator must confirm each change of a payee. */
  payeeTakesTwo: boolean;
  /** Why one operator may release and approve, or change a payee and approve; null while these duties are separate. */
  dutiesOffReason: string | null;
  /** An IANA name. The dates of arriving invoices become days in it. */
  timeZone: string;
  /** An invoice must be coded before it is approved, in a company that has coding lists. */
  codingRequired: boolean;
  /** Whether partners whose own switch is on manage their webhook endpoints. */
  partnersManageWebhooks: boolean;
  /** Reasons that the dialogs of decisions offer. */
  presetReasons: PresetReasons;
}

export const settingsOf = (settings: DeskSettings) => ({
  ...settings,
  separateDuties: settings.dutiesOffReason === null,
});

export type SettingName = Exclude<keyof ReturnType<typeof settingsOf>, 'dutiesOffReason'>;

export type DeskChange = {
  [Name in SettingName]: {
    rule: Name;
    from: ReturnType<typeof settingsOf>[Name];
    to: ReturnType<typeof settingsOf>[Name];
    reason?: string | undefined;
  };
}[SettingName];

const isLaxer =
  (values: readonly unknown[]) =>
  (to: DeskChange['to'], from: DeskChange['from']): boolean =>
    values.indexOf(to) < values.indexOf(from);

/** Says of every setting which new values weaken a duty. */
const weakening: Record<SettingName, (to: DeskChange['to'], from: DeskChange['from']) => boolean> = {
  // The same number in another currency is another limit.
  currency: () => true,
  payeeTakesTwo: (to) => to === false,
  separateDuties: (to) => to === false,
  timeZone: () => false,
  presetReasons: () => false,
  codingRequired: () => false,
  partnersManageWebhooks: () => false,
  secondFactor: isLaxer(strictness.secondFactor),
  passwords: isLaxer(strictness.passwords),
  mailLinks: isLaxer(strictness.mailLinks),
  proofs: isLaxer(strictness.proofs),
};
export const settingNames = Object.keys(weakening) as SettingName[];

export const isSettingName = (rule: string): rule is SettingName => Object.hasOwn(weakening, rule);

export const weakensDuty = ({ rule, from, to }: DeskChange): boolean => from !== to && weakening[rule](to, from);

/** The settings as they apply to somebody who weakened some of them lately. */
export function stricter(
  settings: DeskSettings,
  weakened: readonly { rule: string; stricter: string }[],
): DeskSettings {
  const former = (name: SettingName) => weakened.find(({ rule }) => rule === name)?.stricter;
  return {
    ...settings,
    currency: former('currency') ?? settings.currency,
    payeeTakesTwo: settings.payeeTakesTwo || former('payeeTakesTwo') === 'true',
    dutiesOffReason: former('separateDuties') === 'true' ? null : settings.dutiesOffReason,
  };
}
