import { Alert, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { change } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Failure } from '../../shared/page/failure.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { Said, useWords } from '../../shared/page/said.tsx';
import { mailText } from './mail-text.ts';
import { useText } from '../../text.ts';

/** Sends a test mail to the operator, and shows whether the mail server took it. */
export function TestMail({ path }: { path: `/session/companies/${string}/mail/test` }) {
  const t = useText(mailText);
  const words = useWords();
  const { email } = useSession();
  const send = useMutation({ mutationFn: () => change('POST', path) });
  const { data } = send;
  return (
    <>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {t.test}
      </Button>
      {send.error !== null && <Failure error={send.error} tried="done" />}
      {data !== undefined && !send.isPending && (
        <Alert
          w="100%"
          color={data.sent ? 'teal' : 'red'}
          variant="outline"
          icon={<Icon name={data.sent ? 'check' : 'warning'} />}
          title={data.sent ? t.tested : t.notTested}
          role="status"
        >
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {data.notSent === undefined ? (
              t.testedAbout(email)
            ) : (
              <Said words={words.notice(data.notSent)} english={data.notSent.message} />
            )}
          </Text>
        </Alert>
      )}
    </>
  );
}
