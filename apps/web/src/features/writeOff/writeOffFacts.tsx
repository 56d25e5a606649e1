// The facts of a write-off as dialogs and drawers show them.
import type { WriteOffRow } from '@yunshu/contract/writeOff/writeOff'
import { printCount } from '@yunshu/domain/figures/decimal'
import type { ComponentProps } from 'react'
import type { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'

const isBooked = ({ state }: WriteOffRow): boolean => state === 'booked' || state === 'undoing'

/** The shipper whose receivables are given up, their amount, and the reason. */
export const writeOffFacts = (row: WriteOffRow): ComponentProps<typeof Facts>['items'] => [
  ['货主', row.shipperName, 'wide'],
  ['分公司', row.branchName, 'wide'],
  ['核销金额(元)', <Money key="amount" value={row.amount} strong />],
  [
    '现核销金额(元)',
    isBooked(row) && row.standing !== row.amount ? <Money key="standing" value={row.standing} strong /> : undefined,
  ],
  ['运单', row.waybills === 1 ? row.waybillNo : `${row.waybillNo} 等 ${printCount(row.waybills)} 单`],
  ['申请人', row.maker],
  ['申请时间', <Time key="at" value={row.createdAt} whole />],
  ['原因', row.reason, 'wide'],
  ['冲销申请人', row.undoAsker],
  ['冲销原因', row.undoReason, 'wide'],
]
