// Net revenue, cost and profit of the last months as a picture, up to the day the list is of.
import { chartProfit } from '@yunshu/contract/report/profit'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { Drawer } from 'antd'
import { useMemo } from 'react'
import type { UrlFilter } from '../../lib/urlState.ts'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { DayChart, type Series } from '../../ui/chart/DayChart.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

const print = (value: number): string => `${printMoney(fen(value))} 元`
const tick = (value: number): string => String(value / 1_000_000)

/** A month, and the day it ends with where it is not whole. */
const monthText = (period: string, upTo: number | undefined): string =>
  upTo === undefined ? periodText(period) : `${periodText(period)}（至 ${Number(formatDate(upTo).slice(-2))} 日）`

export function ProfitChart({ filter, onClose }: { filter: UrlFilter<typeof chartProfit>; onClose: () => void }) {
  const isMobile = useMobile()
  const { branchId, to } = filter
  const { data, error, refetch } = useCall(chartProfit, { branchId, to }, { quiet: true })
  const series = useMemo(
    (): readonly Series[] => [
      { name: '不含税收入', shape: 'bar', values: data?.months.map(({ net }) => net) ?? [] },
      { name: '成本', shape: 'bar', values: data?.months.map(({ cost }) => cost) ?? [] },
      { name: '毛利', shape: 'line', values: data?.months.map(({ profit }) => profit) ?? [] },
    ],
    [data],
  )
  const days = useMemo(() => data?.months.map(({ period, upTo }) => monthText(period, upTo)) ?? [], [data])
  return (
    <Drawer open title="毛利走势" size={isMobile ? '100%' : 860} onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <DayChart title="近十二个月毛利" days={days} series={series} axis="万元" print={print} tick={tick} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Drawer>
  )
}
