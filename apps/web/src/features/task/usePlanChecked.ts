// Trucks and drivers of a plan that came out of a draft, read anew: those that cannot go any more say so on their line.
import { listDriverChoices, listVehicleChoices } from '@yunshu/contract/task/task'
import { useEffect, useEffectEvent, useRef } from 'react'
import { send } from '../../lib/send.ts'
import { lineNow, type Line } from './appointLines.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Those of a list that are wanted, by id: the list shows the most fit, the others are looked for by name. */
async function findNow<Row extends Named>(
  wanted: readonly Named[],
  list: (text?: string) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map((await list()).rows.map(row => [row.id, row]))
  const others = [...new Set(wanted.filter(({ id }) => !found.has(id)).map(({ name }) => name))]
  for (const { rows } of await Promise.all(others.map(name => list(name))))
    for (const row of rows) found.set(row.id, row)
  return found
}

/** `noteChecked` is told of trucks chosen from a list of now; the others of the plan are read anew, once. */
export function usePlanChecked(
  taskId: string,
  lines: readonly Line[],
  change: (next: readonly Line[]) => void,
): { readonly noteChecked: (vehicleId: string) => void } {
  const checked = useRef(new Set<string>())
  const lay = useEffectEvent((now: (line: Line) => Line, ids: ReadonlySet<string>) =>
    change(lines.map(line => (ids.has(line.vehicle.id) ? now(line) : line))),
  )
  const check = useEffectEvent(async () => {
    const old = lines.filter(({ vehicle }) => !checked.current.has(vehicle.id))
    if (old.length === 0) return
    for (const { vehicle } of old) checked.current.add(vehicle.id)
    const asked = (text?: string) => ({ taskId, ...(text === undefined ? {} : { text }) })
    try {
      const vehicles = await findNow(
        old.map(line => line.vehicle),
        text => send(listVehicleChoices, asked(text), { quiet: true }),
      )
      const drivers = await findNow(
        old.flatMap(line => line.driver ?? []),
        text => send(listDriverChoices, asked(text), { quiet: true }),
      )
      lay(line => lineNow(line, vehicles, drivers), new Set(old.map(line => line.vehicle.id)))
    } catch {
      // the server says it when the plan is sent
    }
  })
  useEffect(() => void check(), [lines])
  return { noteChecked: vehicleId => checked.current.add(vehicleId) }
}
