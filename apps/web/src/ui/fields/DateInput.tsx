// Dates and times: the pickers come in a chunk of their own, because they weigh as much as the rest of a list page.
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { Input } from 'antd'
import { lazy, Suspense, type ComponentType } from 'react'
import type { FieldProps } from './FigureInput.tsx'
import { loadPickers } from './loadPickers.ts'
import type { MomentProps, MomentRangeProps } from './pickers.tsx'
import { isUnreadable } from './unreadable.ts'
import type { Range } from './usualRanges.ts'

type DateProps = FieldProps<number>
type RangeProps = Omit<FieldProps<Range>, 'value' | 'onChange'> & { value?: Range; onChange?: (next: Range) => void }

const LazyDateTime = lazy(async () => ({ default: (await loadPickers()).DateTimePicker as ComponentType<MomentProps> }))
const LazyDate = lazy(async () => ({ default: (await loadPickers()).DayPicker as ComponentType<DateProps> }))
const LazyRange = lazy(async () => ({ default: (await loadPickers()).DayRangePicker as ComponentType<RangeProps> }))
const LazyMoments = lazy(async () => ({
  default: (await loadPickers()).MomentRangePicker as ComponentType<MomentRangeProps>,
}))

const shown = (value: DateProps['value'], print: (ms: number) => string): string =>
  value === undefined || isUnreadable(value) ? '' : print(value)

/** A moment on China's clock, ms. */
export const DateTimeInput = (props: MomentProps) => (
  <Suspense fallback={<Input disabled value={shown(props.value, formatDateTime)} placeholder="请选择时间" />}>
    <LazyDateTime {...props} />
  </Suspense>
)

/** A day: its first millisecond in China. */
export const DateInput = (props: DateProps) => (
  <Suspense fallback={<Input disabled value={shown(props.value, formatDate)} placeholder="请选择日期" />}>
    <LazyDate {...props} />
  </Suspense>
)

/** Whole days from … to …, with 今天, 昨天, 近7天, 近30天, 本月, 上月. */
export const DateRangeInput = (props: RangeProps) => (
  <Suspense
    fallback={
      <Input
        disabled
        value={[props.value?.from, props.value?.to]
          .flatMap(ms => (ms === undefined ? [] : formatDate(ms)))
          .join(' ～ ')}
        placeholder="开始日期 ～ 结束日期"
      />
    }
  >
    <LazyRange {...props} />
  </Suspense>
)

/** From one moment to another, both given. */
export const MomentRangeInput = (props: MomentRangeProps) => (
  <Suspense
    fallback={<Input disabled value={`${formatDateTime(props.value.from)} ～ ${formatDateTime(props.value.to)}`} />}
  >
    <LazyMoments {...props} />
  </Suspense>
)
