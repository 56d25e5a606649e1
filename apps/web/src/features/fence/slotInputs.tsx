// Fields of a slot: the hours of the specification as minutes of the day, and days of the week.
import { weekdayTexts } from '@yunshu/domain/fence'
import { hourOptions } from '@yunshu/domain/optionLists'
import { Select } from 'antd'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'

const dayMinutes = 1440
const minuteOf = (label: string): number => Number(label.slice(0, 2)) * 60 + Number(label.slice(3))
const starts = hourOptions.map(({ label }) => ({ label, value: minuteOf(label) }))
// a slot ends at midnight as 24:00, which comes last
const ends = [...starts.filter(({ value }) => value > 0), { label: '24:00', value: dayMinutes }]

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** The hours, and the minute a slot has that is none of them. */
const withHeld = (options: readonly { label: string; value: number }[], value: FieldProps<number>['value']) =>
  typeof value !== 'number' || options.some(option => option.value === value)
    ? options
    : [...options, { label: clock(value), value }]

export const FromInput = (props: FieldProps<number>) => (
  <ChoiceSelect {...props} options={withHeld(starts, props.value)} />
)
export const ToInput = (props: FieldProps<number>) => <ChoiceSelect {...props} options={withHeld(ends, props.value)} />

const days = weekdayTexts.map((label, index) => ({ label, value: index + 1 }))

export function WeekdaysInput({ id, value, onChange, onBlur }: FieldProps<number[]>) {
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      placeholder="请选择"
      options={days}
      value={isUnreadable(value) || !value ? [] : value}
      onChange={(next: number[]) => onChange?.(next.toSorted((a, b) => a - b))}
      {...(onBlur ? { onBlur } : {})}
    />
  )
}
