// Profit by waybill, line, shipper, carrier, branch or month, with its picture and its check against the ledger.
import { listProfit, sumProfit, type ProfitRow } from '@yunshu/contract/report/profit'
import { profitPlaceOf } from '@yunshu/contract/report/profitPlace'
import { formatDate } from '@yunshu/domain/figures/time'
import { profitGroups } from '@yunshu/domain/report/profit'
import { periodOf, periodText } from '@yunshu/domain/voucher/voucher'
import { useCallback, useMemo, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useUrlFilter, type UrlFilter } from '../../lib/urlState.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { BranchSelect } from '../../parts/branch/BranchSelect.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { BarTerms } from '../../ui/list/BarTerms.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { PeriodSelect } from '../../parts/voucher/PeriodSelect.tsx'
import { ProfitChart } from './ProfitChart.tsx'
import { ProfitCheck } from './ProfitCheck.tsx'
import { profitColumnsOf } from './profitColumns.tsx'

const rowKey = ({ key }: ProfitRow): string => key
const rowName = ({ name }: ProfitRow): string => name
const query: readonly QueryField<typeof listProfit>[] = [
  { name: 'by', label: '维度', input: <KeySelect table={profitGroups} /> },
  { name: 'period', label: '开始月份', input: <PeriodSelect /> },
  { name: 'periodTo', label: '结束月份', input: <PeriodSelect /> },
  { range: ['from', 'to'], label: '按日', input: <DateRangeInput />, ends: ['期初', '期末'] },
  { name: 'text', input: <TextInput max={60} placeholder="运单号、货主、承运商" /> },
  { name: 'branchId', input: <BranchSelect /> },
]

/** The days the rows are of: those of this month until others are asked for. */
function daysText(filter: UrlFilter<typeof listProfit>): string {
  const { from, to } = filter
  const isDays = from !== undefined || to !== undefined
  const isMonths = filter.period !== undefined || filter.periodTo !== undefined
  const texts = [isMonths || !isDays ? monthsText(filter) : undefined, isDays ? rangeText(from, to) : undefined]
  return texts.filter(text => text !== undefined).join(' · ')
}

function monthsText({ period = periodOf(serverNow()), periodTo = period }: UrlFilter<typeof listProfit>): string {
  return period === periodTo ? periodText(period) : `${periodText(period)} – ${periodText(periodTo)}`
}

const rangeText = (from: number | undefined, to: number | undefined): string => {
  const last = to === undefined ? undefined : formatDate(to - 1)
  if (from !== undefined) return last === undefined ? `${formatDate(from)} 起` : `${formatDate(from)} – ${last}`
  return last === undefined ? '' : `${last.slice(0, 8)}01 – ${last}`
}

/** Screen ProfitList. */
export default function ProfitListPage() {
  const { filter } = useUrlFilter(listProfit)
  const [shown, setShown] = useState<'chart' | 'check'>()
  const open = useCallback(({ key }: ProfitRow): string => profitPlaceOf(filter.by ?? 'waybill', key, filter), [filter])
  const isMobile = useMobile()
  const columns = useMemo(() => profitColumnsOf(filter, isMobile), [filter, isMobile])
  const close = (): void => setShown(undefined)
  const more = [
    { label: '与总账核对', onClick: () => setShown('check') },
    { label: '毛利走势', onClick: () => setShown('chart') },
  ]
  return (
    <>
      <ListPage
        call={listProfit}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        sums={sumProfit}
        more={more}
        head={<span className="ys-weak">{daysText(filter)}</span>}
        // a card has no heading that explains its mark
        extra={isMobile && <BarTerms of={['冲回暂估']} />}
        empty="本期没有入账的运单"
      />
      {shown === 'check' && <ProfitCheck filter={filter} onClose={close} />}
      {shown === 'chart' && <ProfitChart filter={filter} onClose={close} />}
    </>
  )
}
