import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { change } from '../../api.ts';
import { announceSignIn } from '../../session-end.ts';
import { Form } from '../../shared/form/form.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';

interface Props {
  /** The e-mail address of the operator who is expected. */
  email?: string;
  /** Without this link, a text says to ask an administrator. */
  forgotten?: ReactNode;
  onSignedIn: () => Promise<void>;
}

export function SignInForm({ email = '', forgotten, onSignedIn }: Props) {
  const t = useText(signInText);
  const form = useForm({ initialValues: { email, password: '' } });
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) => change('POST', '/session', values),
    onSuccess: async () => {
      announceSignIn();
      await onSignedIn();
    },
  });
  return (
    <Stack>
      <Form form={form} change={signIn} submit={t.signIn} failed={t.failed} button={{ fullWidth: true }}>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          autoFocus={email === ''}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          required
          {...(email !== '' && { 'data-autofocus': true })}
          {...form.getInputProps('password')}
        />
      </Form>
      {forgotten ?? (
        <Text size="sm" c="dimmed">
          {t.forgotten}
        </Text>
      )}
    </Stack>
  );
}
