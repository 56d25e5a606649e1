// Hands the terminal to a TypeScript program under Node 24 and waits for it.
import { spawn } from 'node:child_process'
import os from 'node:os'
import { inRoot, readText } from './place.mjs'

/** Our parent (npm's shell) and, where it can be seen, the parent of that (npm). */
function ancestors() {
  const stat = readText(`/proc/${process.ppid}/stat`)
  return `${process.ppid} ${stat?.slice(stat.lastIndexOf(')') + 4).split(' ')[0]}`
}

/**
 * Runs `file` of the checkout with `args`; resolves with its exit code. Signals reach it, and so does our own sudden
 * death (its IPC channel closes).
 */
export function handOver(node, file, args, env = {}) {
  return new Promise(resolve => {
    const child = spawn(node, [inRoot(file), ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    })
    // ctrl-C reaches the child from the terminal, from npm and from here: it takes signals close together for one
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name))
    // npm stopped by kill ends its shell, not us; killed outright it tells nobody: then there is no one left to press
    // ctrl-C for us
    const above = ancestors()
    if (process.env.npm_lifecycle_event)
      setInterval(() => {
        if (ancestors() !== above) child.kill('SIGTERM')
      }, 500).unref()
    child.on('error', error => {
      process.stderr.write(`✗ 无法运行 ${node}：${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)))
  })
}
