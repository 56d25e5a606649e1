// The payments money may be, come back, as somebody chooses among them.
import type { ReturnablePayment } from '@yunshu/contract/remittance/remittance'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Radio } from 'antd'
import { Money, Time } from '../../ui/Figures.tsx'
import './paymentBack.css'

interface ChoiceProps {
  rows: readonly ReturnablePayment[]
  chosen: string
  onChoose: (id: string) => void
}

export function ReturnableChoice({ rows, chosen, onChoose }: ChoiceProps) {
  if (rows.length === 0) return <p>本分公司没有金额相同、在来款以前付出的支付任务。</p>
  return (
    <Radio.Group
      className="ys-returnables"
      aria-label="退回的支付任务"
      value={chosen}
      options={rows.map(row => ({ value: row.id, label: <Choosable row={row} /> }))}
      onChange={({ target }) => onChoose(String(target.value))}
    />
  )
}

function Choosable({ row }: { row: ReturnablePayment }) {
  return (
    <span className="ys-returnable">
      <span>{row.taskNo}</span>
      <span>
        {row.payee} {row.account}
      </span>
      <span>
        <Money value={row.amount} /> 元
      </span>
      <span>
        <Time value={row.paidAt} dayOnly whole /> 付出
      </span>
      <span className="ys-weak">
        {row.settlementNum}，{printCount(row.waybills)} 单{row.isSameAccount && '，与付款账号一致'}
        {row.isReturned && '，银行已报退汇'}
      </span>
    </span>
  )
}
