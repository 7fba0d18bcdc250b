import { Text } from '@mantine/core';
import { proposalsText } from '../../text/proposals.ts';
import { useText } from '../../text.ts';

interface Props {
  /** The number in the record. */
  phone: string;
  isContactConfirmed: boolean;
  isOtherProposed: boolean;
}

/** Which telephone number to call before somebody is paid otherwise than before. */
export function CallBack({ phone, isContactConfirmed, isOtherProposed }: Props) {
  const t = useText(proposalsText);
  const words = phone === '' ? t.noNumber : (isContactConfirmed ? t.callBack : t.unconfirmedNumber)(phone);
  return (
    <Text size="sm" fw={isContactConfirmed && phone !== '' ? 400 : 600}>
      {words}
      {isOtherProposed && ` ${t.otherNumber}`}
    </Text>
  );
}
