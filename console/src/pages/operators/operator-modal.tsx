import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Notice, OperatorRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useSession } from '../../session.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { Form } from '../../shared/form/form.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { useDirectories } from '../sign-in/directory-buttons.tsx';
import { operatorsText } from './text.ts';
import { useText } from '../../text.ts';
import { Admissions, admissionsIn, limitErrors, type AdmissionValues } from './admissions.tsx';

export interface Invitation {
  id: string;
  name: string;
  email: string;
  /** Key of the one-time link; only if the service sends no mail. */
  invitation?: string | undefined;
  notSent?: Notice | undefined;
}

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Missing to invite a new operator. */
  operator?: OperatorRow;
  onInvited: (invitation: Invitation) => void;
}

export function OperatorModal(props: Props) {
  const t = useText(operatorsText);
  return (
    <FormModal
      opened={props.opened}
      onClose={props.onClose}
      title={props.operator === undefined ? t.invite : t.editTitle}
    >
      <OperatorForm {...props} />
    </FormModal>
  );
}

function Reset({ operator: { id, name }, done }: { operator: OperatorRow; done: () => void }) {
  const t = useText(operatorsText);
  return (
    <ConfirmButton
      words={t.reset}
      title={t.resetTitle(name)}
      about={t.resetAbout}
      message={t.isReset}
      done={done}
      send={() => change('POST', `/operators/${id}/factors/reset`)}
    />
  );
}

interface OperatorValues {
  name: string;
  email: string;
  /** The id of a directory; empty if they are set here. */
  rolesFrom: string;
  administrator: boolean;
  companies: AdmissionValues[];
}

function OperatorForm({ operator, onClose, onInvited }: Props) {
  const t = useText(operatorsText);
  const c = useText(common);
  const ofInstallation = useAllowed('administerInstallation');
  const { administrator: administers } = useSession();
  // A directory that is switched off may still be the present one.
  const known = useDirectories();
  const present = operator?.rolesFrom ?? undefined;
  const isKnown = present === undefined || known.some(({ id }) => id === present.id);
  const sources = operator === undefined || !ofInstallation.allowed ? [] : isKnown ? known : [...known, present];
  const form = useForm<OperatorValues>({
    initialValues: {
      name: operator?.name ?? '',
      email: '',
      rolesFrom: operator?.rolesFrom?.id ?? '',
      administrator: operator?.administrator ?? false,
      companies:
        operator?.companies.map(({ id, role, approvalLimit = '' }) => ({ id, role, limit: approvalLimit })) ?? [],
    },
    validate: (values) =>
      values.administrator || values.rolesFrom !== '' ? {} : limitErrors(values.companies, t.limitWrong),
  });
  const send = useChange(
    async ({ name, email, rolesFrom, administrator, companies }: OperatorValues) => {
      const roles = { administrator, companies: administrator ? [] : admissionsIn(companies) };
      if (operator === undefined) return change('POST', '/operators', { name, email, ...roles });
      const isOther = rolesFrom !== (operator.rolesFrom?.id ?? '');
      const source = isOther ? { rolesFrom: rolesFrom === '' ? null : rolesFrom } : {};
      await change('PATCH', `/operators/${operator.id}`, { name, ...source, ...(rolesFrom === '' && roles) });
      return undefined;
    },
    {
      message: operator && t.saved,
      done: (invited, { name, email }) => {
        onClose();
        if (invited !== undefined) onInvited({ name, email, ...invited });
      },
    },
  );
  return (
    <Form
      form={form}
      change={send}
      submit={operator === undefined ? t.inviteAction : c.save}
      edits={operator !== undefined}
      aside={
        operator !== undefined &&
        operator.disabledAt === null &&
        administers && <Reset operator={operator} done={onClose} />
      }
    >
      <TextInput
        label={t.name}
        required
        maxLength={255}
        data-autofocus
        {...(operator?.rolesOnly && { readOnly: true, description: t.rolesOnly })}
        {...form.getInputProps('name')}
      />
      {operator === undefined && (
        <TextInput label={t.email} type="email" required maxLength={255} {...form.getInputProps('email')} />
      )}
      {sources.length > 0 && (
        <NativeSelect
          label={t.rolesFrom}
          description={t.rolesFromHint}
          data={[{ value: '', label: t.rolesHere }, ...sources.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('rolesFrom')}
        />
      )}
      {form.values.rolesFrom === '' && ofInstallation.allowed && (
        <Checkbox
          label={t.administrator}
          description={t.administratorHint}
          {...form.getInputProps('administrator', { type: 'checkbox' })}
        />
      )}
      {form.values.rolesFrom === '' && !form.values.administrator && (
        <Admissions
          companies={form.values.companies}
          errors={form.errors}
          onChange={(companies) => form.setFieldValue('companies', companies)}
        />
      )}
    </Form>
  );
}
