// The facts of a shift of stock as dialogs and drawers show them.
import type { FuelShiftRow } from '@yunshu/contract/fuel/shift'
import { fuelShiftKinds } from '@yunshu/domain/fuel/fuelShift'
import type { ComponentProps } from 'react'
import type { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { UseLink } from './fuelShiftColumns.tsx'

/** The amount that moves, its accounts, and the reason. */
export const shiftFacts = (row: FuelShiftRow): ComponentProps<typeof Facts>['items'] => [
  ['业务', fuelShiftKinds[row.kind]],
  ['金额(元)', <Money key="amount" value={row.amount} strong />],
  [row.kind === 'TRANSFER' ? '划出账户' : '账户', `${row.provider} ${row.accountNo}`, 'wide'],
  ['划入账户', row.toAccountNo === undefined ? undefined : `${row.provider} ${row.toAccountNo}`, 'wide'],
  ['用油流水', row.useSerial === undefined ? undefined : <UseLink key="use" serial={row.useSerial} />, 'wide'],
  ['分公司', row.branchName, 'wide'],
  ['登记人', row.maker],
  ['登记时间', <Time key="at" value={row.createdAt} whole />],
  ['原因', row.reason, 'wide'],
  ['冲销申请人', row.undoAsker],
  ['冲销原因', row.undoReason, 'wide'],
]
