// The plan in one line at the foot, where there is no room for it beside the vehicles: each truck with its way out.
import type { Line } from './appointLines.ts'

interface PlanChipsProps {
  lines: readonly Line[]
  faults: readonly Readonly<Record<string, string>>[]
  onRemove: (line: Line) => void
}

/** The element of a line of the plan, by the key of the line. */
export const lineId = (key: string): string => `line-${key}`

function show(key: string): void {
  const line = document.getElementById(lineId(key))
  line?.scrollIntoView({ block: 'center' })
  line?.focus()
}

export function PlanChips({ lines, faults, onRemove }: PlanChipsProps) {
  if (lines.length === 0) return null
  return (
    <ul className="tk-chips" aria-label="已选车辆">
      {lines.map((line, n) => {
        const fault = Object.values(faults[n] ?? {})[0]
        return (
          <li key={line.key} className={fault === undefined ? undefined : 'tk-chip-bad'}>
            <button type="button" onClick={() => show(line.key)}>
              {line.vehicle.name} {fault ?? line.driver?.name}
            </button>
            <button type="button" aria-label={`撤销 ${line.vehicle.name}`} onClick={() => onRemove(line)}>
              ×
            </button>
          </li>
        )
      })}
    </ul>
  )
}
