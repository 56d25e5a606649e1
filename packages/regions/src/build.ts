// Builds the region data from the pinned packages: node packages/regions/src/build.ts [folder]
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { currentTable, staleOverlay } from './build/currentTable.ts'
import { makeCodes } from './build/makeCodes.ts'
import { OLDER_REVISION, makeOlderTree } from './build/makeOlderTree.ts'
import { makeOutlines } from './build/makeOutlines.ts'
import { makeSearchFile } from './build/makeSearchFile.ts'
import { makeTree } from './build/makeTree.ts'
import { readSources } from './build/sources.ts'
import { countAll, faultsIn } from './build/verify.ts'
import { BUILT_FOLDER } from './load.ts'
import type { RegionMeta } from './meta.ts'
import { AS_OF } from './tables/overlay.ts'

/**
 * Writes tree.json, treeB.json, codes.json, search.json and the outlines of the base map, each also compressed (.gz,
 * .br), and meta.json into `folder` and returns the meta data.
 * The same packages and tables give the same bytes. Throws, and writes nothing, when the data breaks a rule.
 */
export function buildRegions(folder: string = BUILT_FOLDER): RegionMeta {
  const sources = readSources()
  const current = currentTable(sources.listed)
  const tree = makeTree(current)
  const olderTree = makeOlderTree(sources.revisions.get(OLDER_REVISION) ?? {})
  const codes = makeCodes(sources, current)
  const search = makeSearchFile(tree, sources.syllables)
  const data = { current, tree, olderTree, codes, search }
  const faults = [...staleOverlay(sources.listed), ...faultsIn(data)]
  if (faults.length > 0)
    throw new Error(`Region data: ${faults.length} faults, first: ${faults.slice(0, 20).join('; ')}`)
  const outlines = ([1, 2, 3] as const).flatMap(makeOutlines)
  const files = {
    'tree.json': tree,
    'treeB.json': olderTree,
    'codes.json': codes,
    'search.json': search,
    ...Object.fromEntries(outlines.map(({ name, file }) => [name, file])),
  }
  const contents = Object.entries(files).map(([name, value]) => ({ name, content: JSON.stringify(value) }))
  const meta: RegionMeta = {
    asOf: AS_OF,
    sources: sources.packages,
    counts: countAll(data),
    files: Object.fromEntries(contents.map(({ name, content }) => [name, fingerprint(content)])),
  }
  mkdirSync(folder, { recursive: true })
  for (const { name, content } of contents) {
    const file = path.join(folder, name)
    writeFileSync(file, content)
    // the server sends these to browsers that can read them
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    // the best quality takes ten times as long for two parts in a hundred
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
  writeFileSync(path.join(folder, 'meta.json'), `${JSON.stringify(meta, null, 2)}\n`)
  return meta
}

function fingerprint(content: string): { bytes: number; sha256: string } {
  return { bytes: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') }
}

if (import.meta.main) {
  const [folder = BUILT_FOLDER] = process.argv.slice(2)
  const { asOf, counts } = buildRegions(folder)
  console.log(
    `Region data as of ${asOf}: ${counts.provinces} / ${counts.prefectures} / ${counts.counties}, ${counts.codes} codes → ${folder}`,
  )
}
