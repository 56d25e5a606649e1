// A state as a coloured tag, from the row of its state table.
import type { Machine, Tone } from '@yunshu/domain/states'
import './ui.css'

/** A short coloured label. */
export function Tag({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`ys-tag ys-tag-${tone}`}>{children}</span>
}

/** The tag of a state of a machine. */
export function StatusTag<S extends string>({ machine, state }: { machine: Machine<S>; state: S }) {
  const { label, tone } = machine.states[state]
  return <Tag tone={tone}>{label}</Tag>
}
