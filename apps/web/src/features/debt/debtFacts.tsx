// The facts of a debt as dialogs and drawers show them.
import type { DebtRow } from '@yunshu/contract/debt/debt'
import { debtOrigins } from '@yunshu/domain/debt'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { ComponentProps } from 'react'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import type { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'

const sheet = (settlementNum: string) => (
  <a key={settlementNum} className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
    {settlementNum}
  </a>
)

/** Debtor, creditor, source, and the open amount. */
export const debtFacts = (row: DebtRow): ComponentProps<typeof Facts>['items'] => [
  ['承运商', row.carrierName, 'wide'],
  ['货主', row.shipperName, 'wide'],
  ['来源', debtOrigins[row.origin]],
  ['来源单', row.settlementNum === undefined ? row.waybillNo : sheet(row.settlementNum)],
  ['发生时间', <Time key="at" value={row.createdAt} whole />],
  ['分公司', row.branchName],
  ['欠款金额(元)', <Money key="amount" value={row.amount} />],
  ['余额(元)', <AskedMoney key="open" asked={{ amountOf: 'debt', id: row.id }} value={row.open} strong />],
]

/** The amounts taken off, paid and given up, and the people behind them. */
export const debtPaidFacts = (row: DebtRow): ComponentProps<typeof Facts>['items'] => [
  ['已抵(元)', <Money key="offset" value={row.offset} />],
  ['已收(元)', <Money key="collected" value={row.collected} />],
  ['已核销(元)', <Money key="written" value={row.writtenOff} />],
  ['账龄', row.age === undefined ? undefined : `${row.age} 天`],
  ['抵扣结算单', row.takenBy && sheet(row.takenBy)],
  ['核销申请人', row.asker],
  ['核销确认人', row.checker],
  ['核销原因', row.reason, 'wide'],
]
