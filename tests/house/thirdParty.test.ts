// The licences that travel with the portal: each package has the texts its licence asks for, or the build fails.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { noticesOf, packageOf, readLibrary } from '../../apps/web/thirdParty.ts'
import { root, textOf } from './sources.ts'

const folderOf = (name: string) => path.join(root, 'node_modules', name)
const namesIn = (file: string, kind: 'dependencies' | 'devDependencies') =>
  Object.keys((JSON.parse(textOf(file)) as Record<typeof kind, object>)[kind]).filter(
    name => !name.startsWith('@yunshu/'),
  )

test('packages without a file of their licence stood there with a name alone, and notices and data were left out', () => {
  const names = [
    ...namesIn('apps/web/package.json', 'dependencies'),
    ...namesIn('packages/regions/package.json', 'devDependencies'),
    'is-mobile',
  ]
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(name => readLibrary(folderOf(name)).text.length < 400)).toEqual([])
  const { text } = readLibrary(folderOf('echarts'))
  expect(text).toContain('Apache License')
  expect(text).toContain('This product includes software developed at')
  expect(text).toContain('Mike Bostock')
})

test('a module belongs to the innermost package of its path, and ours to none', () => {
  expect(packageOf('/a/node_modules/echarts/node_modules/tslib/tslib.es6.mjs')).toBe(
    '/a/node_modules/echarts/node_modules/tslib',
  )
  expect(packageOf('\0/a/node_modules/@rc-component/util/es/index.js?commonjs-es-import')).toBe(
    '/a/node_modules/@rc-component/util',
  )
  expect([packageOf('/a/apps/web/src/main.tsx'), packageOf('\0rolldown/runtime.js')]).toEqual([undefined, undefined])
})

test('control: a package without a text of its own and without a usual licence stops the build', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'library-'))
  try {
    const manifest = (license: string) =>
      JSON.stringify({ name: 'lonely', version: '1.0.0', license, author: 'A. Writer' })
    writeFileSync(path.join(folder, 'package.json'), manifest('BSD-3-Clause'))
    expect(() => noticesOf([folder])).toThrow('lonely 1.0.0 没有许可文本（BSD-3-Clause）')
    writeFileSync(path.join(folder, 'package.json'), manifest('MIT'))
    expect(
      noticesOf([folder, folder]).match(/^## lonely - 1\.0\.0 \(MIT\)\n\nThe MIT License[^]*A\. Writer/gm),
    ).toHaveLength(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
