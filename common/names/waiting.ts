import { names } from './names.ts';

/** Why an undecided invoice waits. */
export const waitReasonNames = names({
  company: ['For a decision', 'På beslut'],
  held: ['For a release', 'På att stoppet hävs'],
  secondApproval: ['For the second approval', 'På andra attesten'],
  question: ['For the partner’s answer', 'På partnerns svar'],
  file: ['For a file or its reading', 'På en fil eller läsning av den'],
});

export type WaitReason = keyof typeof waitReasonNames.en;
