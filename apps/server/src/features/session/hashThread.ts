// A thread that derives keys from passwords, one after another.
import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Recipe } from './hashThreads.ts'

parentPort?.on('message', (recipe: Recipe) => {
  parentPort?.postMessage(argon2Sync('argon2id', recipe))
})
