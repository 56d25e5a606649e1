// The answers to an arrival a circle proves, as acts of its waybill: taking it is one press and the next step.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import type { ProvenArrival, WaybillDetail } from '@yunshu/contract/waybill/details'
import { answerArrival } from '@yunshu/contract/waybill/life'
import { proposalStates, type ArrivalAnswer } from '@yunshu/domain/track/arrival'
import { useState, type ReactNode } from 'react'
import type { Failure, Refusal } from '../../lib/errors.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import type { AddressAct } from '../../ui/record/useAddressAct.ts'
import { faultOfWrite, WriteFault } from '../../ui/WriteDialog.tsx'
import { arrivalActOf } from './addressActs.ts'
import { arrivalText } from './ArrivalNote.tsx'
import { ReasonAsk } from './ReasonAsk.tsx'
import { TakeArrival } from './TakeArrival.tsx'

interface Props {
  waybill: WaybillDetail
  onReload: () => void
  link: AddressAct
}

interface Answering {
  readonly arrival: ProvenArrival
  readonly answer: ArrivalAnswer
}

const isOpen = ({ arrival }: WaybillDetail): boolean => arrival !== undefined && arrival.answers.length > 0

/** `next` is empty unless the reader can take it; `dialogs` hold the answer that is asked for, and a refusal. */
export function useArrivalActs({ waybill, onReload, link }: Props): {
  next: readonly RowAction[]
  rest: readonly RowAction[]
  dialogs: ReactNode
} {
  const { arrival } = waybill
  const [fault, setFault] = useState<Refusal | Failure>()
  const [pressed, setPressed] = useState<Answering>()
  const asked = (['take', 'refuse'] as const).find(answer => arrivalActOf[answer] === link.act)
  // a dialog that stands open stays, whatever becomes of the arrival meanwhile: the answer is refused in words
  const [linked, setLinked] = useState<Answering>()
  if (asked === undefined && linked) setLinked(undefined)
  else if (asked !== undefined && arrival && linked?.answer !== asked) setLinked({ arrival, answer: asked })
  const answering = pressed ?? linked
  const { submit, isBusy } = useSend(answerArrival, {
    quiet: true,
    invalidates: staleAfter('waybill', 'task', 'goods'),
    done: (_, { answer, at }) =>
      toast.success(answer === 'refuse' ? '已记为不采用' : at === undefined ? '已按围栏时间登记到达' : '已登记到达'),
  })
  const take = async (seen: ProvenArrival): Promise<void> => {
    setFault(undefined)
    try {
      await submit({ id: waybill.id, version: waybill.version, proposalId: seen.id, answer: 'take' })
    } catch (error) {
      setFault(faultOfWrite(error))
    }
  }
  const offered = arrival && isOpen(waybill) ? arrival : undefined
  return {
    next: offered
      ? [{ label: `采用 ${arrivalText(offered)}`, disabled: isBusy, onClick: () => void take(offered) }]
      : [],
    rest: offered
      ? [
          { label: '采用其他时间', onClick: () => setPressed({ arrival: offered, answer: 'take' }) },
          {
            label: proposalStates.moves.refuse.label,
            danger: true,
            onClick: () => setPressed({ arrival: offered, answer: 'refuse' }),
          },
        ]
      : [],
    dialogs: (
      <>
        <WriteFault
          error={fault}
          onReload={() => {
            setFault(undefined)
            onReload()
          }}
        />
        {answering && (
          <Answer
            key={`${answering.arrival.id} ${answering.answer}`}
            {...answering}
            waybill={waybill}
            onReload={onReload}
            onSend={submit}
            onClose={() => {
              setPressed(undefined)
              link.done()
            }}
          />
        )}
      </>
    ),
  }
}

interface AnswerProps extends Answering {
  waybill: WaybillDetail
  onSend: (input: {
    id: string
    version: number
    proposalId: string
    answer: ArrivalAnswer
    at?: number
    reason?: string
  }) => Promise<unknown>
  onReload: () => void
  onClose: () => void
}

function Answer({ waybill, arrival, answer, onSend, onReload, onClose }: AnswerProps) {
  const { id } = waybill
  const sent = { id, proposalId: arrival.id, answer }
  if (answer === 'take')
    return (
      <TakeArrival
        {...{ waybill, arrival, onReload, onClose }}
        onSend={(version, at) => onSend({ ...sent, version, ...(at === undefined ? {} : { at }) })}
      />
    )
  return (
    <ReasonAsk
      call={answerArrival}
      part={`${arrival.id}.${answer}`}
      url={actUrl(screenUrl('WaybillDetails', { id }), arrivalActOf[answer])}
      title={`${proposalStates.moves[answer].label} ${waybill.waybillNo}`}
      okText="不采用"
      waybill={waybill}
      onReload={onReload}
      onClose={onClose}
      onSend={(version, reason) => onSend({ ...sent, version, reason })}
    >
      <p>
        {arrivalText(arrival)}（{arrival.place}）
      </p>
    </ReasonAsk>
  )
}
