import { Text } from '@mantine/core';
import type { Invoice } from '../../../api/types.ts';
import { decideText } from '../../../decisions/text.ts';
import { useFormat } from '../../../format.ts';
import { useText } from '../../../text.ts';
import styles from './bar.module.css';

interface Props {
  invoice: Invoice;
}

/** Earlier decisions and the partner's answer, with their words, to be read before the next decision. */
export function EarlierWords({ invoice }: Props) {
  const t = useText(decideText);
  const format = useFormat();
  const { release, signed, decision, booking, withdrawal, partner } = invoice;
  const answered = invoice.question === 'answered' ? invoice.questions.findLast(({ answer }) => answer !== null) : null;
  return (
    <>
      {release !== null && (
        <Line words={t.releasedBy(release.by, format.dateTime(release.at))} quoted={release.reason} />
      )}
      {answered?.answeredAt && (
        <Line words={t.answeredBy(partner, format.dateTime(answered.answeredAt))} quoted={answered.answer} />
      )}
      {signed !== null && <Line words={t.signedBy(signed.by, format.dateTime(signed.at))} quoted={signed.comment} />}
      {decision !== null && (
        <Line
          words={t.decidedBy[decision.outcome](decision.by, format.dateTime(decision.at))}
          quoted={decision.reason}
        />
      )}
      {booking !== null && (
        <Line
          words={`${t.bookedBy(booking.voucher, booking.by, format.dateTime(booking.at))}${booking.bookedOn === null ? '' : ` ${t.bookedOn(booking.bookedOn)}`}`}
        />
      )}
      {withdrawal !== null && (
        <Line
          words={t.withdrawnBy(withdrawal.by, format.dateTime(withdrawal.at))}
          after={t.withdrawnNext}
          quoted={withdrawal.reason}
        />
      )}
    </>
  );
}

interface LineProps {
  words: string;
  after?: string;
  quoted?: string | null;
}

const Line = ({ words, after, quoted }: LineProps) => (
  <Text size="sm">
    <strong>{words}</strong> {after}
    {quoted && (
      <q className={styles.quoted} title={quoted}>
        {quoted}
      </q>
    )}
  </Text>
);
