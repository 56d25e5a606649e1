// A state beside the one a row is about: a plain word while it runs as it should, a tag when it is the reader's turn or
// out of order.
import type { State } from '@yunshu/domain/states'
import { useSession } from '../../lib/session.ts'
import { StateTag } from '../StatusTag.tsx'
import { isTurnOf } from '../turn.ts'

export function StateWord({ state }: { state: State }) {
  const isTurn = useSession(session => isTurnOf(state.awaits, session))
  const isQuiet = !isTurn && state.tone !== 'warn' && state.tone !== 'bad'
  return isQuiet ? state.label : <StateTag state={state} />
}
