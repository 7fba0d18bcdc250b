import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { change } from '../../api.ts';
import { tellOthers } from '../../session-end.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';

/** Asks who it is. `who` is the e-mail address of whoever is expected. */
export function SignInForm({
  who = '',
  forgotten,
  onSignedIn,
}: {
  who?: string;
  /** The way for whoever forgot the password, where there is another than to ask an administrator. */
  forgotten?: ReactNode;
  onSignedIn: () => Promise<void>;
}) {
  const t = useText(signInText);
  const [email, setEmail] = useState(who);
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => change('POST', '/session', { email, password }),
    onSuccess: async () => {
      tellOthers();
      await onSignedIn();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          autoFocus={who === ''}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          required
          {...(who !== '' && { 'data-autofocus': true })}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {signIn.error !== null && <Failure error={signIn.error} title={t.failed} />}
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {t.signIn}
        </Button>
        {forgotten ?? (
          <Text size="sm" c="dimmed">
            {t.forgotten}
          </Text>
        )}
      </Stack>
    </form>
  );
}
