// The accounting month field.
import { periodText } from '@yunshu/domain/voucher/voucher'
import { serverNow } from '../../lib/clock.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { recentPeriods } from './periods.ts'

/** The last two years, newest first. */
export function PeriodSelect({ placeholder = '全部', ...props }: FieldProps<string>) {
  return (
    <ChoiceSelect
      {...props}
      placeholder={placeholder}
      options={recentPeriods(serverNow()).map(period => ({ value: period, label: periodText(period) }))}
    />
  )
}
