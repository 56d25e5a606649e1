// The form of the files of the base map, read by browsers: lines that areas share, each once, in GCJ-02.

/** A name and the point inside its area where it stands. */
export interface OutlineName {
  readonly code: string
  readonly name: string
  readonly lon: number
  readonly lat: number
}

/** One file of the base map. */
export interface OutlineFile {
  /** Degrees of a step. */
  readonly scale: number
  /** Lines: steps of longitude and latitude in turn, the first from 0, each further one from the point before. */
  readonly arcs: readonly (readonly number[])[]
  /** Areas by code, each ring a run of arcs; a negative number `~n` is arc `n` backwards. */
  readonly areas: readonly { readonly code: string; readonly rings: readonly (readonly number[])[] }[]
  /** Lines of borders (境界线), as runs of arcs: always drawn, all of them. */
  readonly lines: readonly (readonly number[])[]
  readonly names: readonly OutlineName[]
}

/** An arc as longitude and latitude in turn, degrees. */
export function readArc({ scale }: OutlineFile, arc: readonly number[]): Float64Array {
  const points = new Float64Array(arc.length)
  let [x, y] = [0, 0]
  for (let i = 0; i + 1 < arc.length; i += 2) {
    x += arc[i] ?? 0
    y += arc[i + 1] ?? 0
    points[i] = x * scale
    points[i + 1] = y * scale
  }
  return points
}

/** A run of arcs as one line: longitude and latitude in turn, the point two arcs share once. */
export function readRun(arcs: readonly Float64Array[], run: readonly number[]): number[] {
  const line: number[] = []
  for (const number of run) {
    const arc = arcs[number < 0 ? ~number : number] ?? new Float64Array()
    const count = arc.length / 2
    for (let step = line.length === 0 ? 0 : 1; step < count; step++) {
      const at = (number < 0 ? count - 1 - step : step) * 2
      line.push(arc[at] ?? 0, arc[at + 1] ?? 0)
    }
  }
  return line
}
