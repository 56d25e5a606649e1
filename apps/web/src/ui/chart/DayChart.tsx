// Figures by day as bars and lines, with the same figures as a table for people who would rather read.
import { Button } from 'antd'
import type { EChartsType } from 'echarts/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { showError } from '../../lib/errors.ts'
import { useLook } from '../../lib/look.ts'
import { looks, type Look } from '../../styles/tokens.ts'
import { textColumn } from '../list/column.tsx'
import { SimpleTable } from '../SimpleTable.tsx'
import './chart.css'
import { nothingText } from '../Figures.tsx'

export interface Series {
  readonly name: string
  readonly shape: 'bar' | 'line'
  /** One per day, in the unit of `axis`. */
  readonly values: readonly number[]
}

interface DayChartProps {
  /** Read aloud, and the table's name. */
  title: string
  /** Days as they are shown, '11-21', oldest first. */
  days: readonly string[]
  series: readonly Series[]
  /** The quantity on the axis, with its unit: 运单（张）. */
  axis: string
  /** A value as text, with its unit. */
  print: (value: number) => string
  /** A value at the axis, in the unit of `axis`. */
  tick: (value: number) => string
}

/** The options of the chart library. */
function optionOf({ days, series, axis, print, tick }: Omit<DayChartProps, 'title'>, look: Look) {
  const { brand, ink3, amber, line, ink, ink2, raised } = looks[look]
  const words = { textStyle: { color: ink2 } }
  return {
    animation: false,
    color: [brand, ink3, amber],
    ...words,
    grid: { left: 8, right: 8, top: 44, bottom: 4, containLabel: true },
    ...(series.length > 1 ? { legend: { top: 0, right: 0, itemWidth: 14, itemHeight: 8, ...words } } : {}),
    tooltip: {
      trigger: 'axis',
      backgroundColor: raised,
      borderColor: line,
      textStyle: { color: ink },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? print(value) : nothingText),
    },
    xAxis: {
      type: 'category',
      data: [...days],
      axisTick: { show: false },
      axisLabel: { hideOverlap: true, color: ink2 },
    },
    yAxis: {
      type: 'value',
      name: axis,
      nameTextStyle: { align: 'left', color: ink2 },
      minInterval: 1,
      axisLabel: { formatter: tick, color: ink2 },
      splitLine: { lineStyle: { color: line } },
    },
    series: series.map(({ name, shape, values }) => ({
      name,
      type: shape,
      data: [...values],
      barMaxWidth: 18,
      smooth: false,
      symbol: 'none',
      lineStyle: { width: 2 },
    })),
  }
}

/** Draws when it is on screen; a hidden tab holds no chart. */
export function DayChart({ title, days, series, axis, print, tick }: DayChartProps) {
  const box = useRef<HTMLElement>(null)
  const [asTable, setAsTable] = useState(false)
  const look = useLook(({ worn }) => worn)
  const option = useMemo(
    () => optionOf({ days, series, axis, print, tick }, look),
    [days, series, axis, print, tick, look],
  )

  useEffect(() => {
    const place = box.current
    if (!place || asTable) return undefined
    let chart: EChartsType | undefined
    let isGone = false
    const resize = new ResizeObserver(() => chart?.resize())
    import('./chartEngine.ts')
      .then(({ init }) => {
        if (isGone) return
        chart = init(place, undefined, { renderer: 'svg' })
        chart.setOption(option)
        resize.observe(place)
      })
      .catch(showError)
    return () => {
      isGone = true
      resize.disconnect()
      chart?.dispose()
    }
  }, [option, asTable])

  const columns = useMemo(
    () => [
      textColumn<number>('day', '日期', at => days[at] ?? ''),
      ...series.map(({ name, values }) =>
        textColumn<number>(name, name, at => print(values[at] ?? 0), { align: 'right' }),
      ),
    ],
    [days, series, print],
  )
  return (
    <div className="ys-chart">
      {asTable ? (
        <SimpleTable
          title={title}
          rows={days.map((_, at) => at).toReversed()}
          columns={columns}
          rowKey={at => days[at] ?? ''}
        />
      ) : (
        <figure ref={box} className="ys-chart-box" aria-label={title} />
      )}
      <div className="ys-chart-tools">
        <Button
          type="link"
          size="small"
          aria-pressed={asTable}
          onClick={() => {
            setAsTable(!asTable)
          }}
        >
          {asTable ? '看图' : '看数据'}
        </Button>
      </div>
    </div>
  )
}
