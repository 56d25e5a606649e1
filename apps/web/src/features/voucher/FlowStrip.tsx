// Above a statement: the accounts in reach with their balances, and the opening and closing balance of the one in view.
import { listFlowAccounts, sumFlow, type listFlow } from '@yunshu/contract/voucher/flow'
import type { Input, Output } from '@yunshu/contract/call'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import type { Fen } from '@yunshu/domain/figures/money'
import type { ReactNode } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'

type Accounts = Output<typeof listFlowAccounts>['rows']

interface AccountsProps {
  rows: Accounts
  account: string | undefined
  onAccount: (account: Accounts[number]['account']) => void
}

/** One button for each account; the one in view is pressed. */
function FlowAccounts({ rows, account, onAccount }: AccountsProps) {
  return (
    <ul className="vc-accounts" aria-label="账户">
      {rows.map(row => (
        <li key={row.account}>
          <button
            type="button"
            className="vc-account"
            aria-pressed={row.account === account}
            onClick={() => onAccount(row.account)}
          >
            {flowAccounts[row.account]}
            {row.account !== account && (
              <>
                {' '}
                <Money value={row.balance} />
              </>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface FlowStripProps extends Omit<AccountsProps, 'account'> {
  filter: Input<typeof sumFlow>
  /** Beside the figures: credit. */
  children?: ReactNode
}

/** The accounts, and of the one in view how its opening becomes its closing; in words on paper alone. */
export function FlowStrip({ rows, onAccount, filter, children }: FlowStripProps) {
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
      <FlowAccounts rows={rows} account={filter.account} onAccount={onAccount} />
      <dl className="vc-balances">
        <div className="vc-closing">
          <dt>期末余额</dt>
          <dd>
            <Money value={data?.closing} />
          </dd>
        </div>
        {figure('期初余额', data?.opening, '=')}
        {figure('本期收入', data?.sums.income, '+')}
        {figure('本期支出', data?.sums.outgo, '−')}
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
