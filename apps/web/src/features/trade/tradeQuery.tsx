// The conditions of the list of movements, and how its paper says them.
import type { listTrades, TradeRow } from '@yunshu/contract/trade/trade'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import {
  carrierTradeKinds,
  companyTradeKinds,
  tradeDirections,
  tradeKinds,
  tradeMarks,
  tradeRecons,
  tradeSlips,
} from '@yunshu/domain/trade'
import type { UrlFilter } from '../../lib/urlState.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { MoneyInput } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { NumbersInput, TextInput } from '../../ui/fields/TextInput.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { sayFilter } from '../../ui/list/sayFilter.ts'

/** Kinds a company can meet; only what ships tops up, only what carries leaves deposits. */
const kindsOf = {
  shipper: companyTradeKinds,
  carrier: companyTradeKinds.filter(kind => kind !== 'TOP_UP' && kind !== 'REFUND'),
} as const

export type TradeFilter = UrlFilter<typeof listTrades>

/** The readers whose pages differ: the house, a company that only carries, and one that ships. */
export type TradeReader = 'house' | 'carrier' | 'shipper'

/** The fields of the query; the house has its own beside those of a company, a carrier its own words of kinds. */
export const tradeQueryOf = (reader: TradeReader): readonly QueryField<typeof listTrades>[] => [
  { name: 'text', input: <TextInput max={60} placeholder="流水号、单据号、收付款方" /> },
  {
    name: 'kind',
    input:
      reader === 'house' ? (
        <KeySelect table={tradeKinds} />
      ) : (
        <KeySelect table={reader === 'carrier' ? carrierTradeKinds : tradeKinds} keys={kindsOf[reader]} />
      ),
  },
  { range: ['from', 'to'], label: '时间', input: <DateRangeInput /> },
  {
    name: 'numbers',
    input: <NumbersInput placeholder="银行流水号、运单号、结算单号、支付任务号、单据号，可粘贴多个" />,
  },
  { name: 'settlementNum', label: '结算单号', input: <TextInput max={35} /> },
  { name: 'waybillNo', label: '运单号', input: <TextInput max={35} /> },
  { name: 'amountFrom', input: <MoneyInput /> },
  { name: 'amountTo', input: <MoneyInput /> },
  { name: 'channel', label: '渠道', input: <KeySelect table={payChannels} /> },
  { name: 'mark', input: <KeySelect table={tradeMarks} /> },
  { name: 'slip', input: <KeySelect table={tradeSlips} /> },
  ...(reader === 'house'
    ? [
        { name: 'recon' as const, label: '对账', input: <KeySelect table={tradeRecons} /> },
        { name: 'branchId' as const, input: <BranchSelect /> },
      ]
    : []),
]

/** Conditions in words; a branch, which the query knows by its id, is named by the rows found in it. */
export function sayTradeFilter(
  query: readonly QueryField<typeof listTrades>[],
  filter: TradeFilter,
  [row]: readonly TradeRow[],
): string {
  const own = [
    ...(filter.direction === undefined ? [] : [`方向：${tradeDirections[filter.direction]}`]),
    ...(filter.branchId === undefined || row === undefined ? [] : [`分公司：${row.branchName}`]),
  ]
  const skipped = ['direction', 'branchId', 'ids']
  const said = sayFilter(query, filter, skipped).map(({ label, text }) => `${label}：${text}`)
  return [...own, ...said].join('；') || '全部'
}
