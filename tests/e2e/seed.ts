// The demo every journey begins with: written once per run by the product itself, copied for each file of journeys.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { startKept } from './keptServer.ts'
import { startProduct, uploadsIn, type Product } from './product.ts'

/** A product as it stands after its first start. */
export interface Seed {
  /** Name of a database to copy. */
  readonly database: string
  /** Folder of the uploads that belong to it. */
  readonly uploads: string
  /** Password of all demo accounts. */
  readonly password: string
}

const settings = (database: ScratchDatabase): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.appUrl,
  MIGRATE_DATABASE_URL: database.ownerUrl,
  GATEWAY_DATABASE_URL: database.gatewayUrl,
  // a database that forgets everything on a crash is refused otherwise
  YUNSHU_EPHEMERAL_DATABASE: '1',
})

/** Lets the product write its demo into an empty database of the test server. */
export async function writeSeed(): Promise<Seed> {
  const database = await createDatabase('seed')
  const uploads = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-seed-'))
  const product = await startProduct(settings(database))
  fs.cpSync(uploadsIn(product.dataDir), uploads, { recursive: true })
  await product.stop()
  return { database: database.name, uploads, password: product.password }
}

/**
 * Starts the server of a product on a copy of the seed; its changes touch no other product. It runs in the process that
 * ran the one before.
 */
export function startCopy(seed: Seed, env: NodeJS.ProcessEnv = {}): Promise<Product> {
  return copyWith(startKept, seed, env)
}

/** Starts a whole product on a copy of the seed, as npm start runs it, with every process that belongs to it. */
export function startWhole(seed: Seed, env: NodeJS.ProcessEnv = {}): Promise<Product> {
  return copyWith(startProduct, seed, env)
}

async function copyWith(start: typeof startProduct, seed: Seed, env: NodeJS.ProcessEnv): Promise<Product> {
  const database = await createDatabase('journey', seed.database)
  return owning(database, await start({ ...settings(database), ...env }, seed.uploads))
}

/** Starts a product that is no demo on an empty database. */
export async function startEmpty(): Promise<Product> {
  const database = await createDatabase('empty')
  const given = { ...settings(database), DEMO: '0', SIGN_SECRET: 'a-secret-of-this-installation' }
  return owning(database, await startProduct(given))
}

/** The database of a product goes with it. */
function owning(database: ScratchDatabase, product: Product): Product {
  return {
    ...product,
    database: database.ownerUrl,
    stop: async () => {
      await product.stop()
      await database.drop()
    },
  }
}
