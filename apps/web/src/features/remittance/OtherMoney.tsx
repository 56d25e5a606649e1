// A tick beside money that is to be sent back and is of the amount of a payment the bank named as come back.
import { listReturnable, type RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { Checkbox } from 'antd'
import { useCall } from '../../lib/useCall.ts'

interface OtherMoneyProps {
  row: RemittanceRow
  value: boolean
  onChange: (next: boolean) => void
}

/** Payments of the amount the bank named as come back: whoever sends the money back says that it is other money. */
export function OtherMoney({ row, value, onChange }: OtherMoneyProps) {
  const { data } = useCall(listReturnable, { id: row.id }, { quiet: true })
  const named = data?.rows.filter(({ isReturned }) => isReturned) ?? []
  if (named.length === 0) return null
  return (
    <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)}>
      银行已报支付任务 {named.map(({ taskNo }) => taskNo).join('、')} 退汇，金额相同；这笔是另一笔款，不是那笔退汇
    </Checkbox>
  )
}
