// A state as a tag: quiet while it runs as it should, teal with a dot when it is the reader's turn, coloured when not.
import type { Machine, State, Tone } from '@yunshu/domain/states'
import { useSession } from '../lib/session.ts'
import { isTurnOf } from './turn.ts'
import './ui.css'

/** A short label: quiet when idle, busy or good, amber or red when not. */
export function Tag({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`ys-tag ys-tag-${tone}`}>{children}</span>
}

/** The tag of a state; one that waits for the reader says so, unless it is out of order, which comes first. */
export function StateTag({ state: { label, tone, awaits } }: { state: State }) {
  const isTurn = useSession(session => isTurnOf(awaits, session))
  if (!isTurn) return <Tag tone={tone}>{label}</Tag>
  return <TurnTag isBad={tone === 'bad'}>{label}</TurnTag>
}

/** A short label of what waits for the reader, with its dot; red where it is out of order. */
export function TurnTag({ isBad = false, children }: { isBad?: boolean; children: string }) {
  return (
    <span className={`ys-tag ys-tag-${isBad ? 'bad' : 'turn'}`}>
      <svg className="ys-turn" aria-label="轮到您" viewBox="0 0 6 6" fill="currentColor">
        <circle cx="3" cy="3" r="3" />
      </svg>
      {children}
    </span>
  )
}

/** The tag of a state of a machine. */
export const StatusTag = <S extends string>({ machine, state }: { machine: Machine<S>; state: S }) => (
  <StateTag state={machine.states[state]} />
)
