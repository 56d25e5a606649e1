// One payment of a sheet on paper (付款单): who is paid, from which sheet, how, and what the bank said.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { isSimulated, partnerStates } from '@yunshu/domain/partner'
import { payChannels, payerLabel, paymentStates, settlementKinds } from '@yunshu/domain/settlement/settlement'
import { printCount } from '@yunshu/domain/figures/decimal'
import { PaperSlip } from '../../ui/PaperSlip.tsx'

interface PaymentPaperProps {
  sheet: SettlementDetail
  of: SettlementDetail['payments'][number]
}

const timeOf = (at: number | undefined): string | undefined => (at === undefined ? undefined : formatDateTime(at))

export const PaymentPaper = ({ sheet, of }: PaymentPaperProps) => (
  <PaperSlip
    title="付款单"
    no={of.taskNo}
    rows={[
      ['结算单', `${sheet.settlementNum}（${settlementKinds[sheet.kind]}）`],
      [payerLabel(sheet), sheet.shipperName],
      ['承运商', sheet.carrierName],
      ['收款人', of.payee],
      ['收款账户', `${of.account}　${of.bank}`],
      ['运单', `${printCount(of.waybills)} 单`],
      ['金额', `${printMoney(of.amount)} 元`],
      ['大写', moneyInWords(of.amount)],
      [
        '支付通道',
        `${payChannels[of.channel]}${isSimulated(of.channel) ? `（${partnerStates.simulated.label}）` : ''}`,
      ],
      ['支付结果', paymentStates.states[of.state].label],
      ['银行流水号', of.bankSerial],
      ['说明', of.reason],
      ['发送时间', timeOf(of.sentAt)],
      ['完成时间', timeOf(of.doneAt)],
    ]}
    signs={[`制单 ${sheet.maker}`, `审核 ${sheet.auditor ?? ''}`, `支付 ${sheet.payer ?? ''}`, '收款人签章：']}
  />
)
