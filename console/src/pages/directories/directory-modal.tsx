import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  ScrollArea,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Directory } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { directoriesText } from './text.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Missing to add one. */
  directory?: Directory;
  label?: string;
}

export function DirectoryModal(props: Props) {
  const t = useText(directoriesText);
  const { opened, onClose, directory } = props;
  return (
    <FormModal opened={opened} onClose={onClose} size="xl" title={directory === undefined ? t.add : t.editTitle}>
      <DirectoryForm {...props} />
    </FormModal>
  );
}

interface RowValues {
  claim: string;
  value: string;
  /** Empty for the whole installation. */
  company: string;
  role: 'administrator' | 'approver' | 'viewer';
  limit: string;
}

interface DirectoryValues {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  isFor: 'all' | 'some';
  companies: string[];
  roles: RowValues[];
}

const rowsIn = (rows: readonly RowValues[]) =>
  rows.map(({ claim, value, company, role, limit }) => ({
    claim,
    value,
    ...(company === ''
      ? ({ company: null, role: 'administrator' } as const)
      : {
          company,
          role,
          approvalLimit:
            role === 'approver' && limit.trim() !== '' ? limit.replaceAll(/\s/g, '').replace(',', '.') : null,
        }),
  }));

function DirectoryForm({ directory, onClose, label }: Props) {
  const t = useText(directoriesText);
  const isNew = directory === undefined;
  const isFixed = directory?.configured === true;
  const form = useForm<DirectoryValues>({
    initialValues: {
      name: directory?.name ?? '',
      issuer: '',
      clientId: directory?.clientId ?? '',
      clientSecret: '',
      scopes: directory?.scopes ?? 'openid profile email',
      isFor: directory === undefined || directory.companies === null ? 'all' : 'some',
      companies: (directory?.companies ?? []).map(({ id }) => id),
      roles: (directory?.roles ?? []).map(({ claim, value, company, role, approvalLimit }): RowValues => ({
        claim,
        value,
        company: company?.id ?? '',
        role,
        limit: approvalLimit ?? '',
      })),
    },
    validate: { companies: (chosen, { isFor }) => isFor === 'some' && chosen.length === 0 && t.noCompany },
    validateInputOnChange: ['companies'],
  });
  const send = useChange(
    ({ name, issuer, clientId, clientSecret, scopes, isFor, companies, roles }: typeof form.values) => {
      const rows = { roles: rowsIn(roles) };
      const fields = { name, clientId, scopes, ...(clientSecret !== '' && { clientSecret }) };
      const scope = { companies: isFor === 'all' ? null : companies };
      if (isNew) return change('POST', '/directories', { ...fields, issuer, ...scope, ...rows });
      return change('PATCH', `/directories/${directory.id}`, { ...(!isFixed && fields), ...rows });
    },
    { message: t.saved, done: onClose },
  );
  return (
    <Form form={form} change={send} submit={label ?? t.addAction} edits={!isNew}>
      {!isFixed && (
        <>
          <TextInput
            label={t.name}
            description={t.nameHint}
            required
            maxLength={255}
            data-autofocus
            {...form.getInputProps('name')}
          />
          {isNew && (
            <TextInput
              label={t.issuer}
              description={t.issuerHint}
              type="url"
              required
              maxLength={500}
              {...form.getInputProps('issuer')}
            />
          )}
          <TextInput label={t.clientId} required maxLength={255} {...form.getInputProps('clientId')} />
          <PasswordInput
            label={t.clientSecret}
            description={directory?.hasSecret ? t.secretKept : t.secretHint}
            autoComplete="off"
            maxLength={1_000}
            {...form.getInputProps('clientSecret')}
          />
          <TextInput label={t.scopes} description={t.scopesHint} maxLength={500} {...form.getInputProps('scopes')} />
        </>
      )}
      {isNew && <Companies form={form} />}
      <Rows form={form} />
    </Form>
  );
}

interface PartProps {
  form: UseFormReturnType<DirectoryValues>;
}

function useRealCompanies() {
  const { companies } = useSession();
  return companies.filter(({ sandboxOf }) => sandboxOf === undefined);
}

function Companies({ form }: PartProps) {
  const t = useText(directoriesText);
  const companies = useRealCompanies();
  return (
    <>
      <NativeSelect
        label={t.companies}
        description={t.companiesHint}
        data={[
          { value: 'all', label: t.forAll },
          { value: 'some', label: t.forSome },
        ]}
        {...form.getInputProps('isFor')}
      />
      {form.values.isFor === 'some' && (
        <Checkbox.Group label={t.chosenCompanies} {...form.getInputProps('companies')}>
          <ScrollArea.Autosize mah={220} mt="xs">
            <Stack gap="xs">
              {companies.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={name} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Checkbox.Group>
      )}
    </>
  );
}

function Rows({ form }: PartProps) {
  const t = useText(directoriesText);
  const c = useText(common);
  const companies = useRealCompanies();
  const { roles: rows, isFor, companies: chosen } = form.values;
  const isOffered = (id: string) => isFor === 'all' || chosen.includes(id);
  const places = [
    { value: '', label: t.everywhere, offered: isFor === 'all' },
    ...companies.map(({ id, name }) => ({ value: id, label: name, offered: isOffered(id) })),
  ];
  const first = (companies.find(({ id }) => isOffered(id)) ?? companies[0])?.id ?? '';
  return (
    <Stack gap="sm" role="group" aria-label={t.roles}>
      <Text size="sm" fw={600}>
        {t.roles}
      </Text>
      <Text size="sm" c="dimmed">
        {t.rolesHint}
      </Text>
      {rows.map(({ company, role }, index) => {
        const at = (field: keyof RowValues) => form.getInputProps(`roles.${index}.${field}`);
        return (
          // The rows have no other name.
          <Group
            key={index}
            role="group"
            aria-label={t.nth(index + 1)}
            align="flex-start"
            gap="xs"
            pt="xs"
            style={{ borderTop: '1px solid var(--door-line)' }}
          >
            <TextInput label={t.claim} required flex="1 1 130px" maxLength={255} {...at('claim')} />
            <TextInput label={t.value} required flex="2 1 220px" maxLength={255} {...at('value')} />
            <NativeSelect
              label={t.company}
              // A choice that no longer fits stays visible, so that the service's refusal is about what is shown.
              data={places.filter(({ value, offered }) => offered || value === company)}
              flex="1 1 250px"
              {...at('company')}
            />
            {company !== '' && (
              <NativeSelect
                label={t.role}
                data={(['viewer', 'approver', 'administrator'] as const).map((one) => ({
                  value: one,
                  label: c.roles[one],
                }))}
                flex="1 1 130px"
                {...at('role')}
              />
            )}
            {company !== '' && role === 'approver' && (
              <TextInput
                label={t.limit}
                inputMode="decimal"
                flex="1 1 110px"
                maxLength={30}
                {...form.getInputProps(`roles.${index}.limit`)}
                data-path={`roles.${index}.approvalLimit`}
              />
            )}
            <Button
              variant="default"
              mt="1lh"
              aria-label={t.removeNth(index + 1)}
              onClick={() => form.removeListItem('roles', index)}
            >
              {t.remove}
            </Button>
          </Group>
        );
      })}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            form.insertListItem('roles', {
              claim: rows.at(-1)?.claim ?? 'groups',
              value: '',
              company: first,
              role: 'viewer',
              limit: '',
            })
          }
        >
          {t.addRow}
        </Button>
      </div>
    </Stack>
  );
}
