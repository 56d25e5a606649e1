// The moves a person can make with a record now, from its state table: as buttons, or as acts for a menu.
import type { Machine } from '@yunshu/domain/states'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Reopens } from './form/Reopens.tsx'
import type { TypedInto } from './form/useTyped.ts'
import type { RowAction } from './list/column.tsx'
import { takesBack } from './takesBack.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))
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
  onMove: (move: M) => void
  /** In the rows of a table: what ends something is words, not a red box in each. */
  isQuiet?: boolean
  /** For moves that want a reason: absent where all of those have their own dialog. */
  reasons?: MoveReasons<M>
}

/** The call of moves that want a reason, and how it is sent: quietly, for the dialog shows refusals. */
export interface MoveReasons<M extends string> {
  about: (move: M) => Omit<TypedInto, 'title'>
  send: (move: M, reason: string) => Promise<unknown>
  reload: () => void
}

/** Acts of the moves, dangerous ones last; draw `dialog`, which asks for confirmation and reason. */
export function useMoves<M extends string>({
  machine,
  moves,
  name,
  busy = false,
  direct = [],
  onMove,
  reasons,
}: MovesProps<M>): { acts: readonly RowAction[]; dialog: ReactNode } {
  const [asking, setAsking] = useState<M>()
  const names = (Object.keys(machine.moves) as M[]).filter(move => moves.includes(move))
  const press = (move: M): void => {
    const { danger, ask } = machine.moves[move]
    if ((danger || ask) && !direct.includes(move)) setAsking(move)
    else onMove(move)
  }
  const acts = names.map(move => ({
    label: machine.moves[move].label,
    danger: machine.moves[move].danger ?? false,
    isAside: takesBack(move),
    disabled: busy,
    onClick: () => press(move),
  }))
  return {
    acts: [...acts.filter(({ danger }) => !danger), ...acts.filter(({ danger }) => danger)],
    dialog: asking && <Asking {...{ machine, name, busy, reasons, asking, onMove, onAsk: setAsking }} />,
  }
}

interface AskingProps<M extends string> extends Pick<MovesProps<M>, 'machine' | 'name' | 'onMove'> {
  busy: boolean
  reasons: MoveReasons<M> | undefined
  asking: M
  onAsk: (move: M | undefined) => void
}

/** Asks about a move: for its reason, or only whether it is meant. */
function Asking<M extends string>({ machine, name, busy, reasons, asking, onMove, onAsk }: AskingProps<M>) {
  const { label, ask } = machine.moves[asking]
  const close = (): void => onAsk(undefined)
  const title = `${label} ${name}`
  return (
    <Suspense fallback={null}>
      {ask === 'reason' && reasons ? (
        <Reopens by={() => onAsk(asking)}>
          <ReasonDialog
            title={title}
            okText={label}
            about={reasons.about(asking)}
            onSend={reason => reasons.send(asking, reason)}
            onClose={close}
            onReload={reasons.reload}
          />
        </Reopens>
      ) : (
        <ConfirmDialog
          open
          title={title}
          busy={busy}
          onConfirm={() => {
            close()
            onMove(asking)
          }}
          onClose={close}
        />
      )}
    </Suspense>
  )
}

/** The first button is primary unless it takes back, dangerous ones are red and last, and ask for confirmation and reason. */
export function MoveButtons<M extends string>(props: MovesProps<M>) {
  const { acts, dialog } = useMoves(props)
  return (
    <>
      {acts.map(({ label, danger = false, isAside = false, disabled = false, onClick }, index) => (
        <Button
          key={label}
          danger={danger && !props.isQuiet}
          type={index === 0 && !danger && !isAside ? 'primary' : danger && props.isQuiet ? 'text' : 'default'}
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
