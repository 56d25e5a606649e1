// The rate of waybills whose four flows are whole, month by month, as a picture and as its figures.
import { rateChains } from '@yunshu/contract/chain/chain'
import { chainLegs, type ChainLeg } from '@yunshu/domain/chain/chain'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Drawer } from 'antd'
import { useMemo } from 'react'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { DayChart, type Series } from '../../ui/chart/DayChart.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'

const legs = Object.keys(chainLegs) as ChainLeg[]
const print = (value: number): string => `${value}%`

export function ChainMonths({ branchId, onClose }: { branchId: string | undefined; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(rateChains, branchId === undefined ? {} : { branchId }, { quiet: true })
  const months = useMemo(() => data?.months.filter(({ waybills }) => waybills > 0) ?? [], [data])
  const series = useMemo((): readonly Series[] => {
    const rate = (of: 'whole' | ChainLeg) => months.map(month => Math.round((month[of] * 1000) / month.waybills) / 10)
    return [
      { name: '四流合一率', shape: 'bar', values: rate('whole') },
      ...legs.map((leg): Series => ({ name: chainLegs[leg], shape: 'line', values: rate(leg) })),
    ]
  }, [months])
  const days = useMemo(() => months.map(({ period }) => periodText(period)), [months])
  return (
    <Drawer open title="月度四流合一率" size={isMobile ? '100%' : 760} onClose={onClose}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : months.length === 0 ? (
        <EmptyState text="近六个月没有签收的运单" />
      ) : (
        <>
          <DayChart title="月度四流合一率" days={days} series={series} axis="%" print={print} tick={String} />
          <ul aria-label="各月运单">
            {months.map(({ period, waybills, whole, isCut }) => (
              <li key={period}>
                {periodText(period)}：签收 {printCount(waybills)}
                {isCut ? ' 张以上' : ' 张'}，四流合一 {printCount(whole)} 张
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}
