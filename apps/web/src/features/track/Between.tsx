// The time from one moment to another; the day of its end is said where it is another one.
import { formatDate, formatDateTime } from '@yunshu/domain/figures/time'
import { Time } from '../../ui/Figures.tsx'

/** 11-28 09:02 – 10:22, or 11-27 23:02 – 11-28 00:22. */
export const Between = ({ from, to }: { from: number; to: number }) => (
  <>
    <Time value={from} /> –{' '}
    {formatDate(from) === formatDate(to) ? formatDateTime(to).slice(11, 16) : <Time value={to} />}
  </>
)
