// One product for a whole run of the journeys: started before the first, stopped after the last.
import type { TestProject } from 'vitest/node'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product is, without a slash at the end, and the password of all demo accounts. */
    product: { readonly url: string; readonly password: string }
  }
}

/** PRODUCT_URL lets journeys that are being written visit a product that runs already. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['PRODUCT_URL']
  if (running !== undefined) {
    project.provide('product', { url: running, password: process.env['PRODUCT_PASSWORD'] ?? 'Demo#2026' })
    return async () => {}
  }
  const product = await startProduct()
  project.provide('product', { url: product.url, password: product.password })
  return () => product.stop()
}
