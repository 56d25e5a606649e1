// Starts the server: settings, schema, demo data, jobs, HTTP and push; drains and stops on a signal.
import { setFlagsFromString } from 'node:v8'
import { freeWhenIdle } from './idleMemory.ts'
import { startServer } from './server.ts'
import { misspeltSettings } from './settingNames.ts'

// thousands of connections coming back at once make garbage faster than V8 cares to collect: 337 MB instead of 404 with
// 10,000 of them, at the same processor time
setFlagsFromString('--heap-growing-percent=60')

const tell = (message: Record<string, unknown>): void => {
  process.send?.(message)
}

for (const line of misspeltSettings(process.env)) console.warn(line)
try {
  const server = await startServer(process.env, line => {
    if (!process.send) console.log(line)
  })
  const { url, accounts, password, setupUrl } = server
  tell({ ready: true, url, accounts, password })
  if (!process.send) console.log(`运枢已启动：${url}`)
  // said by the process itself: one that is started anew has another
  if (setupUrl !== undefined)
    console.log(`首次使用：请在 30 分钟内打开此地址完成初始设置（只能用一次，重新启动后换新地址）${setupUrl}`)
  freeWhenIdle()
  let stopping = false
  const stop = (code = 0): void => {
    if (stopping) return
    stopping = true
    const force = setTimeout(() => process.exit(1), 14_000 + server.deps.config.drainSeconds * 1000)
    force.unref()
    server.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop())
  process.on('SIGINT', () => stop())
  // the supervisor is gone: nobody would stop us any more
  process.on('disconnect', () => stop())
  void server.unfit.then(line => {
    console.error(line)
    stop(1)
  })
} catch (error) {
  const line = error instanceof Error ? error.message : String(error)
  tell({ fatal: line })
  if (!process.send) console.error(line)
  process.exitCode = 1
  if (process.connected) process.disconnect()
  // connections that were opened before the fault would keep the process for ever
  setTimeout(() => process.exit(), 1000).unref()
}
