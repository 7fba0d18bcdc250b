import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { change } from '../../api.ts';
import { DayInput } from '../../shared/day-input.tsx';
import { Failure } from '../../shared/failure.tsx';
import { useChange } from '../../shared/use-change.ts';
import { accountText } from '../../text/account.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';

/** The day that is chosen unless somebody chooses another, as the service would. */
const inNinetyDays = () => {
  const day = new Date();
  day.setDate(day.getDate() + 90);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};

export function NewOwnToken({
  opened,
  onClose,
  onIssued,
}: {
  opened: boolean;
  onClose: () => void;
  onIssued: (token: string) => void;
}) {
  const t = useText(accountText);
  const c = useText(common);
  const [name, setName] = useState('');
  const [day, setDay] = useState<string | undefined>(inNinetyDays);
  const expiresAt = day === undefined ? undefined : new Date(`${day}T23:59:59`).toISOString();
  const create = useChange(() => change('POST', '/tokens', { name, ...(expiresAt !== undefined && { expiresAt }) }), {
    done: ({ token }) => {
      setName('');
      setDay(inNinetyDays());
      onClose();
      onIssued(token);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t.newToken} closeButtonProps={{ 'aria-label': c.close }}>
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
    </Modal>
  );
}
