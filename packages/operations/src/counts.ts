// Counts a role keeps in a plain object, as counters of its register.
import { Counter, type Registry } from 'prom-client'

/** The counts a register tells: numbers by their names, and what each counts. */
export interface Counts<K extends string> {
  /** The role, first word of every name. */
  readonly role: string
  readonly help: Readonly<Record<K, string>>
  readonly figures: Readonly<Record<K, number>>
}

/** Tells counts under `role_name_total`, as they stand when they are asked for. */
export function registerCounts<K extends string>(register: Registry, { role, help, figures }: Counts<K>): void {
  for (const name of Object.keys(help).filter((each): each is K => each in help))
    new Counter({
      name: `${role}_${name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}_total`,
      help: help[name],
      registers: [register],
      collect() {
        this.reset()
        this.inc(figures[name])
      },
    })
}
