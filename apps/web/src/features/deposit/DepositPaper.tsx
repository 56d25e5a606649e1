// The papers of deposits: the receipt (收据) a carrier gets for its money, and the paper of money that goes back (押金退款单).
import type { DepositDetail } from '@yunshu/contract/deposit/deposit'
import type { DepositBackDetail } from '@yunshu/contract/deposit/depositBack'
import { depositBackKinds, depositBackStates, depositMeans, depositPurposes } from '@yunshu/domain/deposit'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { PaperSlip } from '../../ui/PaperSlip.tsx'

/** The receipt for money that was taken. */
export const DepositPaper = ({ of }: { of: DepositDetail }) => (
  <PaperSlip
    title="押金收据"
    no={of.depositNo}
    rows={[
      ['交款单位', of.carrierName],
      ['收款单位', of.branchName],
      ['收款事由', `${depositPurposes[of.purpose]}押金`],
      ['金额', `${printMoney(of.amount)} 元`],
      ['大写', of.amountInWords],
      ['收款方式', depositMeans[of.means]],
      ['到账日期', formatDate(of.date)],
      ['银行流水号', of.serial],
      ['备注', of.remark],
    ]}
    signs={[`收款单位（盖章）　登记 ${of.maker}　复核 ${of.checker ?? ''}`, '交款人：']}
  />
)

/** The paper of money that goes back, or that paid a debt. */
export const DepositBackPaper = ({ of }: { of: DepositBackDetail }) => (
  <PaperSlip
    title={of.kind === 'RETURN' ? '押金退款单' : '押金抵欠款单'}
    no={of.backNo}
    rows={[
      ['承运商', of.carrierName],
      ['退款单位', of.branchName],
      ['原押金', `${of.depositNo}　${depositPurposes[of.purpose]}`],
      ['方式', `${depositBackKinds[of.kind]}（${depositBackStates.states[of.state].label}）`],
      ['金额', `${printMoney(of.amount)} 元`],
      ['大写', of.amountInWords],
      ['收款账户', of.accountNo === undefined ? undefined : `${of.accountName} ${of.accountNo} ${of.bank}`],
      ['先抵欠款', of.debtNo],
      ['银行流水号', of.serial],
      ['退款时间', of.paidAt === undefined ? undefined : formatDateTime(of.paidAt)],
      ['原因', of.reason],
    ]}
    signs={[`申请 ${of.asker}　审批 ${of.approver ?? ''}　支付 ${of.payer ?? ''}`, '承运商签收（盖章）：']}
  />
)
