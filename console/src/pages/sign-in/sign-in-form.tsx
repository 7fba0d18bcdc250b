import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { change } from '../../api.ts';
import { hasPasskeys, usePasskeyFor, type ProofChallenge } from '../../passkeys.ts';
import { announceSignIn } from '../../session-end.ts';
import { Form } from '../../shared/form/form.tsx';
import { proofText } from '../../text/proof.ts';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { PasskeyRefusal, ProveForm } from './prove-form.tsx';

interface Props {
  /** The e-mail address of the operator who is expected. */
  email?: string;
  /** Without this link, a text says to ask an administrator. */
  forgotten?: ReactNode;
  /** Other ways to sign in. */
  others?: ReactNode;
  onSignedIn: () => Promise<void>;
}

async function signInByPasskey(): Promise<void> {
  const { step, passkey } = await change('POST', '/session/passkey/challenge');
  if (passkey === undefined) return;
  await change('POST', '/session/passkey', { step, passkey: await usePasskeyFor(passkey) });
}

export function SignInForm({ email = '', forgotten, others, onSignedIn }: Props) {
  const t = useText(signInText);
  const f = useText(proofText);
  const form = useForm({ initialValues: { email, password: '' } });
  const begun = async () => {
    announceSignIn();
    await onSignedIn();
  };
  const [challenge, setChallenge] = useState<ProofChallenge>();
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) => change('POST', '/session', values),
    onSuccess: (answer: ProofChallenge | undefined) => (answer === undefined ? begun() : setChallenge(answer)),
  });
  const byPasskey = useMutation({ mutationFn: signInByPasskey, onSuccess: begun });
  if (challenge !== undefined)
    return (
      <ProveForm
        challenge={challenge}
        path="/session/second"
        onProved={begun}
        onCancel={() => setChallenge(undefined)}
      />
    );
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
      {hasPasskeys() && (
        <>
          <Button variant="default" fullWidth loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            {f.usePasskey}
          </Button>
          <PasskeyRefusal error={byPasskey.error} />
        </>
      )}
      {forgotten ?? (
        <Text size="sm" c="dimmed">
          {t.forgotten}
        </Text>
      )}
      {others}
    </Stack>
  );
}
