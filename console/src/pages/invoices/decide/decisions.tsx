import { useQuery } from '@tanstack/react-query';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change, read } from '../../../api.ts';
import { DecisionButton, DecisionDialog, ObstacleModal, OpenButton } from '../../../decisions/decision.tsx';
import { DirectButton } from '../../../decisions/direct-button.tsx';
import { useUndoable } from '../../../decisions/use-undoable.ts';
import type { Decide } from '../../../decisions/use-decide.ts';
import { useKeys } from '../../../shared/page/keys.ts';
import { decideText } from '../../../decisions/text.ts';
import { ConfirmStep, stepsLeft } from '../../routing/confirm-step.tsx';
import { routingText } from '../../routing/text.ts';
import { invoicesText } from '../text.ts';
import { useText } from '../../../text.ts';
import { warningsOf } from '../findings/places.ts';
import { numberOf } from '../known-fields.ts';
import { CreditLinks } from './credit.tsx';
import { AskPartner } from '../questions/ask.tsx';
import type { Queue } from '../../../decisions/queue.ts';
import { explainedAction } from './reason.tsx';
import { Release } from './release.tsx';
import type { Navigation } from '../../../decisions/use-navigation.ts';
import { useStopWhenDecided } from '../../../decisions/use-stop-when-decided.ts';
import { EarlierWords } from './earlier-words.tsx';
import { OpenFindings } from './open-findings.tsx';

interface Props {
  invoice: Invoice;
  path: InvoicePath;
  queue: Queue;
  navigation: Navigation;
  decide: Decide<Invoice>;
  /** The id of the text beside the buttons. */
  reasonId: string;
}

/** The end of a reading that finds nothing is no event. */
const filesIntervalMs = 2_000;

/** An approval needs no dialog if the invoice has no warnings, and none of its files waits to be read. */
export function Decisions({ invoice, path, queue, navigation, decide, reasonId }: Props) {
  const t = useText(decideText);
  const i = useText(invoicesText);
  const w = useText(routingText);
  const { approve, unsign, reject, reopen, ask } = invoice.actions;
  const explained = explainedAction(invoice);
  const { filesWaiting, decision, partner, sentToPartner } = invoice;
  const isClean = warningsOf(invoice.findings).length === 0;
  const left = stepsLeft(invoice);
  const isDirect = isClean && !filesWaiting && left === 0;
  const isSent = (decision: string) => sentToPartner.includes(`supplierinvoice.${decision}`);
  const question = isClean ? (filesWaiting ? 'files' : undefined) : filesWaiting ? 'both' : 'findings';
  const abouts = [
    ...(left === 0 ? [] : [w.stepsLeft(left)]),
    ...(question === undefined ? [] : [t.approveAbout[question]]),
    approve.step === 'first' && isSent('approved') ? t.notifiedLater(partner) : t.notified(partner, isSent('approved')),
  ];
  useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
    refetchInterval: filesWaiting && invoice.state === 'received' && filesIntervalMs,
  });
  const seenSeq = useStopWhenDecided(invoice, decide);
  const done = useAfterDecision(invoice, path, navigation);
  const approval = {
    decide,
    decision: {
      name: 'approve',
      action: approve,
      send: (comment: string) =>
        change('POST', `${path}/approve`, {
          seenFindings: invoice.findings.length,
          ...(filesWaiting && { withUnreadFiles: true }),
          ...(comment !== '' && { comment }),
        }),
      done,
    },
    label: approve.step === undefined ? i.approve : t.approveStep[approve.step],
    describedBy: explained === approve ? reasonId : undefined,
    about: abouts.join(' '),
    above: (
      <>
        <EarlierWords invoice={invoice} />
        <CreditLinks invoice={invoice} />
        <OpenFindings invoice={invoice} />
      </>
    ),
    shortcut: 'A',
    isDirect,
    isSecond: invoice.route?.confirm.allowed === true,
  };
  const comment = () => decide.ask('approve');
  useKeys({
    a: () => decide.attempt(approve, isDirect ? () => decide.send(approval.decision) : comment),
    'shift+a': () => decide.attempt(approve, comment),
    r: () => decide.attempt(reject, () => decide.ask('reject')),
    q: () => decide.attempt(ask, () => decide.ask('ask')),
  });
  const obstacle = (
    <ObstacleModal decide={decide} onNext={queue.enabled ? () => void navigation.toNext() : undefined} />
  );
  // No button would ever work again.
  if (invoice.state === 'withdrawn') return obstacle;
  const isDecided = invoice.state !== 'received' && invoice.state !== 'held';
  return (
    <>
      <Release
        {...{ invoice, path, decide }}
        describedBy={explained === invoice.actions.release ? reasonId : undefined}
      />
      {(isDecided || decide.asking === 'reopen') && (
        <DecisionButton
          kind="back"
          decide={decide}
          decision={{
            name: 'reopen',
            action: reopen,
            send: (reason) => change('POST', `${path}/reopen`, { reason, decisionSeq: seenSeq }),
            done: t.reopened,
          }}
          label={t.reopen}
          about={
            decision === null
              ? ''
              : `${t.reopenAbout[decision.outcome](decision.by)} ${t.notified(partner, isSent('reopened'))}`
          }
        />
      )}
      <ConfirmStep {...{ invoice, path, decide }} />
      {!isDecided && <AskPartner {...{ invoice, path, navigation, decide }} />}
      <DecisionButton
        kind="against"
        decide={decide}
        decision={{
          name: 'reject',
          action: reject,
          send: (reason) => change('POST', `${path}/reject`, { reason }),
          done,
        }}
        label={i.reject}
        about={i.rejectAbout(partner, isSent('rejected'))}
        shortcut="R"
      />
      {/* The signer waits for another approver. */}
      {unsign.allowed ? (
        <OpenButton
          kind="back"
          isDirect
          decide={decide}
          decision={{
            name: 'unsign',
            action: unsign,
            send: () => change('POST', `${path}/unsign`, { decisionSeq: invoice.decisionSeq }),
            done: t.unsigned,
          }}
          label={t.unsign}
          describedBy={approval.describedBy}
          about=""
        />
      ) : approve.allowed && isClean && left === 0 ? (
        <DirectButton {...approval} onComment={comment} />
      ) : (
        <OpenButton {...approval} />
      )}
      <DecisionDialog {...approval} />
      {obstacle}
    </>
  );
}

export function useAfterDecision(invoice: Invoice, path: InvoicePath, navigation: Navigation) {
  const t = useText(decideText);
  const goOn = useUndoable<Invoice>(path, navigation);
  const number = numberOf(invoice.document);
  return (record: Invoice): Promise<boolean> => {
    const { decisionSeq } = record;
    // The first of two approvals leaves the state as it was.
    const isSigned = record.state === 'received';
    const said = isSigned ? t.signedOne : record.state === 'approved' ? t.approvedOne : t.rejectedOne;
    return goOn(record, {
      name: number,
      message: said(number),
      takeBack: () =>
        isSigned
          ? change('POST', `${path}/unsign`, { comment: t.undone, decisionSeq })
          : change('POST', `${path}/reopen`, { reason: t.undone, decisionSeq }),
      takenBack: (isSigned ? t.unsignedOne : t.reopenedOne)(number),
    });
  };
}
