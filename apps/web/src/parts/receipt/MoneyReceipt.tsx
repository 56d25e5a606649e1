// The receipt (收据) a company gets for money that came in and is booked.
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { PaperSlip } from '../../ui/PaperSlip.tsx'

export interface ReceivedMoney {
  readonly no: string
  /** The company it is from, and the account holder where another one sent it. */
  readonly from: string
  readonly sender?: string | undefined
  readonly branchName: string
  readonly reason: string
  readonly amount: Fen
  readonly date: number
  readonly serial: string
  readonly remark?: string | undefined
  readonly maker: string
  readonly checker?: string | undefined
}

export const MoneyReceipt = ({ of }: { of: ReceivedMoney }) => (
  <PaperSlip
    title="收据"
    no={of.no}
    rows={[
      ['交款单位', of.from],
      ['付款账户', of.sender === of.from ? undefined : of.sender],
      ['收款单位', of.branchName],
      ['收款事由', of.reason],
      ['金额', `${printMoney(of.amount)} 元`],
      ['大写', moneyInWords(of.amount)],
      ['到账日期', formatDate(of.date)],
      ['银行流水号', of.serial],
      ['备注', of.remark],
    ]}
    signs={[`收款单位（盖章）　登记 ${of.maker}　复核 ${of.checker ?? ''}`, '交款人：']}
  />
)
