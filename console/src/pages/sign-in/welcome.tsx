import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { change } from '../../api.ts';
import { Empty } from '../../shared/page/empty.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { ButtonLink } from '../../shared/page/link.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';
import { useEnter } from './sign-in.tsx';

export const Welcome = () => <FromLink first={false} />;

/** The person who opens the link that the first start printed has no name yet. */
export const FirstWelcome = () => <FromLink first />;

/** The first password, through a one-time link. Its key stands behind the # and so in no server's log. */
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
    </Card>
  );
}

function WelcomeForm({ invitation, first }: { invitation: string; first: boolean }) {
  const t = useText(signInText);
  const enter = useEnter();
  const [who, setWho] = useState({ email: '', name: '' });
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [checked, setChecked] = useState(false);
  const accept = useMutation({
    mutationFn: () => change('POST', '/invitations/accept', { key: invitation, password, ...(first && who) }),
    onSuccess: enter,
  });
  const tooShort = password.length < 12;
  const differ = password !== repeated;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!tooShort && !differ) accept.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {first && (
          <>
            <TextInput
              label={t.name}
              autoComplete="name"
              required
              value={who.name}
              onChange={(event) => setWho({ ...who, name: event.currentTarget.value })}
            />
            <TextInput
              label={t.email}
              type="email"
              autoComplete="username"
              required
              value={who.email}
              onChange={(event) => setWho({ ...who, email: event.currentTarget.value })}
            />
          </>
        )}
        <PasswordInput
          label={t.newPassword}
          description={t.newPasswordHint}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={checked && tooShort ? t.tooShort : undefined}
        />
        <PasswordInput
          label={t.repeat}
          autoComplete="new-password"
          required
          value={repeated}
          onChange={(event) => setRepeated(event.currentTarget.value)}
          error={checked && differ ? t.differ : undefined}
        />
        {accept.error !== null && <Failure error={accept.error} />}
        <Button type="submit" loading={accept.isPending} fullWidth>
          {t.begin}
        </Button>
      </Stack>
    </form>
  );
}
