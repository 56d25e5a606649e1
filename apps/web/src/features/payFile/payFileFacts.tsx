// The facts of a payment file as dialogs and its page show them.
import type { PayFileRow } from '@yunshu/contract/payFile/payFile'
import type { ComponentProps } from 'react'
import type { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'

/** Money, form and people of a file. */
export const payFileFacts = (row: PayFileRow): ComponentProps<typeof Facts>['items'] => [
  ['金额(元)', <Money key="amount" value={row.amount} strong />],
  ['笔数', String(row.lines)],
  ['模板', row.templateName],
  ['文件名', row.name],
  ['分公司', row.branchName],
  ['生成人', row.maker],
  ['生成时间', <Time key="made" value={row.createdAt} whole />],
]
