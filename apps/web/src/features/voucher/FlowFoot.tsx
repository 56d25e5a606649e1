// Of a statement: the accounts in reach as tabs of its list, and in its foot the way from opening to closing balance.
import { listFlowAccounts, sumFlow, type listFlow } from '@yunshu/contract/voucher/flow'
import type { Input, Output } from '@yunshu/contract/call'
import { flowFigures, type FlowFigure } from '@yunshu/domain/amount/explained'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import type { Fen } from '@yunshu/domain/figures/money'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/useCall.ts'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
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
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const figure = (of: FlowFigure, value: Fen | undefined, sign = '') => {
    const asked: BooksAmount = { amountOf: 'flow', figure: of, ...Object.fromEntries(given) }
    return (
      <div>
        <dt>
          {sign} {flowFigures[of]}
        </dt>
        <dd>{value === 0 ? <Money value={value} /> : <AskedMoney asked={asked} value={value} />}</dd>
      </div>
    )
  }
  return (
    <div className="vc-strip">
      <dl className="vc-balances">
        {figure('opening', data?.opening)}
        {figure('income', data?.sums.income, '+')}
        {figure('outgo', data?.sums.outgo, '−')}
        {figure('closing', data?.closing, '=')}
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
