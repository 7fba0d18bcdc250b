import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Admission } from '../../api/types.ts';
import { read } from '../../api.ts';
import { useSession } from '../../session.ts';
import { common } from '../../text/common.ts';
import { operatorsText } from './text.ts';
import { useText } from '../../text.ts';

/** `limit` is the text as typed. */
export interface AdmissionValues {
  id: string;
  role: Admission['role'];
  limit: string;
}

/**
 * Reads an amount in the notation of either language: 50 000,50 is 50000.50. Null for an empty text, undefined for a
 * text that is no amount.
 */
export function amountIn(typed: string): string | null | undefined {
  const plain = typed.replaceAll(/\s/g, '').replace(',', '.');
  if (plain === '') return null;
  return /^\d{1,15}(\.\d{1,2})?$/.test(plain) ? plain : undefined;
}

/** Call only after checking all limits: an invalid one becomes "no limit". */
export const admissionsIn = (companies: AdmissionValues[]): Admission[] =>
  companies.map(({ id, role, limit }) => ({ id, role, approvalLimit: amountIn(limit) ?? null }));

/** Path of a limit in the form, which is also the service's. */
const limitAt = (at: number) => `companies.${at}.approvalLimit`;

export const limitErrors = (companies: AdmissionValues[], wrong: string): Record<string, string> =>
  Object.fromEntries(
    companies.flatMap(({ limit }, at) => (amountIn(limit) === undefined ? [[limitAt(at), wrong] as const] : [])),
  );

export function Admissions({
  companies,
  errors,
  onChange,
}: {
  companies: AdmissionValues[];
  errors: Record<string, ReactNode>;
  onChange: (companies: AdmissionValues[]) => void;
}) {
  const t = useText(operatorsText);
  const c = useText(common);
  const session = useSession();
  const options = [
    { value: '', label: t.noAccess },
    { value: 'viewer', label: c.roles.viewer },
    { value: 'approver', label: c.roles.approver },
    { value: 'administrator', label: c.roles.administrator },
  ];
  return (
    <Stack gap="xs" role="group" aria-label={t.companies}>
      <Text size="sm" fw={500}>
        {t.companies}
      </Text>
      {session.companies
        .filter(({ may }) => may.includes('administer'))
        .map(({ id, name }) => {
          const at = companies.findIndex((admission) => admission.id === id);
          const chosen = companies[at];
          const change = (...changed: AdmissionValues[]) =>
            onChange(at === -1 ? [...companies, ...changed] : companies.toSpliced(at, 1, ...changed));
          return (
            <Group key={id} gap="sm" align="flex-start" grow preventGrowOverflow={false}>
              <NativeSelect
                label={name}
                data={options}
                value={chosen?.role ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  value === '' ? change() : change({ id, role: value as Admission['role'], limit: chosen?.limit ?? '' })
                }
              />
              {chosen?.role === 'approver' && (
                <Limit
                  companyId={id}
                  company={name}
                  limit={chosen.limit}
                  path={limitAt(at)}
                  error={errors[limitAt(at)]}
                  onChange={(limit) => change({ ...chosen, limit })}
                />
              )}
            </Group>
          );
        })}
    </Stack>
  );
}

interface LimitProps {
  companyId: string;
  company: string;
  limit: string;
  path: string;
  error: ReactNode;
  onChange: (limit: string) => void;
}

function Limit({ companyId, company, limit, path: name, error, onChange }: LimitProps) {
  const t = useText(operatorsText);
  const path = `/companies/${companyId}/settings` as const;
  const { data } = useQuery({ queryKey: ['record', path], queryFn: ({ signal }) => read(path, { signal }) });
  return (
    <TextInput
      label={t.limit(company, data?.currency ?? '')}
      description={t.limitHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="decimal"
      maxLength={30}
      value={limit}
      data-path={name}
      error={error ?? (amountIn(limit) === undefined ? t.limitWrong : undefined)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
