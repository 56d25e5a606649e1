// Of a statement: the accounts in reach as tabs of its list, and in its foot the way from opening to closing balance.
import { listFlowAccounts, sumFlow, type listFlow } from '@yunshu/contract/voucher/flow'
import type { Input, Output } from '@yunshu/contract/call'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import type { Fen } from '@yunshu/domain/figures/money'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { PaneTabs } from '../../ui/list/PaneTabs.tsx'

type Accounts = Output<typeof listFlowAccounts>['rows']

type Account = Accounts[number]['account']

interface AccountsProps {
  rows: Accounts
  account: Account
  onAccount: (account: Account) => void
}

/** One tab for each account, with its balance where it is not the one in view. */
export function FlowAccounts({ rows, account, onAccount }: AccountsProps) {
  const panes = rows.map(row => ({
    value: row.account,
    text: flowAccounts[row.account],
    label: (
      <>
        {flowAccounts[row.account]}
        {row.account !== account && (
          <span className="ys-count">
            <Money value={row.balance} />
          </span>
        )}
      </>
    ),
  }))
  return <PaneTabs name="账户" panes={panes} value={account} onChange={onAccount} />
}

interface FlowFootProps {
  filter: Input<typeof sumFlow>
  /** Beside the figures: credit. */
  children?: ReactNode
}

/** The way the opening becomes the closing; in words on paper alone. */
export function FlowFoot({ filter, children }: FlowFootProps) {
  const { data } = useCall(sumFlow, filter, { keepPrevious: true, quiet: true })
  const figure = (label: string, value: Fen | undefined, sign = '') => (
    <div>
      <dt>
        {sign} {label}
      </dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
  return (
    <div className="vc-strip">
      <dl className="vc-balances">
        {figure('期初余额', data?.opening)}
        {figure('本期收入', data?.sums.income, '+')}
        {figure('本期支出', data?.sums.outgo, '−')}
        {figure('期末余额', data?.closing, '=')}
        <div className="vc-words">
          <dt>大写</dt>
          <dd>{data?.closingInWords ?? ''}</dd>
        </div>
      </dl>
      {children}
    </div>
  )
}

/** The part of a list's filter that its sums know. */
export const ofSums = ({
  limit: _limit,
  cursor: _cursor,
  ...rest
}: Partial<Input<typeof listFlow>>): Partial<Input<typeof sumFlow>> => rest
