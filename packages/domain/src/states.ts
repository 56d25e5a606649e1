// The one shape of a state table: states with label and tone, named moves with permit, the column that keeps the state;
// plus what can be asked of it.
import type { Entity } from './entities.ts'
import type { Permit, RoleSide } from './permits/permits.ts'

/**
 * The order a state is in: idle, busy and good run as they should, and look alike; warn waits too long or needs a look;
 * bad is wrong.
 */
export const tones = ['idle', 'busy', 'good', 'warn', 'bad'] as const
export type Tone = (typeof tones)[number]

/** The people a state waits for: those of these sides with the permit. */
export interface Awaited {
  readonly permit: Permit
  readonly sides: readonly RoleSide[]
}

/** One state: its Chinese name, the tone of its tag, whose turn it is, and whether anything can follow. */
export interface State {
  readonly label: string
  readonly tone: Tone
  /** Absent where it is nobody's turn, or the record says whose. */
  readonly awaits?: Awaited
  readonly final?: true
  /** Its tone marks it, yet nothing waits: people put it so, and it stays until somebody wants otherwise. */
  readonly rests?: true
  readonly code?: number
}

/**
 * One named move. `permit` is a function of permits.ts, or `system` for moves only the product itself makes.
 * `ask` says the button needs a reason typed by the user; `danger` paints it red and asks for confirmation.
 */
export interface Move<S extends string> {
  readonly from: readonly S[]
  readonly to: S
  readonly label: string
  readonly permit: Permit | 'system'
  /** Words for the moment it is done; absent means 已 before its name. */
  readonly done?: string
  readonly danger?: true
  readonly ask?: 'reason'
}

/** States and the moves between them: all that tags, tabs and buttons need. */
export interface Machine<S extends string = string, M extends string = string> {
  readonly start: S
  readonly states: Readonly<Record<S, State>>
  readonly moves: Readonly<Record<M, Move<S>>>
}

/** The place of a machine's state in the database, and what else a move of it writes. */
interface Kept {
  /** Table in the database whose rows have the state, with `id`, `version` and `updated_at`. */
  readonly table: string
  readonly column: string
  /** The record its lines of history are of; absent where the history of the record around it says enough. */
  readonly entity?: Entity
  /** True where `state_since` keeps since when a row is in its state. */
  readonly since?: true
  /** True for waybills: each move shifts the counters of their lists (waybill_counts). */
  readonly counts?: true
}

/** A machine whose state is kept in a column, which work/move.ts alone writes. */
export interface KeptMachine<S extends string = string, M extends string = string> extends Machine<S, M>, Kept {}

/** The declaration of a machine: the compiler checks that each move joins states that exist. */
interface Declared<S extends string, M extends string> {
  start: NoInfer<S>
  states: Record<S, State>
  moves: Record<
    M,
    {
      from: readonly NoInfer<S>[]
      to: NoInfer<S>
      label: string
      permit: Permit | 'system'
      done?: string
      danger?: true
      ask?: 'reason'
    }
  >
}

/** Declares the machine of a column. */
export function machine<const S extends string, const M extends string>(
  table: Declared<S, M> & Kept,
): KeptMachine<S, M> {
  return table
}

/** Declares states that several tables keep alike, or that stand in no column. */
export function stateTable<const S extends string, const M extends string>(table: Declared<S, M>): Machine<S, M> {
  return table
}

/** The words that say a move is done: 已签收, 已卸货. */
export const doneText = ({ label, done = `已${label}` }: Pick<Move<string>, 'label' | 'done'>): string => done

/** All state keys of a machine, in the order they are declared (the order users read them). */
export function stateKeys<S extends string>(m: Machine<S>): S[] {
  return Object.keys(m.states) as S[]
}

/** True if `text` is a state of the machine; narrows it. */
export function isState<S extends string>(m: Machine<S>, text: string): text is S {
  return Object.hasOwn(m.states, text)
}

/** The moves possible from a state, in table order; permits are the caller's business. */
export function movesFrom<S extends string, M extends string>(m: Machine<S, M>, state: S): M[] {
  return (Object.keys(m.moves) as M[]).filter(name => m.moves[name].from.includes(state))
}

/** The moves a person with these permits can make from a state, in table order: those of the product are left out. */
export function offeredFrom<S extends string, M extends string>(
  m: Machine<S, M>,
  state: S,
  can: (permit: Permit) => boolean,
): M[] {
  return movesFrom(m, state).filter(name => {
    const { permit } = m.moves[name]
    return permit !== 'system' && can(permit)
  })
}
