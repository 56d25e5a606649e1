// The accounting month a page is about: one month back, the month itself, one month on.
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { periodText, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { RequiredContext } from '../../ui/fields/required.ts'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import './period.css'

interface Props {
  readonly period: string
  /** The last month there is. */
  readonly last: string
  readonly onPeriod: (period: string) => void
}

export function PeriodStepper({ period, last, onPeriod }: Props) {
  const [before, after] = [shiftPeriod(period, -1), shiftPeriod(period, 1)]
  return (
    <fieldset className="ys-period" aria-label="会计期间">
      <button
        type="button"
        className="ys-bar-button"
        aria-label={`上一期间 ${periodText(before)}`}
        onClick={() => onPeriod(before)}
      >
        <LeftOutlined aria-hidden />
      </button>
      <div className="ys-period-field">
        {/* there is always a month in view: nothing clears it */}
        <RequiredContext value>
          <PeriodSelect
            aria-label="会计期间"
            placeholder="请选择"
            value={period}
            onChange={next => onPeriod(isUnreadable(next) ? period : (next ?? last))}
          />
        </RequiredContext>
      </div>
      <button
        type="button"
        className="ys-bar-button"
        aria-label={`下一期间 ${periodText(after)}`}
        disabled={period >= last}
        onClick={() => onPeriod(after)}
      >
        <RightOutlined aria-hidden />
      </button>
    </fieldset>
  )
}
