// Reads the built region data on a server; browsers fetch the same files and never import this module.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { RegionCodes } from './codeTable.ts'
import type { RegionMeta } from './meta.ts'
import type { OlderTree } from './olderTree.ts'
import { openIndex, type RegionIndex, type SearchFile } from './searchIndex.ts'
import type { RegionTree } from './tree.ts'

/** All region data. */
export interface Regions {
  readonly meta: RegionMeta
  readonly tree: RegionTree
  readonly olderTree: OlderTree
  readonly codes: RegionCodes
  readonly index: RegionIndex
}

/** The folder `node packages/regions/src/build.ts` writes to, unless told otherwise. */
export const BUILT_FOLDER = path.join(import.meta.dirname, '..', 'built')

const loaded = new Map<string, Regions>()

/**
 * The region data, read from disk the first time and kept. Each file is held against its hash in meta.json.
 * Throws when the data has not been built or does not fit together.
 */
export function loadRegions(folder: string = BUILT_FOLDER): Regions {
  const known = loaded.get(folder)
  if (known !== undefined) return known
  const meta: RegionMeta = JSON.parse(read(folder, 'meta.json'))
  const checked = (file: string): string => {
    const content = read(folder, file)
    if (sha256(content) === meta.files[file]?.sha256) return content
    throw new Error(`Region data: ${file} does not fit meta.json. Run: node packages/regions/src/build.ts`)
  }
  const tree: RegionTree = JSON.parse(checked('tree.json'))
  const olderTree: OlderTree = JSON.parse(checked('treeB.json'))
  const codes: RegionCodes = JSON.parse(checked('codes.json'))
  const search: SearchFile = JSON.parse(checked('search.json'))
  const regions = { meta, tree, olderTree, codes, index: openIndex(tree, search) }
  loaded.set(folder, regions)
  return regions
}

function read(folder: string, file: string): string {
  try {
    return readFileSync(path.join(folder, file), 'utf8')
  } catch (cause) {
    throw new Error(`Region data is not built: ${file} is missing. Run: node packages/regions/src/build.ts`, { cause })
  }
}

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex')
