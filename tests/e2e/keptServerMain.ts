// The process that keeps the server's code warm: one server of the product after another runs in it, as it is told.
import { startServer, type RunningServer } from '../../apps/server/src/server.ts'

let running: RunningServer | undefined

const tell = (message: object): void => {
  process.send?.(message)
}

/** The settings a message brings; undefined where it asks for the end. */
function settingsIn(message: unknown): Record<string, string> | undefined {
  const env: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'env') : undefined
  if (typeof env !== 'object' || env === null) return undefined
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
}

async function obey(message: unknown): Promise<void> {
  const env = settingsIn(message)
  await running?.stop()
  running = undefined
  if (env === undefined) {
    tell({ stopped: true })
    return
  }
  running = await startServer(env, () => {})
  tell({ url: running.url, password: running.password })
}

process.on('message', message => {
  obey(message).catch((error: unknown) => {
    tell({ fatal: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  })
})
// the tests are gone
process.on('disconnect', () => process.exit())
