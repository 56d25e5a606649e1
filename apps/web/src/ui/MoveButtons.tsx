// The moves a person can make with a record now, from its state table: as buttons, or as acts for a menu.
import type { Machine } from '@yunshu/domain/states'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { RowAction } from './list/column.tsx'

const ReasonDialog = lazy(async () => ({ default: (await import('./ReasonDialog.tsx')).ReasonDialog }))

interface MovesProps<M extends string> {
  machine: Machine<string, M>
  /** Names of the moves the server offers; those not in the machine are left out. */
  moves: readonly string[]
  /** The number of the record, for the confirmation. */
  name: string
  busy?: boolean
  /** Moves with their own dialog (weights, payment): called without confirmation. */
  direct?: readonly M[]
  onMove: (move: M, reason: string | undefined) => void
}

/** Acts of the moves, dangerous ones last; draw `dialog`, which asks for confirmation and reason. */
export function useMoves<M extends string>({
  machine,
  moves,
  name,
  busy = false,
  direct = [],
  onMove,
}: MovesProps<M>): { acts: readonly RowAction[]; dialog: ReactNode } {
  const [asking, setAsking] = useState<M>()
  const names = (Object.keys(machine.moves) as M[]).filter(move => moves.includes(move))
  const press = (move: M): void => {
    const { danger, ask } = machine.moves[move]
    if ((danger || ask) && !direct.includes(move)) setAsking(move)
    else onMove(move, undefined)
  }
  const acts = names.map(move => ({
    label: machine.moves[move].label,
    danger: machine.moves[move].danger ?? false,
    disabled: busy,
    onClick: () => press(move),
  }))
  return {
    acts: [...acts.filter(({ danger }) => !danger), ...acts.filter(({ danger }) => danger)],
    dialog: asking && (
      <Suspense fallback={null}>
        <ReasonDialog
          open
          title={`${machine.moves[asking].label} ${name}`}
          needsReason={machine.moves[asking].ask === 'reason'}
          busy={busy}
          onConfirm={reason => {
            setAsking(undefined)
            onMove(asking, reason === '' ? undefined : reason)
          }}
          onClose={() => setAsking(undefined)}
        />
      </Suspense>
    ),
  }
}

/** The first button is primary, dangerous ones are red and last, and ask for confirmation and reason. */
export function MoveButtons<M extends string>(props: MovesProps<M>) {
  const { acts, dialog } = useMoves(props)
  return (
    <>
      {acts.map(({ label, danger = false, disabled = false, onClick }, index) => (
        <Button
          key={label}
          danger={danger}
          type={index === 0 && !danger ? 'primary' : 'default'}
          disabled={disabled}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
      {dialog}
    </>
  )
}
