import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change } from '../../../api.ts';
import { ActionButton } from '../../../shared/page/action-button.tsx';
import { Decision } from '../../../shared/record/decision.tsx';
import { Icon } from '../../../shared/page/icon.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { ReasonModal } from '../../../shared/form/reason-modal.tsx';
import { common } from '../../../text/common.ts';
import { decideText } from '../../../text/decide.ts';
import { invoicesText } from '../../../text/invoices.ts';
import { useText } from '../../../text.ts';
import { openOf } from '../findings/places.ts';
import { Release } from './release.tsx';
import { keepFocus } from './focus.ts';
import { shownKey } from './key-button.tsx';
import { StandingFindings } from './standing-findings.tsx';
import type { Decide } from './use-decide.ts';

interface Props {
  invoice: Invoice;
  path: InvoicePath;
  decide: Decide;
}

/** What can be done with an invoice, by button and by key. Where nothing looks wrong, an approval asks for nothing more. */
export function Decisions({ invoice, path, decide }: Props) {
  const t = useText(decideText);
  const { approve: approveWords, reject: rejectWords } = useText(invoicesText);
  const { approve, reject, reopen } = invoice.actions;
  const [asking, setAsking] = useState<'approve' | 'reject'>();
  const isClean = openOf(invoice.findings).length === 0;
  const approveAt = () => (isClean ? decide.send({ decision: 'approve', written: '' }) : setAsking('approve'));
  useKeys({
    a: () => decide.tryTo(approve, approveAt),
    'shift+a': () => decide.tryTo(approve, () => setAsking('approve')),
    r: () => decide.tryTo(reject, () => setAsking('reject')),
  });
  const isDecided = invoice.state !== 'received' && invoice.state !== 'held';
  const approveButton = (
    <ActionButton
      action={approve}
      variant="filled"
      leftSection={<Icon name="check" size={15} />}
      loading={decide.isPending && asking === undefined}
      {...shownKey('A')}
      onClick={approveAt}
    >
      {approveWords}
    </ActionButton>
  );
  return (
    <>
      <Release invoice={invoice} path={path} />
      {isDecided && (
        <Decision
          required
          plain
          action={reopen}
          words={t.reopen}
          about={t.reopenAbout}
          decided={t.reopened}
          done={keepFocus}
          send={(reason) => change('POST', `${path}/reopen`, { reason })}
        />
      )}
      <ActionButton
        action={reject}
        variant="default"
        leftSection={<Icon name="cross" size={15} />}
        {...shownKey('R')}
        onClick={() => setAsking('reject')}
      >
        {rejectWords}
      </ActionButton>
      {approve.allowed && isClean ? (
        <Button.Group>
          {approveButton}
          <Tooltip label={`${t.withComment} (Shift+A)`}>
            <ActionIcon
              variant="filled"
              size={36}
              ms={1}
              aria-label={t.withComment}
              aria-keyshortcuts="Shift+A"
              onClick={() => setAsking('approve')}
            >
              <Icon name="down" size={15} />
            </ActionIcon>
          </Tooltip>
        </Button.Group>
      ) : (
        approveButton
      )}
      <Dialogs invoice={invoice} decide={decide} asking={asking} close={() => setAsking(undefined)} />
    </>
  );
}

interface DialogsProps {
  invoice: Invoice;
  decide: Decide;
  asking: 'approve' | 'reject' | undefined;
  close: () => void;
}

function Dialogs({ invoice, decide, asking, close }: DialogsProps) {
  const t = useText(decideText);
  const i = useText(invoicesText);
  const c = useText(common);
  const isClean = openOf(invoice.findings).length === 0;
  const { isPending: busy, error, send } = decide;
  return (
    <>
      <ReasonModal
        opened={asking === 'approve'}
        onClose={close}
        title={i.approve}
        about={isClean ? i.approveAbout : t.findingsAbout}
        above={<StandingFindings invoice={invoice} />}
        label={c.comment}
        required={false}
        confirm={i.approve}
        busy={busy}
        error={error}
        onConfirm={(written) => send({ decision: 'approve', written, close })}
      />
      <ReasonModal
        opened={asking === 'reject'}
        onClose={close}
        title={i.reject}
        about={i.rejectAbout}
        label={c.reason}
        required
        confirm={i.reject}
        colour="red"
        busy={busy}
        error={error}
        onConfirm={(written) => send({ decision: 'reject', written, close })}
      />
    </>
  );
}
