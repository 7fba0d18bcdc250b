import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Failure } from '../../shared/page/failure.tsx';
import { ExpirySelect, type Days } from '../partners/expiry.tsx';

interface Props {
  label: string;
  description: string;
  name: string;
  onName: (name: string) => void;
  confirm: string;
  busy: boolean;
  error: unknown;
  onConfirm: (days: Days) => void;
}

/** A name, and how long the token is valid: a year, unless something else is chosen. */
export function TokenForm({ label, description, name, onName, confirm, busy, error, onConfirm }: Props) {
  const [days, setDays] = useState<Days>(365);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(days);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={label}
          description={description}
          required
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
        <ExpirySelect days={days} onChange={setDays} />
        {error !== null && <Failure error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
