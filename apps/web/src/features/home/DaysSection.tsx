// The last thirty days: waybills, weight and freight by day, with their sums.
import { printCount } from '@yunshu/domain/figures/decimal'
import { getHomeDays, homeDays } from '@yunshu/contract/home'
import { fen, printMoney, sumFen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { Output } from '@yunshu/contract/call'
import { useCall } from '../../lib/useCall.ts'
import { DayChart, type Series } from '../../ui/chart/DayChart.tsx'
import { tonsText } from '../../ui/Figures.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'

type Days = Output<typeof getHomeDays>['days']
interface Picture {
  readonly axis: string
  readonly series: readonly Series[]
  readonly print: (value: number) => string
  readonly tick: (value: number) => string
}

const printSheets = (value: number): string => `${value} 张`
const printWeight = (value: number): string => `${tonsText(grams(value))} 吨`
const printFreight = (value: number): string => `${printMoney(fen(value))} 元`
const tickTons = (value: number): string => String(value / 1_000_000)
const tickWan = (value: number): string => String(value / 1_000_000)

/** The charts that can be drawn: freight only of the sides whose price the person sees. */
function picturesOf(days: Days): Readonly<Record<string, Picture>> {
  const freights = (
    [
      ['托运费', days.map(day => day.shipperFreight)],
      ['承运费', days.map(day => day.carrierFreight)],
    ] as const
  ).flatMap(([name, values]): Series[] =>
    values.some(value => value !== undefined) ? [{ name, shape: 'bar', values: values.map(value => value ?? 0) }] : [],
  )
  return {
    运单: {
      axis: '张',
      print: printSheets,
      tick: String,
      series: [
        { name: '新增运单', shape: 'bar', values: days.map(day => day.made) },
        { name: '签收运单', shape: 'line', values: days.map(day => day.signed) },
      ],
    },
    吨位: {
      axis: '吨',
      print: printWeight,
      tick: tickTons,
      series: [{ name: '签收重量', shape: 'bar', values: days.map(day => day.weightG) }],
    },
    ...(freights.length === 0 ? {} : { 运费: { axis: '万元', print: printFreight, tick: tickWan, series: freights } }),
  }
}

const total = (days: Days, read: (day: Days[number]) => number): number => days.reduce((all, day) => all + read(day), 0)

/** One line that says the whole of the thirty days. */
function sumsOf(days: Days): string {
  const freight = (name: string, read: (day: Days[number]) => Days[number]['shipperFreight']): string[] => {
    const seen = days.map(read).filter(value => value !== undefined)
    return seen.length === 0 ? [] : [`${name} ${printMoney(sumFen(seen))} 元`]
  }
  return [
    `新增运单 ${printCount(total(days, day => day.made))} 张`,
    `签收 ${printCount(total(days, day => day.signed))} 张`,
    `到货 ${tonsText(grams(total(days, day => day.weightG)))} 吨`,
    ...freight('托运费', day => day.shipperFreight),
    ...freight('承运费', day => day.carrierFreight),
  ].join('，')
}

/** Loads apart from the cards: they are what people come for. */
export function DaysSection() {
  const { data, error, refetch } = useCall(getHomeDays, {}, { quiet: true })
  const [chosen, setChosen] = useState('运单')
  const pictures = useMemo(() => (data ? picturesOf(data.days) : {}), [data])
  const picture = pictures[chosen] ?? pictures['运单']
  const days = useMemo(() => data?.days.map(({ day }) => formatDate(day).slice(5)) ?? [], [data])
  return (
    <section aria-labelledby="home-days">
      <h2 id="home-days">近 {homeDays} 天</h2>
      <div className="home-panel">
        {error ? (
          <ErrorState
            error={error}
            retry={() => {
              void refetch()
            }}
          />
        ) : data && picture ? (
          <>
            <div className="home-days-head">
              <Segmented
                options={Object.keys(pictures)}
                value={pictures[chosen] ? chosen : '运单'}
                onChange={setChosen}
              />
              <p>{sumsOf(data.days)}</p>
            </div>
            <DayChart title={`近${homeDays}天${chosen}`} days={days} {...picture} />
          </>
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
    </section>
  )
}
