// Starts the gateway of terminals: settings, database, log, socket; drains and stops on a signal.
import { IntakeWriter } from '@yunshu/intake/writer'
import { readGatewayConfig } from './config.ts'
import { gatewayOptions, openGatewayPool } from './database.ts'
import { startGateway } from './gateway.ts'

const tell = (message: Record<string, unknown>): void => {
  process.send?.(message)
}
const say = (line: string): void => console.error(line)

try {
  const config = readGatewayConfig(process.env)
  const pool = openGatewayPool(config.databaseUrl, say)
  const writer = await IntakeWriter.open({
    url: config.databaseUrl,
    options: gatewayOptions,
    writer: config.writer,
    log: say,
  })
  const gateway = await startGateway({ config, pool, log: writer, say })
  tell({ ready: true, url: null, accounts: [], password: null, port: gateway.port })
  if (!process.send) console.log(`终端网关已启动：${config.host}:${gateway.port}`)
  let isStopping = false
  const stop = (code: number): void => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), 12_000).unref()
    gateway
      .stop(() => writer.close())
      .then(() => pool.end())
      .then(
        () => process.exit(code),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // the supervisor is gone: nobody would stop us any more
  process.on('disconnect', () => stop(0))
  // another process writes our lanes: nothing may be answered any more
  void writer.ended.then(error => {
    if (isStopping) return
    say(`gateway: ${error.message}`)
    process.exit(1)
  })
} catch (error) {
  const line = error instanceof Error ? error.message : String(error)
  tell({ fatal: line })
  if (!process.send) console.error(line)
  process.exit(1)
}
