// The facts of a remittance as dialogs and drawers show them.
import type { RemittanceClaim, RemittanceDetail, RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { printCount } from '@yunshu/domain/figures/decimal'
import type { Fen } from '@yunshu/domain/figures/money'
import type { ComponentProps } from 'react'
import type { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'

/** Money, payer and bank of a remittance; of what is left of it the rest is the figure that matters. */
export const remittanceFacts = (row: RemittanceRow): ComponentProps<typeof Facts>['items'] => [
  ['金额(元)', <Money key="amount" value={row.amount} strong={row.rest === 0 || row.rest === row.amount} />],
  ...sumFacts(row),
  ['付款方', row.payerName],
  ...bankFacts(row),
]

/** The sum that matters of a remittance: of one that is claimed or sent back in part what is left of it. */
export function leadingSum(row: Pick<RemittanceRow, 'state' | 'amount' | 'rest'>): { value: Fen; label: string } {
  if (row.state === 'refunding') return { value: row.rest, label: '本次退回(元)' }
  return row.rest === 0 || row.rest === row.amount
    ? { value: row.amount, label: '金额(元)' }
    : { value: row.rest, label: '未认领(元)' }
}

/** The facts that stand below a strip with the leading sum and the payer. */
export const factsBeside = (row: RemittanceRow): ComponentProps<typeof Facts>['items'] => [
  ['来款金额(元)', row.rest === 0 || row.rest === row.amount ? undefined : <Money key="whole" value={row.amount} />],
  ...goneFacts(row),
  ...bankFacts(row),
]

const goneFacts = (row: RemittanceRow): ComponentProps<typeof Facts>['items'] => [
  ['已认领(元)', row.claimed === 0 ? undefined : <Money key="claimed" value={row.claimed} />],
  ['已退回(元)', row.refunded === 0 ? undefined : <Money key="back" value={row.refunded} />],
]

const sumFacts = (row: RemittanceRow): ComponentProps<typeof Facts>['items'] => [
  ...goneFacts(row),
  row.state === 'refunding'
    ? ['本次退回(元)', <Money key="rest" value={row.rest} strong />]
    : [
        '未认领(元)',
        row.rest === 0 || row.rest === row.amount ? undefined : <Money key="rest" value={row.rest} strong />,
      ],
]

const bankFacts = (row: RemittanceRow): ComponentProps<typeof Facts>['items'] => [
  ['到账日期', <Time key="date" value={row.date} dayOnly whole />],
  ['付款账号', row.payerAccount],
  ['银行流水号', row.serial],
  ['附言', row.bankNote],
  ['分公司', row.branchName],
  ['登记人', row.maker],
]

/** The payment the money is, come back; none where it is not pointed at one. */
export const returnFacts = ({ returnOf }: RemittanceDetail): ComponentProps<typeof Facts>['items'] =>
  returnOf === undefined
    ? []
    : [
        ['退汇支付任务', returnOf.taskNo],
        ['收款人', `${returnOf.payee} ${returnOf.account}`],
        ['付出日期', <Time key="paid" value={returnOf.paidAt} dayOnly whole />],
        [
          '结算单',
          <a
            key="sheet"
            className="ys-link"
            href={screenUrl('SettlementNormal', { settlementNum: returnOf.settlementNum })}
          >
            {returnOf.settlementNum}
          </a>,
        ],
        ['运单', `${printCount(returnOf.waybills)} 单`],
      ]

/** The company of a claim with its use: 唐山某公司, 收回 某车队 欠款, 押金 YJ… */
export const claimedFor = ({ shipperName, debtorName, depositNo }: RemittanceClaim): string =>
  shipperName ?? (debtorName === undefined ? `押金 ${depositNo ?? ''}` : `收回 ${debtorName} 欠款`)
