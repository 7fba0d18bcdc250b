import { SimpleGrid, Stack } from '@mantine/core';
import { useSession } from '../../session.ts';
import { Page } from '../../shared/page/page.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';
import { Display } from './display.tsx';
import { Factors } from './factors.tsx';
import { Identities } from './identities.tsx';
import { Mail } from './mail.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const t = useText(accountText);
  const { name, email } = useSession();
  return (
    <Page title={t.title} intro={`${name} · ${email}`}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Display />
          <Mail />
        </Stack>
        <Stack gap="lg">
          <Password />
          <Identities />
          <Sessions />
        </Stack>
      </SimpleGrid>
      <Factors />
      <OwnTokens />
    </Page>
  );
}
