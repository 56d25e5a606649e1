// The steps of a fund record: another person's confirmation or rejection, or the maker's way back.
import { actUrl } from '@yunshu/contract/actLink'
import { confirmFund, rejectFund, withdrawFund, type FundRow } from '@yunshu/contract/fund/fund'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { fundKinds, fundStates, type FundMove } from '@yunshu/domain/fund'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

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

/** The reason stays when the server refuses. */
export function FundDialog({ row, move, onClose }: FundDialogProps) {
  const { label } = fundStates.moves[move]
  const options = { quiet: true, invalidates, done: () => toast.success(`已${label}`) }
  const confirm = useSend(confirmFund, options)
  const reject = useSend(rejectFund, options)
  const withdraw = useSend(withdrawFund, options)
  const seen = { id: row.id, version: row.version }
  const title = `${label} ${row.recordNo}`
  const { typed, type, draft } = useTyped(
    { call: rejectFund, fixed: seen, title, url: actUrl(listUrl('FundList', { text: row.recordNo }), move) },
    { reason: '' },
  )
  const text = typed.reason.trim()
  const send = async (): Promise<unknown> => {
    if (move === 'confirm') return confirm.submit({ ...seen, expectAmount: row.amount })
    return move === 'reject' ? reject.submit({ ...seen, reason: text }) : withdraw.submit(seen)
  }
  const { serial, day, label: kind } = fundKinds[row.kind]
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      danger={move === 'reject'}
      isReady={move !== 'reject' || text !== ''}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['类型', kind],
          ['金额(元)', <Money key="amount" value={row.amount} strong />],
          [day, <Time key="date" value={row.date} dayOnly whole />],
          [serial, row.serial],
          ['货主', row.shipperName],
          ['油品或 ETC 账户', row.provider],
          ['分公司', row.branchName],
          ['登记人', row.maker],
        ]}
      />
      {move === 'reject' && <ReasonField value={typed.reason} onChange={reason => type({ reason })} />}
    </WriteDialog>
  )
}
