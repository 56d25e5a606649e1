// The facts of a deposit and of a way out of one, as dialogs and drawers show them.
import type { DepositRow } from '@yunshu/contract/deposit/deposit'
import type { DepositBackRow } from '@yunshu/contract/deposit/depositBack'
import { listUrl } from '@yunshu/contract/screens/screens'
import type { DepositFigure } from '@yunshu/domain/amount/explained'
import { depositBackKinds, depositMeans, depositPurposes } from '@yunshu/domain/deposit'
import type { ComponentProps } from 'react'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import type { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'

type Items = ComponentProps<typeof Facts>['items']

/** A figure of a deposit with what it is made of; of nothing there is nothing to tell. */
export const DepositMoney = ({ row, of, strong = false }: { row: DepositRow; of: DepositFigure; strong?: boolean }) =>
  row[of] === 0 ? (
    <Money value={row[of]} strong={strong} />
  ) : (
    <AskedMoney asked={{ amountOf: 'deposit', figure: of, id: row.id }} value={row[of]} strong={strong} />
  )

/** The carrier, the money and how it came. */
export const depositFacts = (row: DepositRow): Items => [
  ['承运商', row.carrierName, 'wide'],
  ['用途', depositPurposes[row.purpose]],
  ['押金(元)', <DepositMoney key="amount" row={row} of="amount" strong />],
  ['来款方式', depositMeans[row.means]],
  ['到账日期', <Time key="date" value={row.date} dayOnly whole />],
  ['银行流水号', row.serial],
  ['来款号', row.remittanceNo],
  ['分公司', row.branchName, 'wide'],
  ['登记人', row.maker],
  ['登记时间', <Time key="at" value={row.createdAt} whole />],
  ['备注', row.remark, 'wide'],
  ['冲销申请人', row.undoAsker],
  ['冲销原因', row.undoReason, 'wide'],
]

/** The deposit a way out is of, found in its list. */
export function DepositLink({ no }: { no: string }) {
  return (
    <a className="ys-link" href={listUrl('DepositList', { text: no })}>
      {no}
    </a>
  )
}

/** The word of an account its carrier removed or changed before anything was sent to it. */
export const AccountChange = ({ of }: { of: Pick<DepositBackRow, 'isAccountChanged'> }) =>
  of.isAccountChanged && <StateTag state={{ label: '账户已变更', tone: 'bad' }} />

/** The deposit, the money, where it goes, and the reason. */
export const depositBackFacts = (row: DepositBackRow): Items => [
  ['押金', <DepositLink key="deposit" no={row.depositNo} />],
  ['用途', depositPurposes[row.purpose]],
  ['承运商', row.carrierName, 'wide'],
  ['方式', depositBackKinds[row.kind]],
  ['金额(元)', <AskedMoney key="amount" asked={{ amountOf: 'depositBack', id: row.id }} value={row.amount} strong />],
  ['收款户名', row.accountName],
  [
    '收款账号',
    row.accountNo && (
      <span key="account">
        <Secret of={{ kind: 'depositBack', id: row.id, field: 'accountNo' }} mask={row.accountNo} />{' '}
        <AccountChange of={row} />
      </span>
    ),
  ],
  ['开户行', row.bank, 'wide'],
  ['先抵欠款', row.debtNo],
  ['申请人', row.asker],
  ['申请时间', <Time key="at" value={row.createdAt} whole />],
  ['原因', row.reason, 'wide'],
  ['审批人', row.approver],
  ['银行流水号', row.serial],
  ['退汇流水号', row.backSerial],
  ['退汇或撤销登记人', row.backAsker],
  ['退汇或撤销原因', row.backReason, 'wide'],
]
