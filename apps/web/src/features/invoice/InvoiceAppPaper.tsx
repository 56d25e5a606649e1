// An application for invoices on paper (开票申请单): the title, the invoices it becomes, and who asked and agreed.
import type { InvoiceAppDetail } from '@yunshu/contract/invoice/application'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { invoiceAppStates, invoiceKinds, invoiceSplits, invoiceStates } from '@yunshu/domain/invoice/invoice'
import { printCount } from '@yunshu/domain/figures/decimal'
import { PaperSlip, SlipTable } from '../../ui/PaperSlip.tsx'

const heads = ['开票流水号', '发票号码', '状态', '行数', '价税合计(元)', '税额(元)']
const figures: ReadonlySet<string> = new Set(heads.slice(3))

export function InvoiceAppPaper({ of }: { of: InvoiceAppDetail }) {
  const { title } = of
  return (
    <PaperSlip
      title="开票申请单"
      no={of.appNo}
      rows={[
        ['状态', invoiceAppStates.states[of.state].label],
        ['购买方', title.name],
        ['税号', title.taxNo],
        ['地址、电话', [title.address, title.phone].filter(Boolean).join(' ')],
        ['开户行、账号', [title.bank, title.accountNo].filter(Boolean).join(' ')],
        ['货主', of.shipperName === title.name ? undefined : of.shipperName],
        ['开票方', of.branchName],
        ['发票种类', `${invoiceKinds[of.kind]}　${invoiceSplits[of.splitBy]}`],
        ['运单', `${printCount(of.waybills)} 单`],
        ['价税合计', `${printMoney(of.gross)} 元`],
        ['大写', moneyInWords(of.gross)],
        ['不含税金额', `${printMoney(of.net)} 元`],
        ['税额', `${printMoney(of.tax)} 元`],
        ['申请时间', formatDateTime(of.createdAt)],
        ['备注', of.remark],
      ]}
      signs={[`申请 ${of.maker}`, `审核 ${of.reviewer ?? ''}`, '开票：']}
    >
      <SlipTable
        heads={heads}
        figures={figures}
        rows={of.items.map(item => [
          item.serialNo,
          item.invoiceNo ?? '',
          invoiceStates.states[item.state].label,
          String(item.lines),
          printMoney(item.gross),
          printMoney(item.tax),
        ])}
      />
    </PaperSlip>
  )
}
