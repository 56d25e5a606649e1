// The tag of a state two people answer for: teal where the reader has its step, quiet for who had the step before it.
import type { Machine, State } from '@yunshu/domain/states'
import { StateTag } from './StatusTag.tsx'

interface SecondTagProps<S extends string> {
  machine: Machine<S>
  state: S
  /** The steps open to the reader. */
  moves: readonly string[]
}

export function SecondTag<S extends string>({ machine, state, moves }: SecondTagProps<S>) {
  const { awaits, ...rest }: State = machine.states[state]
  const isMine = moves.some(move => machine.moves[move]?.permit === awaits?.permit)
  return <StateTag state={isMine && awaits ? { ...rest, awaits } : rest} />
}
