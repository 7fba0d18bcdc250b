import { useState } from 'react';
import { change } from '../../api.ts';
import { useCompanyPath } from '../../company.ts';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { systemsText } from '../../text/systems.ts';
import { useText } from '../../text.ts';
import { expiryOf, type Days } from '../partners/expiry.tsx';
import { TokenForm } from './token-form.tsx';

/** A token that was made, to be shown once. */
export interface Issued {
  system: string;
  token: string;
}

interface Props {
  onClose: () => void;
  onIssued: (issued: Issued) => void;
}

export function NewSystem({ opened, ...form }: Props & { opened: boolean }) {
  const t = useText(systemsText);
  return (
    <FormModal opened={opened} onClose={form.onClose} title={t.newSystem}>
      <SystemForm {...form} />
    </FormModal>
  );
}

function SystemForm({ onClose, onIssued }: Props) {
  const t = useText(systemsText);
  const path = useCompanyPath();
  const [name, setName] = useState('');
  const create = useChange((days: Days) => change('POST', path('/systems'), { name, ...expiryOf(days) }), {
    done: ({ token }) => {
      onClose();
      onIssued({ system: name.trim(), token });
    },
  });
  return (
    <TokenForm
      label={t.systemName}
      description={t.systemNameHint}
      name={name}
      onName={setName}
      confirm={t.createSystem}
      busy={create.isPending}
      error={create.error}
      onConfirm={create.mutate}
    />
  );
}
