import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Notice, OperatorRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
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

interface OperatorValues {
  name: string;
  email: string;
  administrator: boolean;
  companies: AdmissionValues[];
}

function OperatorForm({ operator, onClose, onInvited }: Props) {
  const t = useText(operatorsText);
  const c = useText(common);
  const form = useForm<OperatorValues>({
    initialValues: {
      name: operator?.name ?? '',
      email: '',
      administrator: operator?.administrator ?? false,
      companies:
        operator?.companies.map(({ id, role, approvalLimit = '' }) => ({ id, role, limit: approvalLimit })) ?? [],
    },
    validate: (values) => (values.administrator ? {} : limitErrors(values.companies, t.limitWrong)),
  });
  const send = useChange(
    async ({ email, ...values }: OperatorValues) => {
      const body = { ...values, companies: values.administrator ? [] : admissionsIn(values.companies) };
      if (operator === undefined) return change('POST', '/operators', { ...body, email });
      await change('PATCH', `/operators/${operator.id}`, body);
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
    >
      <TextInput label={t.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {operator === undefined && (
        <TextInput label={t.email} type="email" required maxLength={255} {...form.getInputProps('email')} />
      )}
      <Checkbox
        label={t.administrator}
        description={t.administratorHint}
        {...form.getInputProps('administrator', { type: 'checkbox' })}
      />
      {!form.values.administrator && (
        <Admissions
          companies={form.values.companies}
          errors={form.errors}
          onChange={(companies) => form.setFieldValue('companies', companies)}
        />
      )}
    </Form>
  );
}
