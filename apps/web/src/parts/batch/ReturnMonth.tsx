// The month whose return deducts the invoices of a batch: this one, or the last while its books are open.
import { backdateMonths, periodOf, periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { serverNow } from '../../lib/clock.ts'
import { ChoiceSelect } from '../../ui/fields/KeySelect.tsx'
import { DialogField } from '../../ui/WriteDialog.tsx'

interface ReturnMonthProps {
  value: string | undefined
  /** The records are chosen anew: another month has other faults. */
  onChoose: (period: string) => void
}

export function ReturnMonth({ value, onChoose }: ReturnMonthProps) {
  const running = periodOf(serverNow())
  const months = [running, shiftPeriod(running, -backdateMonths)]
  return (
    <DialogField label="税款所属期" isRequired>
      {id => (
        <ChoiceSelect
          id={id}
          options={months.map(period => ({ value: period, label: periodText(period) }))}
          value={value ?? running}
          onChange={next => {
            if (typeof next === 'string' && next !== value) onChoose(next)
          }}
        />
      )}
    </DialogField>
  )
}
