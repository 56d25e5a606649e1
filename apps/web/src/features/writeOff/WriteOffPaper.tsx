// A write-off on paper (坏账核销审批单): whose receivables are given up, how much, why, and who asked and agreed.
import type { WriteOffDetail } from '@yunshu/contract/writeOff/writeOff'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { writeOffStates } from '@yunshu/domain/writeOff'
import { printCount } from '@yunshu/domain/figures/decimal'
import { PaperSlip, SlipTable } from '../../ui/PaperSlip.tsx'

const heads = ['序号', '运单号', '到期', '核销金额(元)', '现未收(元)']
const figures: ReadonlySet<string> = new Set(heads.slice(3))
const timeOf = (at: number | undefined): string => (at === undefined ? '' : `　${formatDateTime(at)}`)
const byOf = (name: string | undefined, at: number | undefined): string | undefined =>
  name === undefined ? undefined : `${name}${timeOf(at)}`

export const WriteOffPaper = ({ of }: { of: WriteOffDetail }) => (
  <PaperSlip
    title="坏账核销审批单"
    no={of.writeOffNo}
    rows={[
      ['状态', writeOffStates.states[of.state].label],
      ['债务人', of.shipperName],
      ['分公司', of.branchName],
      ['运单', `${printCount(of.waybills)} 单`],
      ['核销金额', `${printMoney(of.amount)} 元`],
      ['大写', moneyInWords(of.amount)],
      ['现核销金额', of.state === 'booked' && of.standing !== of.amount ? `${printMoney(of.standing)} 元` : undefined],
      ['核销原因', of.reason],
      ['依据', of.files.length === 0 ? undefined : `附件 ${of.files.length} 张`],
      ['申请人', byOf(of.maker, of.createdAt)],
      ['确认人', byOf(of.checker, of.checkedAt)],
      ['驳回原因', of.answer],
      ['凭证', of.vouchers.map(({ voucherNo }) => voucherNo).join('、')],
      ['冲销申请人', of.undoAsker],
      ['冲销原因', of.undoReason],
      ['冲销确认人', byOf(of.undoChecker, of.undoneAt)],
    ]}
    signs={[`申请 ${of.maker}`, `确认 ${of.checker ?? ''}`, '财务负责人：', '审批：']}
  >
    <SlipTable
      heads={heads}
      figures={figures}
      rows={of.items.map((item, n) => [
        String(n + 1),
        item.waybillNo,
        formatDate(item.dueAt),
        printMoney(item.amount),
        printMoney(item.open),
      ])}
    />
  </PaperSlip>
)
