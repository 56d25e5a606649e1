// Starts the server: settings, schema, demo data, jobs, HTTP and push; drains and stops on a signal.
import { startServer } from './server.ts'

const tell = (message: Record<string, unknown>): void => { process.send?.(message) }

try {
  const server = await startServer(process.env, (line) => { if (!process.send) console.log(line) })
  tell({ ready: true, url: server.url, accounts: server.accounts, password: server.password })
  if (!process.send) console.log(`运枢已启动：${server.url}`)
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    const force = setTimeout(() => process.exit(1), 14_000)
    force.unref()
    server.stop().then(() => process.exit(0), (error: unknown) => { console.error(error); process.exit(1) })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // the supervisor is gone: nobody would stop us any more
  process.on('disconnect', stop)
} catch (error) {
  const line = error instanceof Error ? error.message : String(error)
  tell({ fatal: line })
  if (!process.send) console.error(line)
  process.exitCode = 1
  if (process.connected) process.disconnect()
}
