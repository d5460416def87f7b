// What was found out about a resend: facts in the order in which they were found.
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ResendEvidence } from '../../domain/resend/resend.ts';
import { ForeignText } from '../ui/text/foreign-text.tsx';

export function EvidenceList(props: {
  readonly evidence: Pick<ResendEvidence, 'facts' | 'reads'> | undefined;
}): ReactNode {
  const { evidence } = props;
  if (evidence === undefined || evidence.facts.length === 0) return null;
  return (
    <>
      <Text fw={500} mt="xs" mb={2}>
        Evidence{evidence.reads === 0 ? '' : `, after ${evidence.reads} ${evidence.reads === 1 ? 'read' : 'reads'}`}
      </Text>
      <List>
        {[...evidence.facts.entries()].map(([position, fact]) => (
          <List.Item key={position}>
            <ForeignText text={fact} />
          </List.Item>
        ))}
      </List>
    </>
  );
}
