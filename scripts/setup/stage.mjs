// One stage of the tests: a program run to its end, and how many results it had.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { cache, inRoot, readText, root } from './place.mjs'
import { say } from './say.mjs'

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program of node_modules under Node 24; resolves with its exit code and, where it is `isKept`, its output
 * instead of showing it. A signal to end this process ends the program too.
 */
export function run(node, program, args, { env = {}, isKept = false } = {}) {
  return new Promise(resolve => {
    // tools that spawn "node" must find the same one
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`
    const shown = isKept ? 'pipe' : 'inherit'
    const child = spawn(node, [inRoot('node_modules', program), ...args], {
      cwd: root,
      stdio: ['ignore', shown, shown],
      env: { ...process.env, PATH, NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compile'), ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => {
        output += chunk
      })
    child.on('error', error => {
      say(`✗ ${program}：${error.message}`)
      resolve({ code: 1, output })
    })
    let isEnding = false
    const end = name => {
      isEnding = true
      child.kill(name)
    }
    for (const name of endings) process.on(name, end)
    child.on('close', code => {
      for (const name of endings) process.off(name, end)
      if (isEnding) process.exit(1)
      resolve({ code: code ?? 1, output })
    })
  })
}

const seconds = begun => ((performance.now() - begun) / 1000).toFixed(1)

/**
 * A checker that is right or wrong as a whole: one result. Every stage names its failures in `faults`. The output is
 * shown when the stage is done, in one piece: other stages may run beside it.
 */
async function check(node, title, program, args) {
  const begun = performance.now()
  const { code, output } = await run(node, program, args, { isKept: true })
  const isRight = code === 0
  say(`\n── ${title} ${isRight ? '✓' : '✗'} ${seconds(begun)} 秒${isRight ? '' : `\n${output.trimEnd()}\n`}`)
  return { passed: isRight ? 1 : 0, failed: isRight ? 0 : 1, faults: isRight ? [] : [title], files: [] }
}

/** The type check, the linter and the formatter, each one result, one after another. */
export async function checkSources(node) {
  return [
    await check(node, 'tsc', 'typescript/bin/tsc', [
      '--noEmit',
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/tsc.json',
    ]),
    await check(node, 'oxlint', 'oxlint/bin/oxlint', ['--type-aware']),
    await check(node, 'oxfmt', 'oxfmt/bin/oxfmt', ['--check', '.']),
  ]
}

let runs = 0

/** SHUFFLE_SEED=<number> before the command gives the files of tests another order, the same for the same number. */
const seed = process.env.SHUFFLE_SEED
const order = seed ? ['--sequence.shuffle.files', `--sequence.seed=${seed}`] : []

/**
 * A run of vitest, with a line for each file as it ends: its count of results, its faults, and its files with their
 * seconds; a file that cannot be loaded, and a run that breaks off, count as failures.
 */
export async function vitest(node, title, args, env = {}) {
  say(`\n── ${title}`)
  fs.mkdirSync(cache, { recursive: true })
  const report = path.join(cache, `vitest-${process.pid}-${(runs += 1)}.json`)
  fs.rmSync(report, { force: true })
  const words = ['run', '--reporter=./scripts/setup/reporter.mjs', ...order, ...args]
  const { code } = await run(node, 'vitest/vitest.mjs', words, { env: { YUNSHU_TEST_REPORT: report, ...env } })
  const files = JSON.parse(readText(report) ?? 'null')
  fs.rmSync(report, { force: true })
  if (!files) return { passed: 0, failed: 1, faults: [`${title}：没有结果`], files: [] }
  const faults = files.flatMap(file => file.faults)
  // an unhandled error shows in the exit code alone
  if (faults.length === 0 && code !== 0) faults.push(`${title}：有未处理的错误（见上）`)
  return { passed: files.reduce((sum, file) => sum + file.passed, 0), failed: faults.length, faults, files }
}
