import { webhooksText } from './text.ts';
import { named, useText } from '../../text.ts';

/** What a type of events is called. */
export function useTypeName(): (type: string) => string {
  const t = useText(webhooksText);
  return (type) => (type === 'webhook.test' ? t.testType : named(t.typeNames, type));
}
