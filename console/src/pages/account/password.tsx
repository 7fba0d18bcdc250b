import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { change as send, read } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Form } from '../../shared/form/form.tsx';
import { Panel } from '../../shared/record/panel.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';

export function Password() {
  const t = useText(accountText);
  const { data } = useQuery({
    queryKey: ['record', '/identities'],
    queryFn: ({ signal }) => read('/identities', { signal }),
  });
  return (
    <Panel title={t.password}>
      {data?.hasPassword === false ? <Text size="sm">{t.noPassword}</Text> : <PasswordForm />}
    </Panel>
  );
}

function PasswordForm() {
  const t = useText(accountText);
  const { email } = useSession();
  const form = useForm({
    initialValues: { current: '', next: '', repeat: '' },
    validate: {
      next: (next) => next.length < 12 && t.tooShort,
      repeat: (repeat, { next }) => repeat !== next && t.differ,
    },
  });
  const change = useChange(({ current, next }: typeof form.values) => send('PUT', '/password', { current, next }), {
    message: t.changed,
    done: form.reset,
  });
  return (
    <Form form={form} change={change} submit={t.change}>
      {/* Tells a password manager whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label={t.current} autoComplete="current-password" required {...form.getInputProps('current')} />
      <PasswordInput
        label={t.next}
        description={t.nextHint}
        autoComplete="new-password"
        required
        {...form.getInputProps('next')}
      />
      <PasswordInput label={t.repeat} autoComplete="new-password" required {...form.getInputProps('repeat')} />
    </Form>
  );
}
