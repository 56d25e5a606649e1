// The time left until a moment, counted down on the server's clock.
import { formatDateTime, HOUR_MS } from '@yunshu/domain/figures/time'
import { useSecond } from '../lib/clock.ts'
import { countdownText } from './countdownText.ts'

/** `over` is said once the moment has passed; the last hour is red. */
export function Countdown({ until, over = '已截止' }: { until: number; over?: string }) {
  const left = until - useSecond()
  return (
    <time
      className={left < HOUR_MS ? 'ys-figure ys-fault' : 'ys-figure'}
      dateTime={new Date(until).toISOString()}
      title={`截止 ${formatDateTime(until)}`}
    >
      {countdownText(left) ?? over}
    </time>
  )
}
