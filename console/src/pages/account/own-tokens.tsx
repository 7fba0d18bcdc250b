import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Empty } from '../../shared/page/empty.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { OperatorTokens } from '../../shared/tokens/operator-tokens.tsx';
import { SecretModal } from '../../shared/tokens/secret.tsx';
import { accountText } from '../../text/account.ts';
import { useText } from '../../text.ts';
import { NewOwnToken } from './new-own-token.tsx';

/** Tokens with which a company's own systems act for this operator. */
export function OwnTokens() {
  const t = useText(accountText);
  const [creating, setCreating] = useState(false);
  const [token, setToken] = useState<string>();
  return (
    <section aria-label={t.tokens}>
      <Group justify="space-between" mb="sm" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {t.tokens}
          </Title>
          <Text size="sm" c="dimmed">
            {t.tokensAbout}
          </Text>
        </div>
        <Button variant="default" leftSection={<Icon name="plus" size={15} />} onClick={() => setCreating(true)}>
          {t.newToken}
        </Button>
      </Group>
      <OperatorTokens
        label={t.tokens}
        path="/tokens"
        empty={<Empty title={t.noTokens} next={t.noTokensNext} icon="partners" />}
      />
      <NewOwnToken opened={creating} onClose={() => setCreating(false)} onIssued={setToken} />
      <SecretModal
        title={t.tokenTitle}
        values={token === undefined ? undefined : [{ label: t.token, value: token }]}
        onClose={() => setToken(undefined)}
      />
    </section>
  );
}
