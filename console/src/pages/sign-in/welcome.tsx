import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { change } from '../../api.ts';
import type { ProofChallenge } from '../../passkeys.ts';
import { Form } from '../../shared/form/form.tsx';
import { Empty } from '../../shared/page/empty.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';
import { ProveForm } from './prove-form.tsx';
import { DirectoryButtons } from './directory-buttons.tsx';
import { useEnter } from './sign-in.tsx';

export const Welcome = () => <FromLink first={false} />;

/** For the link that the first start prints: the first operator also gives a name and an address. */
export const FirstWelcome = () => <FromLink first />;

/** Browsers do not send the part after the #, so the key is in no server's log. */
function FromLink({ first }: { first: boolean }) {
  const t = useText(signInText);
  const [key] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  if (key === '')
    return (
      <Card title={t.welcome} intro={t.welcomeIntro}>
        <Empty title={t.noKey} next={t.noKeyNext} icon="warning">
          <ButtonLink to="/sign-in">{t.toSignIn}</ButtonLink>
        </Empty>
      </Card>
    );
  return (
    <Card title={t.welcome} intro={first ? t.firstIntro : t.welcomeIntro}>
      <WelcomeForm invitation={key} first={first} />
      {!first && <DirectoryButtons invitation={key} />}
    </Card>
  );
}

function WelcomeForm({ invitation, first }: { invitation: string; first: boolean }) {
  const t = useText(signInText);
  const enter = useEnter();
  const form = useForm({
    initialValues: { name: '', email: '', password: '', repeat: '' },
    validate: {
      password: (password) => password.length < 12 && t.tooShort,
      repeat: (repeat, { password }) => repeat !== password && t.differ,
    },
  });
  // A new password replaces no second factor.
  const [challenge, setChallenge] = useState<ProofChallenge>();
  const accept = useMutation({
    mutationFn: ({ name, email, password }: typeof form.values) =>
      change('POST', '/invitations/accept', { key: invitation, password, ...(first && { name, email }) }),
    onSuccess: (answer: ProofChallenge | undefined) => (answer === undefined ? enter() : setChallenge(answer)),
  });
  if (challenge !== undefined) return <ProveForm challenge={challenge} path="/session/second" onProved={enter} />;
  return (
    <Form form={form} change={accept} submit={t.begin} button={{ fullWidth: true }}>
      {first && (
        <>
          <TextInput label={t.name} autoComplete="name" required autoFocus {...form.getInputProps('name')} />
          <TextInput label={t.email} type="email" autoComplete="username" required {...form.getInputProps('email')} />
        </>
      )}
      <PasswordInput
        label={t.newPassword}
        description={t.newPasswordHint}
        autoComplete="new-password"
        required
        autoFocus={!first}
        {...form.getInputProps('password')}
      />
      <PasswordInput label={t.repeat} autoComplete="new-password" required {...form.getInputProps('repeat')} />
    </Form>
  );
}
