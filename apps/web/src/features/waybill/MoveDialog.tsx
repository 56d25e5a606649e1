// The dialogs of the moves of a waybill that ask for something: weights, the actual time, or a reason.
import { moveWaybill, type WaybillDetail } from '@yunshu/contract/waybill'
import type { Input } from '@yunshu/contract/call'
import { waybillStates, type WaybillPeopleMove } from '@yunshu/domain/waybill'
import { printTons, type Grams } from '@yunshu/domain/weight'
import { useState } from 'react'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { WeightInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { DialogField, ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { lossSentence } from './loss.ts'

type MoveInput = Input<typeof moveWaybill>

interface MoveDialogProps {
  waybill: WaybillDetail
  move: WaybillPeopleMove
  onSend: (input: MoveInput) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

type Typed<T> = FieldProps<T>['value']
const readable = <T,>(value: Typed<T>): T | undefined => (isUnreadable(value) ? undefined : value)

/** Holds what is typed until the move is made, also while the newer waybill is loaded after a conflict. */
export function MoveDialog({ waybill, move, onSend, onClose, onReload }: MoveDialogProps) {
  const [weight, setWeight] = useState<Typed<Grams>>(move === 'depart' ? waybill.planWeightG : undefined)
  const [at, setAt] = useState<Typed<number>>()
  const [reason, setReason] = useState('')
  const { label, danger = false, ask } = waybillStates.moves[move]
  const needsWeight = move === 'depart' || move === 'unload'
  const weighed = readable(weight)
  const isReady = (!needsWeight || (weighed !== undefined && weighed > 0)) && (ask === undefined || reason.trim() !== '') && !isUnreadable(at)
  const send = (): Promise<unknown> => onSend({
    id: waybill.id, version: waybill.version, move,
    ...(ask === undefined ? {} : { reason: reason.trim() }),
    ...(readable(at) === undefined ? {} : { at: readable(at) }),
    ...(move === 'depart' && weighed !== undefined ? { loadWeightG: weighed } : {}),
    ...(move === 'unload' && weighed !== undefined ? { unloadWeightG: weighed } : {}),
  })
  return (
    <WriteDialog title={`${label} ${waybill.waybillNo}`} okText={label} danger={danger} isReady={isReady} isOffered={waybill.moves.includes(move)} onSend={send} onClose={onClose} onReload={onReload}>
      {needsWeight && (
        <DialogField label={move === 'depart' ? '装货重量（以磅单为准）' : '卸货重量（以磅单为准）'}>
          {(id) => <>
            <WeightInput id={id} value={weight} onChange={setWeight} />
            {isUnreadable(weight) && <span className="ys-fault" role="alert">{weight.fault}</span>}
          </>}
        </DialogField>
      )}
      {move === 'depart' && <p className="ys-weak">计划重量 {printTons(waybill.planWeightG)} 吨</p>}
      {move === 'unload' && <LossLine waybill={waybill} unload={weighed} />}
      {move === 'sign' && <SignLines waybill={waybill} />}
      {(needsWeight || move === 'sign') && <DialogField label="实际时间（不填为当前时间）">{(id) => <DateTimeInput id={id} value={at} onChange={setAt} />}</DialogField>}
      {ask === 'reason' && <ReasonField value={reason} onChange={setReason} />}
    </WriteDialog>
  )
}

function LossLine({ waybill, unload }: { waybill: WaybillDetail; unload: Grams | undefined }) {
  if (waybill.loadWeightG === undefined) return null
  const loss = unload === undefined || unload === 0 ? undefined : lossSentence(waybill.loadWeightG, unload, waybill.lossRule)
  return <p className="ys-weak" aria-live="polite">装货重量 {printTons(waybill.loadWeightG)} 吨。{loss && <strong className={loss.isOver ? 'wb-loss' : undefined}>{loss.text}</strong>}</p>
}

function SignLines({ waybill: { loadWeightG, unloadWeightG, lossRule } }: { waybill: WaybillDetail }) {
  if (loadWeightG === undefined || unloadWeightG === undefined) return <p>签收后费用按实际重量确定，不能再修改。</p>
  const loss = lossSentence(loadWeightG, unloadWeightG, lossRule)
  return (
    <>
      <p>装货 {printTons(loadWeightG)} 吨，卸货 {printTons(unloadWeightG)} 吨。<strong className={loss.isOver ? 'wb-loss' : undefined}>{loss.text}</strong></p>
      <p className="ys-weak">签收后费用按实际重量确定，不能再修改。</p>
    </>
  )
}
