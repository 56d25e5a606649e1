// Hands the terminal to a TypeScript program under Node 24 and waits for it.
import { spawn } from 'node:child_process'
import os from 'node:os'
import { inRoot } from './place.mjs'

/** Runs `file` of the checkout with `args`; resolves with its exit code. Signals reach it, and so does our own sudden death (its IPC channel closes). */
export function handOver(node, file, args, env = {}) {
  return new Promise(resolve => {
    const child = spawn(node, [inRoot(file), ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, ...env } })
    // ctrl-C reaches the child from the terminal, from npm and from here: it takes signals close together for one
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name))
    // npm killed outright tells nobody; then there is no one left to stop us by ctrl-C
    const parent = process.ppid
    if (process.env.npm_lifecycle_event) setInterval(() => { if (process.ppid !== parent) child.kill('SIGTERM') }, 1_000).unref()
    child.on('error', error => {
      process.stderr.write(`✗ 无法运行 ${node}：${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)))
  })
}
