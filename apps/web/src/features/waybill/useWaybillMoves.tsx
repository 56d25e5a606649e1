// The moves of a waybill as acts of its page, and the dialog of the move that was pressed.
import { staleAfter } from '@yunshu/contract/topics'
import { disputeWaybill, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { addWaybillFiles } from '@yunshu/contract/waybill/life'
import type { Input } from '@yunshu/contract/call'
import { doneText } from '@yunshu/domain/states'
import {
  waybillPeopleMoves,
  waybillStates,
  type WaybillMove,
  type WaybillPeopleMove,
} from '@yunshu/domain/waybill/waybill'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { isRoadMove, withQueued } from '../../lib/queue/act.ts'
import { pressQueued } from '../../lib/queue/own.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { useMoves } from '../../ui/MoveButtons.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { loadPickers } from '../../ui/fields/loadPickers.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import type { AddressAct } from '../../ui/record/useAddressAct.ts'
import { isPeopleMove } from './addressActs.ts'
import { QueuedLines, useQueuedOf } from './QueuedLines.tsx'
import { nextOf, waitText } from './next.ts'
import { useActor } from './useActor.ts'

/** True for moves with weights, the signature that fixes the charges, and all dangerous ones. */
function asksFirst(move: WaybillMove): boolean {
  return (
    ['depart', 'unload', 'concede', 'settleDispute', 'sign'].includes(move) || waybillStates.moves[move].danger === true
  )
}

const loadMoveDialog = () => import('./MoveDialog.tsx')
const MoveDialog = lazy(async () => ({ default: (await loadMoveDialog()).MoveDialog }))

/** Has the dialog at hand while there is a network: a step of the road may be pressed without one. */
function useDialogAtHand(moves: readonly string[]): void {
  const isRoad = moves.some(isRoadMove)
  useEffect(() => {
    if (isRoad) Promise.all([loadMoveDialog(), loadPickers()]).catch(() => undefined)
  }, [isRoad])
}

const DisputeForm = lazy(async () => ({ default: (await import('./DisputeForm.tsx')).DisputeForm }))

interface Props {
  waybill: WaybillDetail
  onReload: () => void
}

/** The words after a move: that it is done, and who has the waybill now unless it is the person. */
function useDoneText(waybill: WaybillDetail): (move: WaybillPeopleMove) => string {
  const actor = useActor(waybill)
  return move => {
    const done = doneText(waybillStates.moves[move])
    const next = nextOf({ ...waybill, state: waybillStates.moves[move].to })
    return next === undefined || next.side === actor ? done : `${done}，${waitText(waybill, next)}`
  }
}

/**
 * Moves the person can make now; `dialogs` hold the one that was pressed or is asked for by the address, and the refusal
 * of one sent at once.
 */
export function useWaybillMoves({ waybill: stored, onReload, link }: Props & { link: AddressAct }): {
  acts: readonly RowAction[]
  dialogs: ReactNode
} {
  const queued = useQueuedOf(stored.id)
  const waybill = withQueued(stored, queued)
  useDialogAtHand(waybill.moves)
  const [pressed, setPressed] = useState<WaybillPeopleMove>()
  const asking = pressed ?? (link.act !== undefined && isPeopleMove(link.act) ? link.act : undefined)
  const setAsking = (move: WaybillPeopleMove | undefined): void => {
    setPressed(move)
    link.done()
  }
  useReopening([() => setPressed('dispute'), disputeWaybill, { id: stored.id }])
  const [fault, setFault] = useState<Refusal | Failure>()
  const told = useDoneText(waybill)
  const { submit, isBusy } = useSend(moveWaybill, {
    quiet: true,
    invalidates: staleAfter('waybill', 'task', 'goods', 'voucher'),
    done: (_, { move }) => toast.success(told(move)),
  })
  const send = (input: Input<typeof moveWaybill>): Promise<{ version: number } | undefined> => {
    const { move } = input
    return isRoadMove(move)
      ? pressQueued({ kind: 'move', waybillNo: waybill.waybillNo, input: { ...input, move } }, options =>
          submit(input, options),
        )
      : submit(input)
  }
  const press = async (move: WaybillMove): Promise<void> => {
    if (!isPeopleMove(move)) return
    setFault(undefined)
    if (asksFirst(move)) return setAsking(move)
    try {
      await send({ id: waybill.id, version: waybill.version, move })
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  const { acts } = useMoves({
    machine: waybillStates,
    moves: waybill.moves,
    name: waybill.waybillNo,
    busy: isBusy,
    direct: waybillPeopleMoves.filter(asksFirst),
    onMove: move => void press(move),
  })
  const dialogs = (
    <>
      <WriteFault
        error={fault}
        onReload={() => {
          setFault(undefined)
          onReload()
        }}
      />
      <QueuedLines acts={queued} />
      {asking && <Asked {...{ waybill, onReload, submit: send }} move={asking} onAsk={setAsking} />}
    </>
  )
  return { acts, dialogs }
}

interface AskedProps extends Props {
  move: WaybillPeopleMove
  /** Answers nothing where the move waits for the network. */
  submit: (input: Input<typeof moveWaybill>) => Promise<{ version: number } | undefined>
  onAsk: (move: WaybillPeopleMove | undefined) => void
}

/** The dialog of a move that asks first. */
function Asked({ waybill, move, submit, onAsk, onReload }: AskedProps) {
  const { run: sendPhotos } = useSend(addWaybillFiles, { invalidates: staleAfter('waybill') })
  // the move stands even when its photos do not get through: they can be sent again beside the others
  const send = async (input: Input<typeof moveWaybill>, photos: readonly File[]): Promise<void> => {
    const moved = await submit(input)
    if (moved && photos.length > 0)
      await sendPhotos({ id: waybill.id, version: moved.version }, { files: { files: photos } })
  }
  const close = (): void => onAsk(undefined)
  return (
    <Suspense fallback={null}>
      {move === 'dispute' ? (
        <Reopens by={() => onAsk('dispute')}>
          <DisputeForm
            waybill={waybill}
            canCharge={waybill.acts.includes('claim')}
            onClose={close}
            onReload={onReload}
          />
        </Reopens>
      ) : (
        <MoveDialog key={move} waybill={waybill} move={move} onSend={send} onClose={close} onReload={onReload} />
      )}
    </Suspense>
  )
}
