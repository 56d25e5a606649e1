// The dialogs of the moves of a waybill that ask for something: weights, the actual time, photos, or a reason. A
// dispute has a form of its own.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import type { Input } from '@yunshu/contract/call'
import { waybillStates, type WaybillPeopleMove } from '@yunshu/domain/waybill/waybill'
import { missingPound, poundPlaces, proposedWeight, scaleGap, type PoundPlace } from '@yunshu/domain/waybill/pound'
import { grams, printKg, printTons, type Grams } from '@yunshu/domain/figures/weight'
import { useState } from 'react'
import { DateTimeInput } from '../../ui/fields/DateInput.tsx'
import { WeightInput, type FieldProps } from '../../ui/fields/FigureInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { FilePick } from '../../ui/FilePick.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { DisputeLines } from './DisputeLines.tsx'
import { lossSentence } from './loss.ts'
import { asWeighings } from './pound.ts'
import { SignedFreight } from './SignedFreight.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { useActor } from './useActor.ts'
import { papersOf, WaybillPhotos } from './WaybillPhotos.tsx'
import { WeightsLine } from './WeightsLine.tsx'

type MoveInput = Input<typeof moveWaybill>

interface MoveDialogProps {
  waybill: WaybillDetail
  move: WaybillPeopleMove
  onSend: (input: MoveInput, photos: readonly File[]) => Promise<unknown>
  onClose: () => void
  onReload: () => void
}

type Typed<T> = FieldProps<T>['value']
const readable = <T,>(value: Typed<T>): T | undefined => (isUnreadable(value) ? undefined : value)

interface MoveTyped extends Readonly<Record<string, unknown>> {
  readonly weight: Typed<Grams>
  readonly at: Typed<number>
  readonly reason: string
}

const firstTyped = (waybill: WaybillDetail, move: WaybillPeopleMove): MoveTyped => ({
  weight: firstWeight(waybill, move),
  at: undefined,
  reason: '',
})

interface Typing extends Pick<MoveDialogProps, 'waybill' | 'move'> {
  readonly version: number
  readonly title: string
  readonly hasFiles: boolean
}

const useMoveTyped = ({ waybill, move, version, title, hasFiles }: Typing) =>
  useTyped(
    {
      call: moveWaybill,
      fixed: { id: waybill.id, version, move },
      title,
      url: actUrl(screenUrl('WaybillDetails', { id: waybill.id }), move),
      hasFiles,
    },
    firstTyped(waybill, move),
  )

/** The place a move is about, and the weight its dialog opens with: that of the newest ticket, else the planned one. */
const placeOf = (move: WaybillPeopleMove): PoundPlace | undefined =>
  move === 'depart' ? 'load' : move === 'unload' || move === 'settleDispute' ? 'unload' : undefined

function firstWeight(waybill: WaybillDetail, move: WaybillPeopleMove): Grams | undefined {
  if (move === 'settleDispute') return waybill.disputedWeightG ?? waybill.unloadWeightG
  const place = placeOf(move)
  const weighed = place && proposedWeight(asWeighings(waybill.tickets), place)
  return weighed ?? (move === 'depart' ? waybill.planWeightG : undefined)
}

const weightLabels: Partial<Record<WaybillPeopleMove, string>> = {
  depart: '装货重量（以磅单为准）',
  unload: '卸货重量（以磅单为准）',
  settleDispute: '裁定的卸货重量',
}

/** Moves by which somebody judges what photos and scales say. */
const judged: readonly WaybillPeopleMove[] = ['sign', 'settleDispute', 'concede']

/** Moves that ask for nothing: their buttons send them at once, only an address opens a dialog for them. */
const plain: readonly WaybillPeopleMove[] = ['accept', 'arriveLoad', 'arriveUnload', 'resume']

/**
 * Holds what is typed until the move is made; when somebody else changed the waybill meanwhile, it says what before the
 * move can be made.
 */
