// The state of money that came: teal where the next step is the reader's, quiet for the person whose own step waits for another.
import type { RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { remittanceStates, type RemittanceMove } from '@yunshu/domain/remittance'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'

/** Steps that lead on; the others take something back. */
const onward: ReadonlySet<RemittanceMove> = new Set(['confirm', 'claim', 'refund', 'confirmReturn'])
export const leadsOn = (move: RemittanceMove): boolean => onward.has(move)

export function RemittanceTag({ of: { state, moves } }: { of: Pick<RemittanceRow, 'state' | 'moves'> }) {
  const { label, tone } = remittanceStates.states[state]
  return moves.some(leadsOn) ? <StatusTag machine={remittanceStates} state={state} /> : <Tag tone={tone}>{label}</Tag>
}
