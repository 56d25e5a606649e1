// Invoices that are waited for as they are drawn.
import { expectedListColumns } from '@yunshu/contract/invoice/expectedColumns'
import { printCount } from '@yunshu/domain/figures/decimal'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { waitedDays } from '@yunshu/domain/invoice/expected'
import { serverNow } from '../../lib/clock.ts'
import { BranchText } from '../../ui/BranchText.tsx'
import { nothing, Time } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** Freight that waits for long stands in red; nothing that old is nothing to say. */
const late = (value: Fen) => (value === 0 ? nothing : <b className="ys-minus">{printMoney(value)}</b>)

const singles = drawColumns(expectedListColumns, {
  carrierName: { width: 220, fixed: 'start', card: 'title' },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  waybills: { width: 80, isNamed: true },
  total: { width: 130, card: 'figure' },
  d30: { width: 120, isNamed: true },
  d90: { width: 120, isNamed: true },
  older: { width: 120, isNamed: true, render: row => late(row.older) },
  oldestAt: { width: 110, isNamed: true },
  base: { width: 150, card: 'hide' },
  urgedAt: { width: 150, isNamed: true },
})

const pair = pairing(singles)

/** The day of the oldest signature, and how long ago that is. */
const oldest = factOf(singles, 'oldestAt', {
  render: ({ oldestAt }) =>
    oldestAt === undefined ? (
      nothing
    ) : (
      <>
        <Time value={oldestAt} dayOnly />（{waitedDays(oldestAt, serverNow())} 天）
      </>
    ),
})

const waybills = factOf(singles, 'waybills', { render: row => `${printCount(row.waybills)} 单` })

const facts = [
  pair('total', ['total', waybills], { width: 140, align: 'right', card: 'figure' }),
  'd30',
  'd90',
  'older',
  pair('when', [oldest, 'urgedAt'], { title: '最早签收 / 最近催票', width: 160, isNamed: true }),
] as const

/** A carrier reads whom its invoices go to, not its own name in every row. */
export const expectedColumns = {
  house: withDefaults(
    [pair('carrier', ['carrierName', 'branchName'], { width: 200, fixed: 'start', card: 'title' }), ...facts],
    singles,
  ),
  carrier: withDefaults(
    [pair('branch', ['branchName'], { width: 200, fixed: 'start', card: 'title' }), ...facts],
    singles,
  ),
} as const
