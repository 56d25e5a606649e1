// The sources of the house as the tests see them: files git tracks or would track, their imports, their packages.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(file => file !== '' && existsSync(path.join(root, file)))

/** Every TypeScript file of the product, generated ones left out. */
export const sourceFiles = tracked.filter(file => /\.tsx?$/.test(file) && !/\.gen\.ts$|\.d\.ts$/.test(file))
export const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$|^tests\/|^bench\//.test(file)
export const productFiles = sourceFiles.filter(file => !isTest(file))
export const testFiles = sourceFiles.filter(file => /\.(?:test|spec)\.tsx?$/.test(file))
export const allFiles = tracked

/**
 * The room of a file: the folder below its package's sources, of features the folder of the word; a file that stands
 * straight under `src` is a room of its own.
 */
export function roomOf(file: string): string {
  const [, source = '', rest = ''] = /^((?:apps|packages)\/[^/]+\/(?:src|demo))\/(.+)$/.exec(file) ?? []
  const parts = rest.split('/')
  if (source === '' || parts.length === 1) return file
  return [source, ...parts.slice(0, parts[0] === 'features' ? 2 : 1)].join('/')
}

const texts = new Map<string, string>()
/** Text of a tracked file. */
export function textOf(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(path.join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

const packages = new Map(
  tracked
    .filter(file => file.endsWith('package.json') && file !== 'package.json')
    .map(file => {
      const { name } = JSON.parse(textOf(file)) as { name: string }
      return [name, path.dirname(file)]
    }),
)

export interface Import {
  readonly from: string
  readonly to: string
  readonly line: number
  readonly typeOnly: boolean
  /** Loaded when it is needed. */
  readonly isLate: boolean
}

/** Imports between our own files; packages of others are left out. */
export function importsOf(file: string): Import[] {
  const found: Import[] = []
  const text = textOf(file)
  for (const match of text.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s+)?[^'";]*?(?:from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  )) {
    const name = match[3] ?? match[4] ?? ''
    const to = fileOf(file, name)
    if (to && to !== file)
      found.push({
        from: file,
        to,
        line: text.slice(0, match.index).split('\n').length + 1,
        typeOnly: match[2] !== undefined,
        isLate: text.includes(`import('${name}')`),
      })
  }
  return found
}

/** The file a name of an import means in a file; undefined for packages of others. */
export function fileOf(file: string, name: string): string | undefined {
  if (name.startsWith('.')) {
    const target = path.normalize(path.join(path.dirname(file), name))
    return sourceFiles.includes(target) ? target : undefined
  }
  for (const [pack, folder] of packages)
    if (name.startsWith(`${pack}/`)) {
      const rest = name.slice(pack.length + 1)
      return [`${folder}/src/${rest}.ts`, `${folder}/src/${rest}.tsx`].find(target => sourceFiles.includes(target))
    }
  return undefined
}
