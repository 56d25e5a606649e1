// The row of a list an address asks to act on: the list is filtered by its number or name, and the dialog of the act opens
// over it. For records that have no page of their own.
import { actField } from '@yunshu/contract/actLink'
import type { Input } from '@yunshu/contract/call'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall, type Filter, type PagedCall, type RowOf } from '../../lib/useCall.ts'
import { useAddressAct } from '../record/useAddressAct.ts'
import type { RowAction } from './column.tsx'

/** Rows looked through for the one whose whole name is the text. */
const foundMost = 20

/** The id of a row, where it has one: its history is asked by it. */
const idOf = (row: unknown): string | undefined =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : undefined

interface RowActOptions<C extends PagedCall> {
  readonly call: C
  /** The filter that finds the row by the text of the address. */
  readonly find: (text: string) => Filter<C>
  /** The number or name that is the text of the address. */
  readonly nameOf: (row: RowOf<C>) => string
  /** Acts with a dialog that the server offers the reader with the row now. */
  readonly actsOf: (row: RowOf<C>) => readonly string[]
  /** The reason against an act, of a row that may be gone or out of reach. */
  readonly whyNot: (row: RowOf<C> | undefined, act: string) => string
}

/** The row and the act whose dialog stands open; undefined where the address asks for none. */
export function useRowAct<C extends PagedCall>({
  call,
  find,
  nameOf,
  actsOf,
  whyNot,
}: RowActOptions<C>): {
  asking: { row: RowOf<C>; act: string } | undefined
  done: () => void
} {
  const [params] = useSearchParams()
  const text = params.get('text') ?? ''
  const { data } = useCall(call, { ...find(text), limit: foundMost } as Input<C>, {
    enabled: params.has(actField) && text !== '',
    quiet: true,
  })
  const found = data?.rows.find(each => nameOf(each as RowOf<C>) === text) as RowOf<C> | undefined
  // the row of an open dialog stays, also when it leaves the list meanwhile
  const [held, setHeld] = useState<{ readonly text: string; readonly row: RowOf<C> }>()
  const row = found ?? (held?.text === text ? held.row : undefined)
  const { act, done } = useAddressAct(
    text,
    data && (found === undefined ? [] : actsOf(found)),
    asked => whyNot(found, asked),
    idOf(found),
  )
  if (act !== undefined && found !== undefined && held?.row !== found) setHeld({ text, row: found })
  return { asking: row !== undefined && act !== undefined ? { row, act } : undefined, done }
}

/**
 * The row and the step whose dialog stands open: pressed in the list, or asked for by the address. Acts of the address
 * that are no step of the dialog are left to the page (`asking`, `done`).
 */
export function useRowDialog<C extends PagedCall, M extends string>({
  isMove,
  ...options
}: RowActOptions<C> & { readonly isMove: (act: string) => act is M }) {
  const [pressed, setMoving] = useState<{ readonly row: RowOf<C>; readonly move: M }>()
  const { asking, done } = useRowAct(options)
  const asked = asking && isMove(asking.act) ? { row: asking.row, move: asking.act } : undefined
  const close = (): void => {
    setMoving(undefined)
    done()
  }
  return { moving: pressed ?? asked, setMoving, close, asking, done }
}

/** The steps a row offers, as acts that open their dialogs. */
export function useStepActions<R extends { readonly moves: readonly M[] }, M extends string>(
  steps: Readonly<Record<M, { readonly label: string; readonly danger?: boolean }>>,
  open: (moving: { readonly row: R; readonly move: M }) => void,
  isAside: (move: M) => boolean,
): (row: R) => readonly RowAction[] {
  return useCallback(
    row =>
      row.moves.map(move => ({
        label: steps[move].label,
        danger: 'danger' in steps[move],
        isAside: isAside(move),
        onClick: () => open({ row, move }),
      })),
    [steps, open, isAside],
  )
}
