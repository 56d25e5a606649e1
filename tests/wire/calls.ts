// Every call of the contract, for what holds of all of them.
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Call } from '@yunshu/contract/call'

const contract = join(dirname(fileURLToPath(import.meta.url)), '../../packages/contract/src')

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'permit' in value && 'input' in value

const files = globSync('**/*.ts', { cwd: contract }).filter(
  file => !file.endsWith('.test.ts') && !file.endsWith('.d.ts'),
)
const modules = await Promise.all(
  files.toSorted().map(async file => {
    const module = (await import(pathToFileURL(join(contract, file)).href)) as Readonly<Record<string, unknown>>
    return { name: basename(file, '.ts'), module }
  }),
)

/** Every call with the file and the name it is declared by. */
export const calls = modules.flatMap(({ name, module }) =>
  Object.entries(module).flatMap(([key, value]) =>
    isCall(value) ? [{ name: `${name}.${key}`, key, call: value }] : [],
  ),
)
