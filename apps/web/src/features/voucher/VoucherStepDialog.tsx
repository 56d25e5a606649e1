// A step of a voucher made by hand, taken from its row: what it leads to, and the facts it is about.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { moveVoucher } from '@yunshu/contract/voucher/manual'
import type { VoucherRow } from '@yunshu/contract/voucher/voucher'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { formatDate } from '@yunshu/domain/figures/time'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import type { Input } from '@yunshu/contract/call'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('voucher')
export type VoucherStep = Input<typeof moveVoucher>['move']

const notes: Readonly<Record<VoucherStep, string>> = {
  audit: '审核后等待记账，制单人不能再修改。',
  sendBack: '退回后制单人可以修改，再提交审核。',
  post: '记账后编号并进入账簿，不能修改，只能冲销。',
  reverse: '冲销后生成一张红字凭证，原凭证保留。',
  void: '作废后不能恢复。',
}

interface VoucherStepDialogProps {
  row: VoucherRow
  move: VoucherStep
  onClose: () => void
}

export function VoucherStepDialog({ row, move, onClose }: VoucherStepDialogProps) {
  const step = voucherStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.voucherNo}`}
      about={{
        call: moveVoucher,
        fixed: seen,
        part: move,
        url: `${screenUrl('VoucherList')}?numbers=${row.voucherNo}`,
      }}
      note={notes[move]}
      facts={[
        ['类型', voucherKinds[row.kind]],
        ['金额(元)', <Money key="amount" value={row.amount} />],
        ['记账日期', formatDate(row.date)],
        ['制单人', row.maker],
        ['摘要', row.summary, 'wide'],
        ['对方', row.counterparty, 'wide'],
        [
          '分录',
          <a key="lines" className="ys-link" href={voucherUrl(row)}>
            打开凭证核对分录
          </a>,
          'wide',
        ],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) => send(moveVoucher, { ...seen, move, ...why })}
      onClose={onClose}
    />
  )
}
