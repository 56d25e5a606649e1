// The steps of a remittance beside the claim: confirmed by another person, rejected, taken back, sent back, and agreed to as a
// payment that came back.
import { actUrl } from '@yunshu/contract/actLink'
import {
  confirmRemittance,
  confirmReturn,
  getRemittance,
  moveRemittance,
  refundRemittance,
  remittanceSerialMax,
  type RemittanceRow,
} from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { remittanceStates, type RemittanceMove } from '@yunshu/domain/remittance'
import { Radio } from 'antd'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { SlipFiles } from '../../parts/receipt/SlipFiles.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { OtherMoney } from './OtherMoney.tsx'
import { claimedFor, remittanceFacts, returnFacts } from './remittanceFacts.tsx'
import './remittance.css'

const invalidates = staleAfter('remittance', 'voucher')
export type DialogMove = Exclude<RemittanceMove, 'claim' | 'askReturn'>

const notes: Readonly<Record<DialogMove, string>> = {
  confirm: '请先与银行回单核对。确认后立即记账为待认领来款，不能修改或撤回。',
  reject: '驳回后不能恢复，登记人须重新登记。',
  withdraw: '撤回后不能恢复，可以重新登记。',
  unclaim:
    '撤销后红字冲回：这笔认领的款回到待认领，可以重新认领或退回，用它冲抵的应收、收回的欠款恢复未付；其他认领不变。',
  askRefund:
    '退回须另一人确认，确认以前可以取消。已认领一部分的，退回的是未认领的余款；以后撤销认领的，可以再认领或再退回。',
  refund: '请先在银行把款退回原账户，再填写退款的流水号。确认后立即记账。',
  keep: '来款回到待认领。',
  confirmReturn: '请与银行回单或对账流水核对。确认后这笔支付为已退汇，运单恢复未付，这笔来款用完，不能撤销。',
  dropReturn: '来款回到待认领，登记人会收到通知。',
}

interface RemittanceDialogProps {
  row: RemittanceRow
  move: DialogMove
  /** The claim to be taken back, where it was chosen already. */
  claimId?: string
  onClose: () => void
}

/** One dialog for every step. */
export function RemittanceDialog({ row, move, claimId: given, onClose }: RemittanceDialogProps) {
  const [claimId, setClaimId] = useState(given)
  const step = remittanceStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.remittanceNo}`}
      about={{
        call: callOf(move),
        fixed: seen,
        url: actUrl(listUrl('RemittanceList', { text: row.remittanceNo }), move),
      }}
      note={notes[move]}
      facts={remittanceFacts(row)}
      text={move === 'refund' ? { label: '退回的银行流水号', max: remittanceSerialMax } : undefined}
      day={move === 'refund' ? '退回日期' : undefined}
      invalidates={invalidates}
      onSend={(send, { why, text: serial, onDay, isTicked: isOther }) => {
        if (move === 'confirm') return send(confirmRemittance, { ...seen, expectAmount: row.amount })
        if (move === 'confirmReturn') return send(confirmReturn, { ...seen, expectAmount: row.amount })
        if (move === 'refund') return send(refundRemittance, { ...seen, expectAmount: row.rest, serial, ...onDay })
        return send(moveRemittance, {
          ...seen,
          move,
          ...why,
          ...(claimId === undefined ? {} : { claimId }),
          ...(isOther ? { isOther } : {}),
        })
      }}
      onClose={onClose}
      tick={
        move === 'askRefund'
          ? (isOther, onTick) => <OtherMoney row={row} value={isOther} onChange={onTick} />
          : undefined
      }
    >
      {move === 'unclaim' && <WhichClaim id={row.id} value={claimId} onChange={setClaimId} />}
      {move === 'confirm' && <Slips id={row.id} />}
      {(move === 'confirmReturn' || move === 'dropReturn') && <Pointed id={row.id} />}
    </StepDialog>
  )
}

/** The call a draft of the step is of. */
const callOf = (move: DialogMove) =>
  move === 'refund' ? refundRemittance : move === 'confirmReturn' ? confirmReturn : moveRemittance

interface WhichClaimProps {
  id: string
  value: string | undefined
  onChange: (next: string) => void
}

/** The claims that stand, where there are several: one of them is taken back. */
function WhichClaim({ id, value, onChange }: WhichClaimProps) {
  const { data } = useCall(getRemittance, { id }, { quiet: true })
  if (data === undefined) return <Skeleton lines={3} />
  const standing = data.claims.filter(({ undone }) => undone === undefined)
  if (standing.length < 2) return null
  return (
    <Radio.Group
      className="ys-remittance-standing"
      aria-label="要撤销的认领"
      value={value}
      options={standing.map(claim => ({
        value: claim.id,
        label: (
          <span className="ys-remittance-claim">
            <span>{claimedFor(claim)}</span>
            <span>
              <Money value={claim.amount} /> 元
            </span>
            <span className="ys-weak">{claim.by}</span>
          </span>
        ),
      }))}
      onChange={({ target }) => onChange(String(target.value))}
    />
  )
}

/** The payment the money was pointed at, with why and the slip. */
function Pointed({ id }: { id: string }) {
  const { data } = useCall(getRemittance, { id }, { quiet: true })
  if (data === undefined) return <Skeleton lines={3} />
  return (
    <>
      <Facts
        items={[
          ...returnFacts(data),
          ['银行消息', data.returnOf?.isReturned ? '银行先报了退汇，款项在账上已有一笔；确认后只留一笔' : undefined],
          ['登记原因', data.reason, 'wide'],
        ]}
      />
      <SlipFiles files={data.files} isOfFile={data.isOfFile} />
    </>
  )
}

/** The bank's slip beside what was typed of it. */
function Slips({ id }: { id: string }) {
  const { data } = useCall(getRemittance, { id }, { quiet: true })
  return data === undefined ? <Skeleton lines={3} /> : <SlipFiles files={data.files} isOfFile={data.isOfFile} />
}
