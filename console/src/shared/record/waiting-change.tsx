import { Group, Text } from '@mantine/core';
import type { CheckProposal } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { ConfirmButton } from '../form/confirm-modal.tsx';
import { useChange } from '../form/use-change.ts';
import { ActionButton } from '../page/action-button.tsx';
import { Failure } from '../page/failure.tsx';
import { proposalsText } from '../../text/proposals.ts';
import { useText } from '../../text.ts';

interface Props {
  title: string;
  /** Why somebody wants it. */
  reason?: string | null;
  proposal: Pick<CheckProposal, 'id' | 'by' | 'at' | 'confirm'>;
  path: `/companies/${string}/checks` | `/companies/${string}/settings` | '/operators' | '/directories';
  confirmTitle: string;
  /** `who` proposed the change. */
  confirmAbout: (who: string) => string;
}

/** A change that another administrator confirms or declines. */
export function WaitingChange({ title, reason, proposal, path, confirmTitle, confirmAbout }: Props) {
  const p = useText(proposalsText);
  const format = useFormat();
  const administer = useAllowed(path === '/operators' ? 'manageOperators' : 'administer');
  const at = `${path}/proposals/${proposal.id}` as const;
  const isOwn = proposal.confirm.code === 'proposal.own';
  const decline = useChange(() => change('POST', `${at}/decline`), { message: isOwn ? p.takenBack : p.declined });
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {reason && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {p.askedBy(proposal.by.name, format.dateTime(proposal.at))}
      </Text>
      <Group gap="sm" mt="sm">
        <ConfirmButton
          action={proposal.confirm}
          words={p.confirm}
          title={confirmTitle}
          about={confirmAbout(proposal.by.name)}
          message={p.confirmed}
          send={() => change('POST', `${at}/confirm`)}
          button={{ size: 'compact-sm', variant: 'filled' }}
        />
        <ActionButton
          action={administer}
          size="compact-sm"
          variant="default"
          loading={decline.isPending}
          onClick={() => decline.mutate()}
        >
          {isOwn ? p.takeBack : p.decline}
        </ActionButton>
      </Group>
      {decline.error !== null && <Failure error={decline.error} />}
    </section>
  );
}
