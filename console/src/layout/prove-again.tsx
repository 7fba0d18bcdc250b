import { Button, Loader, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { change, read } from '../api.ts';
import { wrapping } from '../pages/sign-in/directory-buttons.tsx';
import { ProveForm } from '../pages/sign-in/prove-form.tsx';
import { resumeActions, stopActions } from '../proof.ts';
import { whenSignedInElsewhere } from '../session-end.ts';
import { Failure } from '../shared/page/failure.tsx';
import { common } from '../text/common.ts';
import { proofText } from '../text/proof.ts';
import { useText } from '../text.ts';

/** Asks for a proof in a dialog over the page. The action that needs it then goes on. */
export default function ProveAgain() {
  const t = useText(proofText);
  const c = useText(common);
  return (
    <Modal
      opened
      onClose={stopActions}
      title={t.proofTitle}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': c.close }}
      zIndex={900}
    >
      <Challenge />
    </Modal>
  );
}

function Challenge() {
  const t = useText(proofText);
  // Each dialog begins anew: a challenge works once.
  const { data, error } = useQuery({
    queryKey: ['proof'],
    queryFn: () => change('POST', '/session/proof/challenge'),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const { data: own } = useQuery({
    queryKey: ['record', '/identities'],
    queryFn: ({ signal }) => read('/identities', { signal }),
  });
  const identities = own?.identities ?? [];
  const byDirectory = useMutation({
    // The page stays as it is: the directory is asked in another tab, which a browser opens only at the click itself.
    mutationFn: async (id: string) => {
      const tab = window.open('', '_blank');
      try {
        const { address } = await change('POST', `/session/directories/${id}/proof`, {});
        if (tab !== null) tab.location.href = address;
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  const isAsked = byDirectory.isSuccess;
  useEffect(() => (isAsked ? whenSignedInElsewhere(resumeActions) : undefined), [isAsked]);
  return (
    <Stack>
      <Text size="sm">{t.proofAbout}</Text>
      {error !== null ? (
        <Failure error={error} />
      ) : data === undefined ? (
        <Loader size="sm" />
      ) : data.factors.length === 0 ? (
        identities.length === 0 && <Text size="sm">{t.nothing}</Text>
      ) : (
        <ProveForm challenge={data} path="/session/proof" onProved={resumeActions} onCancel={stopActions} />
      )}
      {identities.length > 0 && data !== undefined && data.factors.length > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {t.or}
        </Text>
      )}
      {identities.map(({ directory: { id, name } }) => (
        <Button key={id} variant="default" {...wrapping} onClick={() => byDirectory.mutate(id)}>
          {t.proveBy(name)}
        </Button>
      ))}
      {byDirectory.error !== null && <Failure error={byDirectory.error} />}
    </Stack>
  );
}
