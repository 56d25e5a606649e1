// Ids of demo rows: UUID v7 with the time of the row, the same on every run.

/** Makes ids: those of a later moment sort later, those of one moment in the order they are made. */
export type MakeId = (at: number) => string

/** A maker of ids; makers with different `kind` never make the same id. */
export function idMaker(kind: number): MakeId {
  let made = 0
  return at => {
    made++
    const time = at.toString(16).padStart(12, '0')
    const count = made.toString(16).padStart(6, '0')
    // the tail only has to look like chance: a fixed mix of the counter
    const tail = (Math.imul(made, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3)}-${kind.toString(16).padStart(4, '0')}${tail}`
  }
}
