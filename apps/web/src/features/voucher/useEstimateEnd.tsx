// Letting an estimate go that nobody will ever bill, from its page: asked by one person, agreed to by another.
import {
  askEstimateEnd,
  listEstimateEnds,
  moveEstimateEnd,
  type EstimateEnd,
} from '@yunshu/contract/voucher/estimateEnd'
import { staleAfter } from '@yunshu/contract/topics'
import type { TentativeVoucher } from '@yunshu/contract/voucher/voucherPages'
import { fen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { estimateEndStates, type EstimateEndMove } from '@yunshu/domain/voucher/estimateEnd'
import { useState, type ReactNode } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useCall } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

type Item = TentativeVoucher['items'][number]
type Doing = { readonly item: Item } | { readonly end: EstimateEnd; readonly move: EstimateEndMove }

const invalidates = staleAfter('voucher', 'waybill')
const askText =
  '由另一人确认后，暂估和成本红字冲回，运单不再结算，承运商会收到通知。以后对方仍要收款的，运费可以申请调差，转派服务费不能恢复。'
const notes: Readonly<Record<EstimateEndMove, string>> = {
  confirm: '确认后红字冲回暂估，成本减少这笔金额，不能撤回。',
  reject: '驳回后暂估不变，可以重新申请。',
  withdraw: '撤回后暂估不变。',
}

/** The act that asks, in the words a machine has for its steps. */
const asking = { label: '核销暂估', done: '已申请，待另一人确认', danger: true, ask: 'reason' } as const

/** The acts of an estimate's page, the requests it has had, and the question before an act. */
export function useEstimateEnd(voucherId: string): {
  /** The agreement a reader is asked for. */
  readonly primary: RowAction | undefined
  readonly acts: (voucher: TentativeVoucher) => readonly RowAction[]
  readonly ends: readonly EstimateEnd[]
  readonly dialog: ReactNode
} {
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const mayAsk = useCan('debt.collect') && isHouse
  const { data } = useCall(listEstimateEnds, { voucherId }, { quiet: true, enabled: isHouse })
  const [doing, setDoing] = useState<Doing>()
  const ends = data?.rows ?? []
  const waiting = ends.filter(({ state }) => state === 'asked')
  const stepOf = (end: EstimateEnd, move: EstimateEndMove): RowAction => ({
    label: `${estimateEndStates.moves[move].label}${ends.length === 1 ? '' : `：${end.waybillNo}`}`,
    danger: move === 'reject',
    onClick: () => setDoing({ end, move }),
  })
  const [next] = waiting.filter(({ moves }) => moves.includes('confirm'))
  return {
    ends,
    primary: next && stepOf(next, 'confirm'),
    acts: ({ items }) => [
      ...waiting.flatMap(end =>
        end.moves.filter(move => end !== next || move !== 'confirm').map(move => stepOf(end, move)),
      ),
      ...(mayAsk ? items : [])
        .filter(({ open, waybillId }) => open > 0 && waiting.every(end => end.waybillId !== waybillId))
        .map(item => ({
          label: `${asking.label}${items.length === 1 ? '' : `：${item.waybillNo}`}`,
          danger: true,
          onClick: () => setDoing({ item }),
        })),
    ],
    dialog: doing && <EndDialog voucherId={voucherId} doing={doing} onClose={() => setDoing(undefined)} />,
  }
}

function EndDialog({ voucherId, doing, onClose }: { voucherId: string; doing: Doing; onClose: () => void }) {
  if ('item' in doing) {
    const { waybillId, waybillNo, open, carrier } = doing.item
    const seen = { voucherId, waybillId, expectAmount: fen(open) }
    return (
      <StepDialog
        step={asking}
        title={`${asking.label} ${waybillNo}`}
        about={{ call: askEstimateEnd, fixed: seen }}
        note={askText}
        facts={[
          ['承运商', carrier],
          ['暂估(元)', <Money key="open" value={open} />],
          ['成本减少(元)', <Money key="cost" value={open} />],
        ]}
        invalidates={invalidates}
        onSend={(send, { reason }) => send(askEstimateEnd, { ...seen, reason })}
        onClose={onClose}
      />
    )
  }
  const { end, move } = doing
  const step = estimateEndStates.moves[move]
  const seen = { id: end.id, version: end.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${end.waybillNo}`}
      about={{ call: moveEstimateEnd, fixed: seen }}
      note={notes[move]}
      facts={[
        ['承运商', end.carrier],
        ['暂估(元)', <Money key="open" value={end.amount} />],
        ...(move === 'confirm' ? [['成本减少(元)', <Money key="cost" value={end.amount} />] as const] : []),
        ['申请人', end.asker],
        ['原因', end.reason, 'wide'],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) => send(moveEstimateEnd, { ...seen, move, ...why })}
      onClose={onClose}
    />
  )
}
