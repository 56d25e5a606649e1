// The buttons that move a waybill on, and the dialog of the move that was pressed.
import { staleAfter } from '@yunshu/contract/topics'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
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
import { lazy, Suspense, useState } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'

/** True for moves with weights, the signature that fixes the charges, and all dangerous ones. */
function asksFirst(move: WaybillMove): boolean {
  return (
    ['depart', 'unload', 'concede', 'settleDispute', 'sign'].includes(move) || waybillStates.moves[move].danger === true
  )
}

const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }))

const DisputeForm = lazy(async () => ({ default: (await import('./DisputeForm.tsx')).DisputeForm }))

const isPeopleMove = (move: WaybillMove): move is WaybillPeopleMove => waybillPeopleMoves.some(each => each === move)

/** Moves of the waybill that the person can make now; a refused one says why beside the buttons. */
export function WaybillMoves({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const [asking, setAsking] = useState<WaybillPeopleMove>()
  const [fault, setFault] = useState<Refusal | Failure>()
  const { submit, isBusy } = useSend(moveWaybill, {
    quiet: true,
    invalidates: staleAfter('waybill', 'task', 'goods', 'voucher'),
    done: (_, { move }) => toast.success(doneText(waybillStates.moves[move])),
  })
  const { run: sendPhotos } = useSend(addWaybillFiles, { invalidates: staleAfter('waybill') })
  // the move stands even when its photos do not get through: they can be sent again beside the others
  const move = async (input: Input<typeof moveWaybill>, photos: readonly File[]): Promise<void> => {
    const moved = await submit(input)
    if (photos.length > 0) await sendPhotos({ id: waybill.id, version: moved.version }, { files: { files: photos } })
  }
  const press = async (move: WaybillMove): Promise<void> => {
    if (!isPeopleMove(move)) return
    setFault(undefined)
    if (asksFirst(move)) return setAsking(move)
    try {
      await submit({ id: waybill.id, version: waybill.version, move })
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  const direct = waybillPeopleMoves.filter(asksFirst)
  return (
    <>
      <WriteFault
        error={fault}
        onReload={() => {
          setFault(undefined)
          onReload()
        }}
      />
      <MoveButtons
        machine={waybillStates}
        moves={waybill.moves}
        name={waybill.waybillNo}
        busy={isBusy}
        direct={direct}
        onMove={move => void press(move)}
      />
      {asking === 'dispute' && (
        <Suspense fallback={null}>
          <Reopens by={() => setAsking('dispute')}>
            <DisputeForm
              waybill={waybill}
              canCharge={waybill.acts.includes('claim')}
              onClose={() => setAsking(undefined)}
              onReload={onReload}
            />
          </Reopens>
        </Suspense>
      )}
      {asking && asking !== 'dispute' && (
        <Suspense fallback={null}>
          <MoveDialog
            key={asking}
            waybill={waybill}
            move={asking}
            onSend={move}
            onClose={() => setAsking(undefined)}
            onReload={onReload}
          />
        </Suspense>
      )}
    </>
  )
}
