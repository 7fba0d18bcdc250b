import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { Notice, OperatorRow } from '../../api/types.ts';
import { change } from '../../api.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { common } from '../../text/common.ts';
import { operatorsText } from '../../text/operators.ts';
import { useText } from '../../text.ts';
import { Admissions, admissionsIn, amountIn, type Chosen } from './admissions.tsx';

/** Who was invited, and what became of the link. */
export interface Invited {
  name: string;
  email: string;
  /** To give to the operator; missing where it was sent. */
  invitation?: string | undefined;
  /** Why it was not sent, where it should have been. */
  notSent?: Notice | undefined;
}

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Whom to edit; nobody to invite somebody new. */
  operator?: OperatorRow;
  onInvited: (invited: Invited) => void;
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

function OperatorForm({ operator, onClose, onInvited }: Props) {
  const t = useText(operatorsText);
  const c = useText(common);
  const [email, setEmail] = useState('');
  const [name, setName] = useState(operator?.name ?? '');
  const [administrator, setAdministrator] = useState(operator?.administrator ?? false);
  const [companies, setCompanies] = useState<Chosen[]>(
    operator?.companies.map(({ id, role, approvalLimit = '' }) => ({ id, role, limit: approvalLimit })) ?? [],
  );
  const form = { name, administrator, companies: administrator ? [] : admissionsIn(companies) };
  const invite = useChange(() => change('POST', '/operators', { ...form, email }), {
    done: ({ invitation, notSent }) => {
      onClose();
      onInvited({ name, email, invitation, notSent });
    },
  });
  const save = useChange(() => change('PATCH', `/operators/${operator?.id ?? ''}`, form), {
    message: t.saved,
    done: onClose,
  });
  const sending = operator === undefined ? invite : save;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isReadable = companies.every(({ limit }) => amountIn(limit) !== undefined);
    if (administrator || isReadable) sending.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.name}
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {operator === undefined && (
          <TextInput
            label={t.email}
            type="email"
            required
            maxLength={255}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        <Checkbox
          label={t.administrator}
          description={t.administratorHint}
          checked={administrator}
          onChange={(event) => setAdministrator(event.currentTarget.checked)}
        />
        {!administrator && <Admissions companies={companies} onChange={setCompanies} />}
        {sending.error !== null && <Failure error={sending.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={sending.isPending}>
            {operator === undefined ? t.inviteAction : c.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
