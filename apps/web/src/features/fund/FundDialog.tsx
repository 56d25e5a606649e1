// The steps of a fund record: another person's confirmation or rejection, or the maker's way back.
import { actUrl } from '@yunshu/contract/actLink'
import { confirmFund, getFund, rejectFund, withdrawFund, type FundRow } from '@yunshu/contract/fund/fund'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fundKinds, fundStates, type FundMove } from '@yunshu/domain/fund'
import { useCall } from '../../lib/useCall.ts'
import { SlipFiles } from '../../parts/receipt/SlipFiles.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('fund', 'voucher')
const notes: Readonly<Record<FundMove, string>> = {
  confirm: '请先与银行回单或发票核对。确认后立即记账，不能修改或撤回。',
  reject: '驳回后不能恢复，登记人须重新登记。',
  withdraw: '撤回后不能恢复，可以重新登记。',
}

interface FundDialogProps {
  row: FundRow
  move: FundMove
  onClose: () => void
}

/** One dialog for every step. */
export function FundDialog({ row, move, onClose }: FundDialogProps) {
  const step = fundStates.moves[move]
  const seen = { id: row.id, version: row.version }
  const { serial, day, label: kind } = fundKinds[row.kind]
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.recordNo}`}
      about={{ call: rejectFund, fixed: seen, url: actUrl(listUrl('FundList', { text: row.recordNo }), move) }}
      note={notes[move]}
      facts={[
        ['类型', kind],
        ['金额(元)', <Money key="amount" value={row.amount} strong />],
        [day, <Time key="date" value={row.date} dayOnly whole />],
        [serial, row.serial],
        ['货主', row.shipperName],
        ['油品或 ETC 账户', row.provider],
        ['分公司', row.branchName],
        ['登记人', row.maker],
      ]}
      invalidates={invalidates}
      onSend={(send, { reason }) => {
        if (move === 'confirm') return send(confirmFund, { ...seen, expectAmount: row.amount })
        return move === 'reject' ? send(rejectFund, { ...seen, reason }) : send(withdrawFund, seen)
      }}
      onClose={onClose}
    >
      {move === 'confirm' && <Slips id={row.id} />}
    </StepDialog>
  )
}

/** The slips beside what was typed of them. */
function Slips({ id }: { id: string }) {
  const { data } = useCall(getFund, { id }, { quiet: true })
  return data === undefined ? <Skeleton lines={3} /> : <SlipFiles files={data.files} />
}
