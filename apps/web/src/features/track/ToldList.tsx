// Visits of fences, abnormal positions and alarms of the terminal of a trail as buttons in order of time: each puts the clock where it began.
import { formatDateTime } from '@yunshu/domain/figures/time'
import type { Told } from './playback.ts'

/** 11-27 10:42. */
const clock = (at: number): string => formatDateTime(at).slice(5, 16)

/** Nothing where nothing is told. */
export function ToldList({ told, onSeek }: { told: readonly Told[]; onSeek: (at: number) => void }) {
  if (told.length === 0) return null
  return (
    <ul className="pb-told" aria-label="围栏、定位异常与终端报警">
      {told.map(({ kind, fromAt, toAt, text }) => (
        <li key={`${kind} ${fromAt} ${text}`}>
          <button type="button" title={`${clock(fromAt)} ～ ${clock(toAt)}`} onClick={() => onSeek(fromAt)}>
            <span className="ys-weak">{clock(fromAt)}</span> {kind === 'terminal' && '终端报警 '}
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
