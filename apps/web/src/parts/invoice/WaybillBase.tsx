// The base of one waybill beside its invoices: as its signature kept it, and put right by two people of the house.
import {
  askBaseChange,
  getWaybillBase,
  moveBaseChange,
  type BaseChange,
  type WaybillBase as Base,
} from '@yunshu/contract/invoice/baseChange'
import { staleAfter } from '@yunshu/contract/topics'
import { baseChangeStates, type BaseChangeMove } from '@yunshu/domain/invoice/baseChange'
import { inputBases, type InputBase } from '@yunshu/domain/invoice/inputClass'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Button } from 'antd'
import { useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Time } from '../../ui/Figures.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { otherBaseOf } from './BaseDialog.tsx'
import './waybillBase.css'

const invalidates = staleAfter('invoice')
const askText =
  '由另一人确认后更改。已绑定进项发票或凭证的运单不能更改，请先解除绑定。承运商以后签收的运单按企业页的开票口径，不受影响。'
const notes: Readonly<Record<BaseChangeMove, string>> = {
  confirm: '请与承运商的合同或发票核对。确认后按新口径绑定进项发票。',
  reject: '驳回后口径不变，可以重新申请。',
  withdraw: '撤回后口径不变。',
}

interface Of {
  readonly id: string
  readonly waybillNo: string
}

/** Shown to people of the house who bind invoices; nothing for waybills whose base was never kept. */
export function WaybillBase({ id, waybillNo }: Of) {
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const mayRead = useCan('invoice.input') && isHouse
  const { data } = useCall(getWaybillBase, { waybillId: id }, { quiet: true, enabled: mayRead })
  if (!mayRead || data?.base === undefined) return null
  return <Shown of={{ id, waybillNo }} data={data} base={data.base} />
}

function Shown({ of, data, base }: { of: Of; data: Base; base: InputBase }) {
  const [isAsking, setAsking] = useState(false)
  const [moving, setMoving] = useState<{ change: BaseChange; move: BaseChangeMove }>()
  const [last] = data.changes
  return (
    <div className="wb-base">
      <span>承运商开票{inputBases[base]}</span>
      {data.canAsk && (
        <Button size="small" onClick={() => setAsking(true)}>
          更改口径
        </Button>
      )}
      {last && (
        <span className="ys-weak">
          {last.asker} <Time value={last.askedAt} /> 申请改为{inputBases[last.to]}：{last.reason}
          {last.answer === undefined ? '' : `；驳回：${last.answer}`}
        </span>
      )}
      {last && <StatusTag machine={baseChangeStates} state={last.state} />}
      {last?.moves.map(move => (
        <Button
          key={move}
          size="small"
          danger={'danger' in baseChangeStates.moves[move]}
          onClick={() => setMoving({ change: last, move })}
        >
          {baseChangeStates.moves[move].label}
        </Button>
      ))}
      {isAsking && <AskDialog of={of} base={otherBaseOf(base)} onClose={() => setAsking(false)} />}
      {moving && <MoveDialog waybillNo={of.waybillNo} {...moving} onClose={() => setMoving(undefined)} />}
    </div>
  )
}

function AskDialog({ of: { id, waybillNo }, base, onClose }: { of: Of; base: InputBase; onClose: () => void }) {
  const { submit } = useSend(askBaseChange, { quiet: true, invalidates })
  return (
    <ReasonDialog
      title={`${waybillNo} 改为开票${inputBases[base]}`}
      okText="提交申请"
      text={askText}
      danger={false}
      about={{ call: askBaseChange, fixed: { waybillId: id, base } }}
      onSend={async reason => {
        await submit({ waybillId: id, base, reason })
        toast.success('已申请，待另一人确认')
      }}
      onClose={onClose}
      onReload={() => void refreshStale(invalidates)}
    />
  )
}

interface MoveDialogProps {
  waybillNo: string
  change: BaseChange
  move: BaseChangeMove
  onClose: () => void
}

function MoveDialog({ waybillNo, change, move, onClose }: MoveDialogProps) {
  const step = baseChangeStates.moves[move]
  const seen = { id: change.id, version: change.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${waybillNo}`}
      about={{ call: moveBaseChange, fixed: seen }}
      note={notes[move]}
      facts={[
        ['现口径', inputBases[change.from]],
        ['改为', inputBases[change.to]],
        ['申请人', change.asker],
        ['原因', change.reason, 'wide'],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) => send(moveBaseChange, { ...seen, move, ...why })}
      onClose={onClose}
    />
  )
}
