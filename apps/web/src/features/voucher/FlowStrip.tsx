// Above a statement: the accounts in reach with their balances, and the opening and closing balance of the one in view.
import { listFlowAccounts, sumFlow, type listFlow } from '@yunshu/contract/voucher/flow'
import type { Input, Output } from '@yunshu/contract/call'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { useCall } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'

type Accounts = Output<typeof listFlowAccounts>['rows']

interface AccountsProps {
  rows: Accounts
  account: string | undefined
  onAccount: (account: Accounts[number]['account']) => void
}

/** One button for each account; the one in view is pressed. */
export function FlowAccounts({ rows, account, onAccount }: AccountsProps) {
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
            <span>{flowAccounts[row.account]}</span>
            <Money value={row.balance} strong />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Opening, closing and the closing balance in words. */
export function FlowBalances({ filter }: { filter: Input<typeof sumFlow> }) {
  const { data } = useCall(sumFlow, filter, { keepPrevious: true, quiet: true })
  return (
    <dl className="vc-agreement vc-balances">
      <div>
        <dt>期初余额</dt>
        <dd>
          <Money value={data?.opening} />
        </dd>
      </div>
      <div>
        <dt>本期收入</dt>
        <dd>
          <Money value={data?.sums.income} />
        </dd>
      </div>
      <div>
        <dt>本期支出</dt>
        <dd>
          <Money value={data?.sums.outgo} />
        </dd>
      </div>
      <div>
        <dt>期末余额</dt>
        <dd>
          <Money value={data?.closing} />
        </dd>
      </div>
      <div className="vc-words">
        <dt>大写</dt>
        <dd>{data?.closingInWords ?? ''}</dd>
      </div>
    </dl>
  )
}

/** The part of a list's filter that its sums know. */
export const ofSums = ({
  limit: _limit,
  cursor: _cursor,
  ...rest
}: Partial<Input<typeof listFlow>>): Partial<Input<typeof sumFlow>> => rest
