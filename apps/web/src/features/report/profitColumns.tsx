// The list of profit as it is drawn.
import type { listProfit, ProfitRow } from '@yunshu/contract/report/profit'
import { profitListColumns } from '@yunshu/contract/report/profitColumns'
import type { ProfitFigure } from '@yunshu/domain/amount/explained'
import { printedSign } from '@yunshu/domain/figures/decimal'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { profitMarks } from '@yunshu/domain/report/profit'
import type { UrlFilter } from '../../lib/urlState.ts'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { Asked } from '../../parts/explain/AskedMoney.tsx'
import { Money, nothing, orNothing } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { StateTag, Tag } from '../../ui/StatusTag.tsx'

/** Yuan whose sign is no fault: red is for a loss alone. */
const Plain = ({ value }: { value: Fen }) => <span className="ys-figure">{printMoney(value)}</span>

/** A cost below zero is estimates of other months that were taken back. */
const Basis = ({ row: { cost, mark } }: { row: ProfitRow }) =>
  cost < 0 ? <Tag tone="idle">冲回暂估</Tag> : <StateTag state={profitMarks[mark]} />

/** A figure of a row under the filter of its list. */
function askedOf({ key }: ProfitRow, filter: UrlFilter<typeof listProfit>, figure: ProfitFigure): BooksAmount {
  const { by = 'waybill', period, periodTo, from, to, branchId, shipperId, carrierId, line, text } = filter
  const given = Object.entries({ period, periodTo, from, to, branchId, shipperId, carrierId, line, text })
  return {
    amountOf: 'profit',
    figure,
    by,
    key,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  }
}

/** Figures that may be below zero without a fault. */
const plain: readonly ProfitFigure[] = ['gross', 'cost', 'estimated']

// the foot has room for the sums people ask for first; files hold all
function singlesOf(filter: UrlFilter<typeof listProfit>) {
  /** A figure people can ask about; a class without lines has nothing to tell. */
  const told = (of: ProfitFigure) => ({
    render: (row: ProfitRow) =>
      row[of] === 0 && of !== 'profit' ? (
        <Money value={row[of]} />
      ) : (
        <Asked asked={askedOf(row, filter, of)}>
          {plain.includes(of) ? <Plain value={row[of]} /> : <Money value={row[of]} />}
        </Asked>
      ),
  })
  return drawColumns(profitListColumns, {
    name: { width: 230, fixed: 'start', card: 'title' },
    shipperName: { width: 200, card: 'hide' },
    carrierName: { width: 200, card: 'hide' },
    waybills: { width: 80, isNamed: true, totals: [] },
    gross: { width: 130, card: 'hide', ...told('gross') },
    tax: { width: 120, card: 'hide', totals: [], ...told('tax') },
    net: { width: 140, isNamed: true, ...told('net') },
    freight: { width: 140, card: 'hide', ...told('freight') },
    fuel: { width: 120, card: 'hide', ...told('fuel') },
    toll: { width: 120, card: 'hide', ...told('toll') },
    other: { width: 120, card: 'hide', ...told('other') },
    fee: { width: 120, card: 'hide', ...told('fee') },
    cost: { width: 140, isNamed: true, ...told('cost') },
    penalty: { width: 120, card: 'hide', totals: [], ...told('penalty') },
    compensation: { width: 120, card: 'hide', totals: [], ...told('compensation') },
    expense: { width: 120, card: 'hide', ...told('expense') },
    profit: {
      width: 140,
      card: 'figure',
      ...told('profit'),
    },
    margin: {
      width: 90,
      align: 'right',
      isNamed: true,
      render: row => orNothing(printedSign(profitListColumns.margin.read(row) ?? '')),
    },
    estimated: {
      width: 130,
      card: 'hide',
      totals: [],
      render: row => (row.estimated === 0 ? nothing : told('estimated').render(row)),
    },
    mark: { width: 100, explains: '冲回暂估', render: row => <Basis row={row} /> },
  })
}

const right = { align: 'right' } as const

/** The columns of a list: of single waybills with their two sides, of groups with how many they are. */
export function profitColumnsOf(filter: UrlFilter<typeof listProfit>, isCard = false): readonly Column<ProfitRow>[] {
  const singles = singlesOf(filter)
  const pair = pairing(singles)
  // a card says what came in and what it cost
  const tax = isCard ? factOf(singles, 'tax', { render: () => nothing }) : 'tax'
  const figures = [
    pair('profit', ['profit', 'margin'], { ...right, width: 130, card: 'figure', saysBelow: true }),
    pair('gross', ['net', tax], { ...right, width: 140, title: '不含税收入 / 税(元)', isNamed: true }),
    pair('cost', ['cost', 'estimated'], { ...right, width: 130, title: '成本 / 暂估(元)', isNamed: true }),
    pair('besides', ['penalty', 'compensation'], { ...right, width: 120, title: '违约 / 赔付(元)', card: 'hide' }),
  ] as const
  if ((filter.by ?? 'waybill') !== 'waybill') return withDefaults(['name', 'waybills', ...figures, 'mark'], singles)
  return withDefaults(
    [
      pair('waybill', ['name'], { width: 180, title: '运单号', fixed: 'start', card: 'title' }),
      pair('parties', ['shipperName', 'carrierName'], { width: 210 }),
      ...figures,
      'mark',
    ],
    singles,
  )
}
