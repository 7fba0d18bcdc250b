import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { change } from '../../api.ts';
import { usePreferences } from '../../preferences.tsx';
import { Form } from '../../shared/form/form.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Link } from '../../shared/page/link.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';
import { Card } from './card.tsx';

/**
 * Asks for a link to choose a new password. The answer is the same for every address, so that nobody learns who works
 * here.
 */
export function Forgotten() {
  const t = useText(signInText);
  const { language } = usePreferences();
  const form = useForm({ initialValues: { email: '' } });
  const request = useMutation({
    mutationFn: ({ email }: typeof form.values) => change('POST', '/session/forgotten', { email, language }),
  });
  return (
    <Card title={t.forgottenTitle} intro={t.forgottenIntro}>
      <Stack>
        {request.isSuccess ? (
          <Alert color="teal" variant="outline" icon={<Icon name="check" />} title={t.askedTitle} role="status">
            <Text size="sm">{t.askedAbout(form.values.email)}</Text>
          </Alert>
        ) : (
          <Form form={form} change={request} submit={t.askLink} tried="done" button={{ fullWidth: true }}>
            <TextInput
              label={t.email}
              type="email"
              autoComplete="username"
              required
              autoFocus
              minLength={3}
              maxLength={255}
              {...form.getInputProps('email')}
            />
          </Form>
        )}
        <Link to="/sign-in" size="sm">
          {t.toSignIn}
        </Link>
      </Stack>
    </Card>
  );
}
