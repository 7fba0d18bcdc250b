import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { change } from '../../api.ts';
import { DayInput } from '../../shared/form/day-input.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

/** The day that is chosen unless somebody chooses another, as the service would. */
const inNinetyDays = () => {
  const day = new Date();
  day.setDate(day.getDate() + 90);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

interface Props {
  onClose: () => void;
  onIssued: (token: string) => void;
}

export function NewOwnToken({ opened, ...form }: Props & { opened: boolean }) {
  const t = useText(accountText);
  return (
    <FormModal opened={opened} onClose={form.onClose} title={t.newToken}>
      <OwnTokenForm {...form} />
    </FormModal>
  );
}

function OwnTokenForm({ onClose, onIssued }: Props) {
  const t = useText(accountText);
  const [name, setName] = useState('');
  const [day, setDay] = useState<string | undefined>(inNinetyDays);
  const expiresAt = day === undefined ? undefined : new Date(`${day}T23:59:59`).toISOString();
  const create = useChange(() => change('POST', '/tokens', { name, ...(expiresAt !== undefined && { expiresAt }) }), {
    done: ({ token }) => {
      onClose();
      onIssued(token);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.tokenName}
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DayInput label={t.expires} description={t.expiresHint} value={day} onChange={setDay} />
        {create.error !== null && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t.createToken}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
