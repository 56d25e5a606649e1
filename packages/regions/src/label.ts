// Readable texts of region codes: the path, and for a former code that it was abolished and by which division it was
// replaced.
import { namesInCodes, type RegionCodes } from './codeTable.ts'
import { formerRegions } from './tables/overlay.ts'
import { cityOf, type RegionTree, trailOf, writePath } from './tree.ts'

/** A code as shown on a screen. */
export interface RegionLabel {
  readonly code: string
  /** '浙江省 / 杭州市 / 余杭区', the pseudo level left out; the code itself when nothing is known of it. */
  readonly path: string
  /** former: show the tag 已撤销, and never offer the code for new input. */
  readonly standing: 'current' | 'former' | 'unknown'
  /** For a former code: the divisions that took it over, when the overlay knows them; else empty. */
  readonly mergedInto: readonly { readonly code: string; readonly path: string }[]
  /** For a former code: year and month of the change ('2025-11'), when the overlay knows it. */
  readonly abolishedIn?: string
}

/**
 * The path of a code in tree A or in code table C: '浙江省 / 杭州市 / 余杭区'. A code unknown to the source is returned as it
 * is.
 */
export function regionPath(source: RegionTree | RegionCodes, code: string): string {
  const names = isTree(source) ? trailOf(source, code).map(each => each.name) : namesInCodes(source, code)
  return names.length === 0 ? code : writePath(names)
}

/**
 * Everything a screen needs to show a stored code. Give `codes` (table C) to name former codes; without it they are
 * 'unknown', save
 * those of the overlay.
 */
export function regionLabel(tree: RegionTree, codes: RegionCodes | undefined, code: string): RegionLabel {
  const plain = { code, mergedInto: [] }
  if (trailOf(tree, code).length > 0) return { ...plain, path: regionPath(tree, code), standing: 'current' }
  const change = formerRegions.find(each => each.code === code)
  if (change !== undefined) {
    const above = trailOf(tree, cityOf(code)).map(each => each.name)
    const mergedInto = change.into.map(each => ({ code: each, path: regionPath(tree, each) }))
    return { code, path: writePath([...above, change.name]), standing: 'former', mergedInto, abolishedIn: change.date }
  }
  const path = regionPath(codes ?? {}, code)
  return { ...plain, path, standing: path === code ? 'unknown' : 'former' }
}

/** A label as one text: '浙江省 / 杭州市 / 江干区（2021-04 已撤销）'; the date where it is known. */
export const regionWords = ({ path, standing, abolishedIn }: RegionLabel): string =>
  standing === 'former' ? `${path}（${abolishedIn === undefined ? '' : `${abolishedIn} `}已撤销）` : path

function isTree(source: RegionTree | RegionCodes): source is RegionTree {
  return Array.isArray(source)
}
