// The date pickers themselves, loaded when a page first shows one; they show China's clock whatever zone the machine is
// in.
import { DAY_MS, formatDateTime, parseDateTime, startOfDay } from '@yunshu/domain/figures/time'
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { serverNow } from '../../lib/clock.ts'
import type { FieldProps } from './FigureInput.tsx'
import { isUnreadable } from './unreadable.ts'
import { usualMoments, usualRanges, type Range } from './usualRanges.ts'

dayjs.locale('zh-cn')

// the picker only knows the machine's own clock: it is handed the digits of China's clock, and its digits are read as
// such
const toPicker = (ms: number | undefined): Dayjs | null => (ms === undefined ? null : dayjs(formatDateTime(ms)))
const fromPicker = (day: Dayjs | null): number | undefined =>
  day ? parseDateTime(day.format('YYYY-MM-DD HH:mm:ss')) : undefined
// antd's own 此刻 and 今天 would be the machine's
const momentPresets = (isPast: boolean) =>
  usualMoments(serverNow(), isPast).map(({ label, at }) => ({ label, value: dayjs(formatDateTime(at)) }))
const today = {
  showNow: false,
  presets: [{ label: '今天', value: (): Dayjs => dayjs(formatDateTime(startOfDay(serverNow()))) }],
}
const valueOf = (value: FieldProps<number>['value']): number | undefined => (isUnreadable(value) ? undefined : value)

export interface MomentProps extends FieldProps<number> {
  /** The moment has passed: every minute is offered, and none ahead. */
  isPast?: boolean
}

/** Plans are made by quarters of an hour; other minutes can be typed. */
const planStepMin = 15

export function DateTimePicker({ value, onChange, placeholder = '请选择时间', isPast = false, ...rest }: MomentProps) {
  return (
    <DatePicker
      {...rest}
      showNow={false}
      presets={momentPresets(isPast)}
      className="ys-wide"
      showTime={{ format: 'HH:mm', minuteStep: isPast ? 1 : planStepMin }}
      format="YYYY-MM-DD HH:mm"
      placeholder={placeholder}
      value={toPicker(valueOf(value))}
      onChange={day => onChange?.(fromPicker(day))}
    />
  )
}

export function DayPicker({ value, onChange, placeholder = '请选择日期', ...rest }: FieldProps<number>) {
  const take = (day: Dayjs | null): void => {
    const ms = fromPicker(day)
    onChange?.(ms === undefined ? undefined : startOfDay(ms))
  }
  return (
    <DatePicker
      {...rest}
      {...today}
      className="ys-wide"
      placeholder={placeholder}
      value={toPicker(valueOf(value))}
      onChange={take}
    />
  )
}

interface DayRangeProps extends Omit<FieldProps<Range>, 'value' | 'onChange'> {
  value?: Range
  onChange?: (next: Range) => void
}

export function DayRangePicker({ id, value, onChange, disabled = false }: DayRangeProps) {
  const take = (days: readonly (Dayjs | null)[] | null): void => {
    const [from, to] = [fromPicker(days?.[0] ?? null), fromPicker(days?.[1] ?? null)]
    onChange?.({
      from: from === undefined ? undefined : startOfDay(from),
      to: to === undefined ? undefined : startOfDay(to) + DAY_MS - 1,
    })
  }
  const presets = usualRanges(serverNow()).map(({ label, from, to }) => ({
    label,
    value: [dayjs(formatDateTime(from)), dayjs(formatDateTime(to))] as [Dayjs, Dayjs],
  }))
  return (
    <DatePicker.RangePicker
      {...(id === undefined ? {} : { id: { start: id, end: `${id}-end` } })}
      className="ys-wide"
      separator="～"
      presets={presets}
      allowEmpty={[true, true]}
      disabled={disabled}
      placeholder={['开始日期', '结束日期']}
      aria-label="日期范围"
      value={[toPicker(value?.from), toPicker(value?.to)]}
      onChange={take}
    />
  )
}

export interface MomentRangeProps {
  value: { readonly from: number; readonly to: number }
  onChange: (next: { from: number; to: number }) => void
  isOpen?: boolean
  onOpen?: (isOpen: boolean) => void
}

export function MomentRangePicker({ value, onChange, isOpen, onOpen }: MomentRangeProps) {
  const take = (moments: readonly (Dayjs | null)[] | null): void => {
    const [from, to] = [fromPicker(moments?.[0] ?? null), fromPicker(moments?.[1] ?? null)]
    if (from !== undefined && to !== undefined) onChange({ from, to })
  }
  return (
    <DatePicker.RangePicker
      className="ys-wide"
      separator="～"
      aria-label="时间范围"
      allowClear={false}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      value={[toPicker(value.from), toPicker(value.to)]}
      onChange={take}
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpen ? { onOpenChange: onOpen } : {})}
    />
  )
}
