import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { change } from '../../api.ts';
import { usePreferences } from '../../preferences.tsx';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';

/** Asks for a link to choose a new password. The answer is the same whoever it is, so that nobody learns who works here. */
export function Forgotten() {
  const t = useText(signInText);
  const { language } = usePreferences();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => change('POST', '/session/forgotten', { email, language }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <Card title={t.forgottenTitle} intro={t.forgottenIntro}>
      <Stack>
        {ask.isSuccess ? (
          <Alert color="teal" variant="outline" icon={<Icon name="check" />} title={t.askedTitle} role="status">
            <Text size="sm">{t.askedAbout(email)}</Text>
          </Alert>
        ) : (
          <form onSubmit={submit}>
            <Stack>
              <TextInput
                label={t.email}
                type="email"
                autoComplete="username"
                required
                autoFocus
                minLength={3}
                maxLength={255}
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
              {ask.error !== null && <Failure error={ask.error} tried="done" />}
              <Button type="submit" loading={ask.isPending} fullWidth>
                {t.askLink}
              </Button>
            </Stack>
          </form>
        )}
        <Link to="/sign-in" size="sm">
          {t.toSignIn}
        </Link>
      </Stack>
    </Card>
  );
}
