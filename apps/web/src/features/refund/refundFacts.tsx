// The facts of a refund as dialogs and drawers show them.
import type { RefundRow } from '@yunshu/contract/refund/refund'
import { refundSources } from '@yunshu/domain/refund'
import type { ComponentProps } from 'react'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import type { Facts } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Secret } from '../../ui/Secret.tsx'

/** The shipper, the money, the account it goes to, and the reason. */
export const refundFacts = (row: RefundRow): ComponentProps<typeof Facts>['items'] => [
  ['货主', row.shipperName, 'wide'],
  ['金额(元)', <AskedMoney key="amount" asked={{ amountOf: 'refund', id: row.id }} value={row.amount} strong />],
  ['退往', refundSources[row.source]],
  ['收款户名', row.accountName],
  ['收款账号', <Secret key="account" of={{ kind: 'refund', id: row.id, field: 'accountNo' }} mask={row.accountNo} />],
  ['申请人', row.asker],
  ['申请时间', <Time key="at" value={row.createdAt} whole />],
  ['原因', row.reason, 'wide'],
]
