// The trial balance of a month: every account with opening, turnover and closing, and whether the books agree.
import { getTrialBalance, type TrialRow } from '@yunshu/contract/voucher/voucher'
import type { Output } from '@yunshu/contract/call'
import type * as z from 'zod/mini'
import { useMemo } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { Money } from '../../ui/Figures.tsx'
import { moneyColumn, textColumn, type Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { sideOf, sideSums, unsigned } from './balance.ts'

type Row = z.output<typeof TrialRow>

const amounts: readonly Column<Row>[] = [
  textColumn('openingSide', '期初方向', row => sideOf(row.opening), { width: 80, align: 'center' }),
  moneyColumn('opening', '期初余额', row => unsigned(row.opening), { width: 140 }),
  moneyColumn('debit', '本期借方', row => row.debit, { width: 140 }),
  moneyColumn('credit', '本期贷方', row => row.credit, { width: 140 }),
  textColumn('side', '期末方向', row => row.side, { width: 80, align: 'center' }),
  moneyColumn('closing', '期末余额', row => unsigned(row.closing), { width: 140 }),
]

function Agreement({ rows, totalDebit, totalCredit, difference }: Output<typeof getTrialBalance>) {
  const closing = sideSums(rows.map(row => row.closing))
  return (
    <dl className="vc-agreement" aria-live="polite">
      <div>
        <dt>本期借方合计(元)</dt>
        <dd>
          <Money value={totalDebit} />
        </dd>
      </div>
      <div>
        <dt>本期贷方合计(元)</dt>
        <dd>
          <Money value={totalCredit} />
        </dd>
      </div>
      <div>
        <dt>差额(元)</dt>
        <dd>
          <Money value={difference} />
        </dd>
      </div>
      <div>
        <dt>期末借方余额(元)</dt>
        <dd>
          <Money value={closing.debit} />
        </dd>
      </div>
      <div>
        <dt>期末贷方余额(元)</dt>
        <dd>
          <Money value={closing.credit} />
        </dd>
      </div>
      <div>
        <dt>试算</dt>
        <dd>
          {difference === 0 && closing.debit === closing.credit ? (
            <Tag tone="good">借贷平衡</Tag>
          ) : (
            <Tag tone="bad">借贷不平，请核对</Tag>
          )}
        </dd>
      </div>
    </dl>
  )
}

interface TrialBalanceProps {
  period: string
  branchId: string | undefined
  onAccount: (account: string) => void
}

/** A press on an account opens its lines. */
export function TrialBalance({ period, branchId, onAccount }: TrialBalanceProps) {
  const { data, error, isFetching, refetch } = useCall(
    getTrialBalance,
    { period, ...(branchId === undefined ? {} : { branchId }) },
    { keepPrevious: true, quiet: true },
  )
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        key: 'account',
        title: '科目编码',
        width: 100,
        render: ({ account, name }) => (
          <button
            type="button"
            className="ys-link"
            aria-label={`${account} ${name} 明细账`}
            onClick={() => onAccount(account)}
          >
            {account}
          </button>
        ),
      },
      textColumn('name', '科目名称', row => row.name, { width: 200 }),
      ...amounts,
    ],
    [onAccount],
  )
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={12} />
  if (data.rows.length === 0) return <EmptyState text="本期没有发生额" />
  return (
    <div className={isFetching ? 'vc-busy' : undefined} aria-busy={isFetching}>
      <Agreement {...data} />
      <SimpleTable
        title="各科目余额"
        rows={data.rows}
        columns={columns}
        rowKey={row => row.account}
        sums={{ debit: <Money value={data.totalDebit} />, credit: <Money value={data.totalCredit} /> }}
      />
    </div>
  )
}
