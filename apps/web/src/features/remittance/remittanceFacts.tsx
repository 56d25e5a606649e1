// The facts of a remittance as dialogs and drawers show them.
import type { RemittanceRow } from '@yunshu/contract/remittance/remittance'
import type { ComponentProps } from 'react'
import type { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'

/** Money, payer and bank of a remittance. */
export const remittanceFacts = (row: RemittanceRow): ComponentProps<typeof Facts>['items'] => [
  ['金额(元)', <Money key="amount" value={row.amount} strong />],
  ['到账日期', <Time key="date" value={row.date} dayOnly whole />],
  ['付款方', row.payerName],
  ['付款账号', row.payerAccount],
  ['银行流水号', row.serial],
  ['附言', row.bankNote],
  ['分公司', row.branchName],
  ['登记人', row.maker],
]
