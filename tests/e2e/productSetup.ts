// Set-up of a run of journeys: a throw-away database server with one seeded product to copy.
import fs from 'node:fs'
import { startTestCluster } from '@yunshu/postgres/scratch'
import type { TestProject } from 'vitest/node'
import { writeSeed, type Seed } from './seed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed each file's product is a copy of, or a running product; its address has no slash at the end. */
    product: Seed | { readonly url: string; readonly password: string }
  }
}

/** PRODUCT_URL lets journeys that are being written visit a product that runs already. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['PRODUCT_URL']
  if (running !== undefined) {
    project.provide('product', { url: running, password: process.env['PRODUCT_PASSWORD'] ?? 'Demo#2026' })
    return async () => {}
  }
  const cluster = await startTestCluster()
  const seed = await writeSeed()
  project.provide('product', seed)
  return async () => {
    fs.rmSync(seed.uploads, { recursive: true, force: true })
    await cluster.stop()
  }
}
