// The slip of fuel that was handed out on a card or coupon (发放单): the driver signs that he has it.
import type { FuelIssueRow } from '@yunshu/contract/fuel/issue'
import { fuelIssueStates, fuelMedia } from '@yunshu/domain/fuel/fuel'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import { printMoney } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { PaperSlip } from '../../ui/PaperSlip.tsx'

/** The name of the slip, by the way the amount reaches the driver. */
export const fuelIssuePaperTitle = ({ medium }: Pick<FuelIssueRow, 'medium'>): string => `${fuelMedia[medium]}发放单`

const moneyOf = (amount: FuelIssueRow['amount']): string | undefined =>
  amount === 0 ? undefined : `${printMoney(amount)} 元`

export const FuelIssuePaper = ({ of }: { of: FuelIssueRow }) => (
  <PaperSlip
    title={fuelIssuePaperTitle(of)}
    no={of.issueNo}
    rows={[
      ['运单', of.waybillNo],
      ['车牌', of.plate],
      ['司机', of.driver],
      ['承运商', of.carrierName],
      ['发放单位', of.branchName],
      ['供应商', of.provider],
      ['卡号', of.cardNo],
      ['券码', of.couponNo],
      ['金额', `${printMoney(of.amount)} 元`],
      ['大写', moneyInWords(of.amount)],
      ['已使用', moneyOf(of.used)],
      ['已回收', moneyOf(of.recovered)],
      ['状态', fuelIssueStates.states[of.state].label],
      ['发放时间', formatDateTime(of.createdAt)],
      ['备注', of.remark],
    ]}
    signs={[`发放 ${of.maker}`, '司机签收：']}
  />
)
