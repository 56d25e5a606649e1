// The output for the person at the terminal, and the signals they send.
import net from 'node:net'
import type { Ready } from './role.ts'

/** Prints one line of the supervisor's own. */
export function sayLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints the address and, with demo data, who can sign in. */
export function announceReady(ready: Ready, data: string | null, tookMs: number): void {
  sayLine('')
  sayLine(`  运枢已就绪（${(tookMs / 1000).toFixed(1)} 秒）：${ready.url ?? ''}`)
  if (ready.accounts.length > 0) {
    sayLine(`  演示账号${ready.password === null ? '' : `（密码 ${ready.password}）`}：`)
    const width = Math.max(...ready.accounts.map(({ account }) => account.length))
    for (const { account, who } of ready.accounts) sayLine(`    ${account.padEnd(width)}  ${who}`)
  }
  sayLine(`  ${data === null ? '' : `数据：${data}；`}按 Ctrl-C 停止`)
  sayLine('')
}

/**
 * Calls `stop` at the first request to end, `force` at a later one. One ctrl-C arrives up to three times
 * (terminal, npm, scripts/start.mjs), so requests within half a second are one.
 */
export function onStopRequest(stop: () => void, force: () => void): void {
  let lastMs = -Infinity
  let asked = false
  const request = () => {
    const now = performance.now()
    const again = now - lastMs > 500
    lastMs = now
    if (!asked) {
      asked = true
      stop()
    } else if (again) {
      force()
    }
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, request)
  // the parent process died without a signal
  process.on('disconnect', request)
}

/** One line when the port cannot be had, else null. Port 0, or one that is no number, is left to the server. */
export function portFault(host: string, port: number): Promise<string | null> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return Promise.resolve(null)
  return new Promise(resolve => {
    const probe = net.createServer()
    probe.on('error', error => {
      const code = 'code' in error ? error.code : ''
      if (code === 'EADDRINUSE')
        resolve(
          `端口 ${port} 已被占用：请先停止占用它的程序，或换一个端口，例如 PORT=${port === 65_535 ? 8_080 : port + 1} npm start`,
        )
      else if (code === 'EACCES')
        resolve(`当前账号不能使用端口 ${port}：请改用 1024 以上的端口，例如 PORT=8080 npm start`)
      else if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
        resolve(`HOST=${host} 不是本机地址：请改为 127.0.0.1 或 0.0.0.0`)
      else resolve(null)
    })
    probe.listen(port, host, () => probe.close(() => resolve(null)))
  })
}
