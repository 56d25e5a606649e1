// Buttons of the moves a person can make with a record now, from its state table.
import type { Machine } from '@yunshu/domain/states'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'

const ReasonDialog = lazy(async () => ({ default: (await import('./ReasonDialog.tsx')).ReasonDialog }))

interface MoveButtonsProps<M extends string> {
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

/** The first button is primary, dangerous ones are red and last, and ask for confirmation and reason. */
export function MoveButtons<M extends string>({
  machine,
  moves,
  name,
  busy = false,
  direct = [],
  onMove,
}: MoveButtonsProps<M>) {
  const [asking, setAsking] = useState<M>()
  const names = (Object.keys(machine.moves) as M[]).filter(move => moves.includes(move))
  const ordered = [
    ...names.filter(move => !machine.moves[move].danger),
    ...names.filter(move => machine.moves[move].danger),
  ]
  const press = (move: M): void => {
    const { danger, ask } = machine.moves[move]
    if ((danger || ask) && !direct.includes(move)) setAsking(move)
    else onMove(move, undefined)
  }
  return (
    <>
      {ordered.map((move, index) => (
        <Button
          key={move}
          danger={machine.moves[move].danger ?? false}
          type={index === 0 && !machine.moves[move].danger ? 'primary' : 'default'}
          disabled={busy}
          onClick={() => press(move)}
        >
          {machine.moves[move].label}
        </Button>
      ))}
      {asking && (
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
      )}
    </>
  )
}
