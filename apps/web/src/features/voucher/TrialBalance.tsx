// The trial balance of a month: every account with opening, turnover and closing, and whether the books agree.
import { getTrialBalance, type TrialRow } from '@yunshu/contract/voucher/voucher'
import type { Output } from '@yunshu/contract/call'
import type * as z from 'zod/mini'
import { absoluteFen, type Fen } from '@yunshu/domain/figures/money'
import { useMemo } from 'react'
import { useMobile, useNarrow } from '../../lib/useMobile.ts'
import { useCall } from '../../lib/useCall.ts'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { AskedMoney, askedColumn } from '../../parts/explain/AskedMoney.tsx'
import { Explained } from '../../ui/Explained.tsx'
import { Money } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import { sideOf, sideSums } from './balance.ts'

type Row = z.output<typeof TrialRow>

interface Of {
  readonly period: string
  readonly branchId: string | undefined
}
const askedOf = (
  amountOf: 'accountOpening' | 'accountDebit' | 'accountCredit' | 'accountClosing',
  { account }: Row,
  { period, branchId }: Of,
): BooksAmount => ({ amountOf, account, period, ...(branchId === undefined ? {} : { branchId }) })

/** An amount behind the side it stands on; an even one has none, and is asked about only where it came of movements. */
const Sided = ({ value, asked, isMoved }: { value: Fen; asked: BooksAmount; isMoved: boolean }) =>
  value === 0 && !isMoved ? (
    <Money value={value} />
  ) : (
    <>
      {value !== 0 && <span className="ys-weak">{sideOf(value)} </span>}
      <AskedMoney asked={asked} value={absoluteFen(value)} />
    </>
  )

const hasMoved = ({ debit, credit }: Row): boolean => debit !== 0 || credit !== 0
/** The question of an amount; a zero has none. */
const unlessZero = (value: Fen, asked: BooksAmount): BooksAmount | undefined => (value === 0 ? undefined : asked)

const amountsOf = (of: Of): readonly Column<Row>[] => [
  {
    key: 'opening',
    title: '期初余额(元)',
    width: 170,
    align: 'right',
    card: 'hide',
    render: row => <Sided value={row.opening} asked={askedOf('accountOpening', row, of)} isMoved={false} />,
  },
  askedColumn('debit', '本期借方', row => row.debit, {
    width: 150,
    asked: row => unlessZero(row.debit, askedOf('accountDebit', row, of)),
  }),
  askedColumn('credit', '本期贷方', row => row.credit, {
    width: 150,
    asked: row => unlessZero(row.credit, askedOf('accountCredit', row, of)),
  }),
  {
    key: 'closing',
    title: '期末余额(元)',
    width: 170,
    align: 'right',
    card: 'figure',
    render: row => <Sided value={row.closing} asked={askedOf('accountClosing', row, of)} isMoved={hasMoved(row)} />,
  },
]

/** Whether the books agree, first, then the figures that say so; the turnover is summed in the table. */
function Agreement({ rows, difference }: Output<typeof getTrialBalance>) {
  const closing = sideSums(rows.map(row => row.closing))
  const figures = [
    ['差额', difference],
    ['期末借方余额', closing.debit],
    ['期末贷方余额', closing.credit],
  ] as const
  return (
    <dl className="ys-list-end vc-trial" aria-live="polite">
      <div>
        <dt>
          <Explained label="试算" />
        </dt>
        <dd>
          {difference === 0 && closing.debit === closing.credit ? (
            <Tag tone="good">借贷平衡</Tag>
          ) : (
            <Tag tone="bad">借贷不平，请核对</Tag>
          )}
        </dd>
      </div>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{`${name}(元)`}</dt>
          <dd>
            <Money value={value} />
          </dd>
        </div>
      ))}
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
  const isMobile = useMobile()
  const isNarrow = useNarrow()
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        key: 'account',
        title: '科目',
        card: 'title',
        width: isNarrow ? 170 : 260,
        render: ({ account, name }) => (
          <button
            type="button"
            className="ys-link vc-account"
            title={`${account} ${name}`}
            aria-label={`${account} ${name} 明细账`}
            onClick={() => onAccount(account)}
          >
            <span>{account}</span> <span>{name}</span>
          </button>
        ),
      },
      // in a window like that of a tablet what the month ended with comes before what it began with
      ...amountsOf({ period, branchId }).filter(({ key }) => key !== 'opening' || !isNarrow || isMobile),
    ],
    [onAccount, period, branchId, isNarrow, isMobile],
  )
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={12} />
  if (data.rows.length === 0) return <EmptyState text="本期没有发生额" />
  return (
    <>
      {isMobile && (
        <div className="vc-trial-head" aria-hidden="true">
          <span>科目</span>
          <span>期末余额(元)</span>
        </div>
      )}
      <div className={isFetching ? 'vc-trial-rows vc-busy' : 'vc-trial-rows'} aria-busy={isFetching}>
        <SimpleTable
          title="各科目余额"
          isPlain
          rows={data.rows}
          columns={columns}
          rowKey={row => row.account}
          sums={{ debit: <Money value={data.totalDebit} />, credit: <Money value={data.totalCredit} /> }}
        />
      </div>
      <Agreement {...data} />
    </>
  )
}
