// The faces of tabs: the part of a title that tells a tab from its neighbours.
import type { TabEntry } from './rules.ts'

/** A number of a document: letters of its kind, and digits of which the last tell it apart. */
const documentNumber = /^([A-Z]{2})\d{10,}$/
const tailDigits = 4
/** Letters of the commonest kind; the others keep theirs. */
const commonest = 'YD'
/** Pages about a record that has a page of its own: their word stays before its name. */
const aspects: ReadonlyMap<string, string> = new Map([
  ['轨迹回放', '回放'],
  ['绑定运单', '绑定'],
])

function faceOf(title: string, tail: number): string {
  const [kind = '', ...rest] = title.split(' ')
  if (rest.length === 0) return title
  const isNumber = documentNumber.test(rest[0] ?? '')
  const short = rest.map(word => {
    const letters = documentNumber.exec(word)?.[1]
    return letters === undefined ? word : `${letters === commonest ? '' : letters}…${word.slice(-tail)}`
  })
  // a number alone does not say what it is of
  const word = aspects.get(kind) ?? (isNumber && rest.length === 1 ? kind : undefined)
  return [...(word === undefined ? [] : [word]), ...short].join(' ')
}

/** Faces by key of tab: `…5433 冀AY1126`. Where two would read the same they show more of their number. */
export function tabFaces(tabs: readonly Pick<TabEntry, 'key' | 'meta'>[]): ReadonlyMap<string, string> {
  const faces = tabs.map(({ key, meta }) => ({ key, title: meta.title, face: faceOf(meta.title, tailDigits) }))
  return new Map(
    faces.map(({ key, title, face }) => {
      const twins = faces.filter(other => other.face === face && other.title !== title)
      if (twins.length === 0) return [key, face]
      const longer = faceOf(title, 2 * tailDigits)
      return [key, twins.some(twin => faceOf(twin.title, 2 * tailDigits) === longer) ? title : longer]
    }),
  )
}
