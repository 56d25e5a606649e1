// The licences of what the portal is made of, as one text that travels with it: every package with a module in the
// build, and those the data of regions comes from.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

export interface Library {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** The texts its licence asks for: licence, notice, and the licences of what it holds of others. */
  readonly text: string
}

const mit = (holder: string): string => `The MIT License (MIT)

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** The folder of the package a module stands in; undefined for our own and for those the bundler makes up. */
export function packageOf(moduleId: string): string | undefined {
  const at = moduleId.lastIndexOf('/node_modules/')
  if (at === -1) return undefined
  const [inside] = /^\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(moduleId.slice(at)) ?? []
  return inside === undefined ? undefined : moduleId.slice(0, at).replace(/^\0+/, '') + inside
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly author?: string | { readonly name?: string }
}

/** Reads a package's licence and its texts. @throws when it has no text and its licence no usual one */
export function readLibrary(folder: string): Library {
  const {
    name,
    version,
    license = '',
    author,
  } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest
  const licences = readdirSync(folder)
    .filter(file => /^(?:licen[cs]e|copying)(?:$|[.-])/i.test(file))
    .sort()
  const others = existsSync(path.join(folder, 'licenses')) ? readdirSync(path.join(folder, 'licenses')).sort() : []
  const notices = readdirSync(folder).filter(file => /^notice(?:$|\.)/i.test(file))
  const texts = [...licences, ...notices, ...others.map(file => path.join('licenses', file))].flatMap(file =>
    existsSync(path.join(folder, file)) ? [readFileSync(path.join(folder, file), 'utf8').trim()] : [],
  )
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  if (licences.length === 0 && license !== 'MIT') throw new Error(`${name} ${version} 没有许可文本（${license}）`)
  return {
    name,
    version,
    licence: license,
    text: [...(licences.length === 0 ? [mit(holder)] : []), ...texts].join('\n\n'),
  }
}

/** The notices of these packages, each once, by name. */
export function noticesOf(folders: Iterable<string>): string {
  const libraries = [...new Set(folders)].map(readLibrary)
  const byName = new Map(libraries.map(library => [`${library.name} - ${library.version}`, library]))
  return [
    '# 第三方许可 Third-party licences',
    ...[...byName]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([head, { licence, text }]) => `## ${head} (${licence})\n\n${text}`),
    '',
  ].join('\n\n')
}

/** Writes the notices of all modules of the build, and of the packages in these folders, to a file beside the page. */
export function thirdParty(fileName: string, others: readonly string[]): Plugin {
  return {
    name: 'third-party',
    generateBundle() {
      const bundled = [...this.getModuleIds()].flatMap(id => packageOf(id) ?? [])
      this.emitFile({ type: 'asset', fileName, source: noticesOf([...bundled, ...others]) })
    },
  }
}
