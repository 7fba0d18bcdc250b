import { Alert, NativeSelect } from '@mantine/core';
import { useFormat } from '../../format.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';

const choices = [30, 90, 365] as const;
export type Days = (typeof choices)[number] | 'never';
export const usualDays: Days = 90;

const endOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** The field of the form that says when a token ends. */
export const expiryOf = (days: Days) => (days === 'never' ? {} : { expiresAt: endOf(days) });

/** How long a token is valid. */
export function ExpirySelect({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const t = useText(accessText);
  const format = useFormat();
  return (
    <>
      <NativeSelect
        label={t.expires}
        value={String(days)}
        data={[
          ...choices.map((count) => ({ value: String(count), label: t.inDays(count, format.date(endOf(count))) })),
          { value: 'never', label: t.neverExpires },
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value === 'never' ? value : (Number(value) as Days))}
      />
      {days === 'never' && (
        <Alert color="orange" variant="outline" icon={<Icon name="warning" />} role="status">
          {t.neverWarning}
        </Alert>
      )}
    </>
  );
}