export function MoveDialog({ waybill, move, onSend, onClose, onReload }: MoveDialogProps) {
  const { version, isChanged, notice } = useSeen(waybill)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const { label, danger = false, ask } = waybillStates.moves[move]
  const title = `${label} ${waybill.waybillNo}`
  const { typed, type, draft } = useMoveTyped({ waybill, move, version, title, hasFiles: photos.length > 0 })
  const { weight, at, reason } = typed
  const actor = useActor(waybill)
  // only the house decides on another weight; the receiver gives up what it disputed
  const weightLabel = move === 'settleDispute' && actor === 'shipper' ? undefined : weightLabels[move]
  const weighed = readable(weight)
  const isReady =
    !isChanged &&
    (weightLabel === undefined || (weighed !== undefined && weighed > 0)) &&
    (ask === undefined || reason.trim() !== '') &&
    !isUnreadable(at)
  // nothing to fill in: the record is named, and Enter answers
  const isPlain = plain.includes(move)
  const papers = judged.includes(move) ? papersOf(waybill) : []
  const send = (): Promise<unknown> =>
    onSend(
      {
        id: waybill.id,
        version,
        move,
        ...(ask === undefined ? {} : { reason: reason.trim() }),
        ...(readable(at) === undefined ? {} : { at: readable(at) }),
        ...(move === 'depart' && weighed !== undefined ? { loadWeightG: weighed } : {}),
        ...(weightLabel !== undefined && move !== 'depart' && weighed !== undefined ? { unloadWeightG: weighed } : {}),
      },
      photos,
    )
  return (
    <WriteDialog
      title={title}
      okText={label}
      danger={danger}
      isReady={isReady}
      isOffered={waybill.moves.includes(move)}
      takesEnter={isPlain}
      onSend={send}
      onClose={onClose}
      onReload={onReload}
      draft={draft}
      {...(papers.length > 0 ? { beside: <WaybillPhotos papers={papers} /> } : {})}
    >
      {notice}
      {isPlain && <PlainLines waybill={waybill} />}
      {move === 'sign' && <WeightsLine waybill={waybill} />}
      {weightLabel !== undefined && (
        <WeightField label={weightLabel} value={weight} onChange={next => type({ weight: next })} />
      )}
      {(move === 'settleDispute' || move === 'concede') && (
        <DisputeLines waybill={waybill} move={move} isHouse={actor === 'house'} />
      )}
      <PoundLines waybill={waybill} move={move} />
      {move === 'depart' && (
        <p className="ys-weak">
          计划重量 {printTons(waybill.planWeightG)} 吨
          {waybill.vehicleTonnageG !== undefined && `，核定载质量 ${printTons(waybill.vehicleTonnageG)} 吨`}
        </p>
      )}
      {weightLabel !== undefined && move !== 'depart' && <LossLine waybill={waybill} unload={weighed} />}
      {move === 'concede' && <LossLine waybill={waybill} unload={waybill.disputedWeightG ?? waybill.unloadWeightG} />}
      {move === 'sign' && <SignLines waybill={waybill} />}
      {move === 'void' && waybill.state === 'signed' && (
        <p className="ys-fault">该运单已签收记账：作废将以红字冲销收入与成本凭证，并释放数量。</p>
      )}
      {(move === 'depart' || move === 'unload' || move === 'sign') && (
        <DialogField label="实际时间（不填为当前时间）">
          {id => <DateTimeInput isPast id={id} value={at} onChange={next => type({ at: next })} />}
        </DialogField>
      )}
      {ask === 'reason' && <ReasonField value={reason} onChange={next => type({ reason: next })} />}
      {move === 'interrupt' && <FilePick label="现场照片" files={photos} onChange={setPhotos} />}
    </WriteDialog>
  )
}

/** The journey, for moves that ask for nothing. */
function PlainLines({ waybill }: { waybill: WaybillDetail }) {
  return (
    <p>
      {shortPlace(waybill.loadPlace)} → {shortPlace(waybill.unloadPlace)}
      <br />
      {waybill.itemNames} {printTons(waybill.planWeightG)} 吨 · {waybill.plate} {waybill.driverName}
    </p>
  )
}

interface WeightFieldProps {
  label: string
  value: Typed<Grams>
  onChange: (next: Typed<Grams>) => void
}

function WeightField({ label, value, onChange }: WeightFieldProps) {
  return (
    <DialogField label={label}>
      {id => (
        <>
          <WeightInput id={id} value={value} onChange={onChange} />
          {isUnreadable(value) && (
            <span className="ys-fault" role="alert">
              {value.fault}
            </span>
          )}
        </>
      )}
    </DialogField>
  )
}

/** The weighings at a place, and demands of the goods that are not met yet. */
function PoundLines({ waybill, move }: { waybill: WaybillDetail; move: WaybillPeopleMove }) {
  const place = placeOf(move)
  if (place === undefined) return null
  const tickets = asWeighings(waybill.tickets)
  const weighed = proposedWeight(tickets, place)
  const gap = scaleGap(tickets, place)
  const missing = move === 'settleDispute' ? undefined : missingPound(waybill.poundRule, place, tickets)
  return (
    <>
      {missing && (
        <p className="ys-fault">
          该货源要求{poundPlaces[place]}磅单{missing === 'photo' ? '照片' : '重量'}，请先在“磅单”中登记
        </p>
      )}
      {weighed !== undefined && (
        <p className="ys-weak">
          最近一张{poundPlaces[place]}磅单净重 {printTons(weighed)} 吨
          {gap !== undefined && gap !== 0 && (
            <strong className="wb-loss">，双方磅重相差 {printKg(grams(Math.abs(gap)))} 公斤</strong>
          )}
        </p>
      )}
    </>
  )
}

function LossLine({ waybill, unload }: { waybill: WaybillDetail; unload: Grams | undefined }) {
  if (waybill.loadWeightG === undefined) return null
  const loss =
    unload === undefined || unload === 0 ? undefined : lossSentence(waybill.loadWeightG, unload, waybill.lossRule)
  return (
    <p className="ys-weak" aria-live="polite">
      装货重量 {printTons(waybill.loadWeightG)} 吨。
      {loss && <strong className={loss.isOver ? 'wb-loss' : undefined}>{loss.text}</strong>}
    </p>
  )
}

function SignLines({ waybill }: { waybill: WaybillDetail }) {
  const { loadWeightG, unloadWeightG, lossRule } = waybill
  if (loadWeightG === undefined || unloadWeightG === undefined) return <p>签收后费用按实际重量确定，不能再修改。</p>
  const loss = lossSentence(loadWeightG, unloadWeightG, lossRule)
  return (
    <>
      <p>
        装货 {printTons(loadWeightG)} 吨，卸货 {printTons(unloadWeightG)} 吨。
        <strong className={loss.isOver ? 'wb-loss' : undefined}>{loss.text}</strong>
      </p>
      <SignedFreight waybill={waybill} />
      <p className="ys-weak">签收后费用按实际重量确定，不能再修改。</p>
    </>
  )
}
