// One stage of the tests: a program run to its end, and how many results it had.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { cache, inRoot, readText, root } from './place.mjs'
import { say } from './say.mjs'

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program of node_modules under Node 24 with its output on the terminal; resolves with its exit code. Who is
 * told to end takes the program along.
 */
export function run(node, program, args, env = {}) {
  return new Promise(resolve => {
    // tools that spawn "node" must find the same one
    const PATH = `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`
    const child = spawn(node, [inRoot('node_modules', program), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH, ...env },
    })
    child.on('error', error => {
      say(`✗ ${program}：${error.message}`)
      resolve(1)
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
      resolve(code ?? 1)
    })
  })
}

/** A checker that is right or wrong as a whole: one result. What failed is named in `faults` by every stage. */
export async function check(node, title, program, args) {
  say(`\n── ${title}`)
  const code = await run(node, program, args)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, faults: code === 0 ? [] : [title] }
}

/** The type check, the linter and the formatter, each one result. */
export async function checkSources(node) {
  return [
    await check(node, 'tsc', 'typescript/bin/tsc', ['--noEmit', '-p', '.']),
    await check(node, 'oxlint', 'oxlint/bin/oxlint', ['--type-aware']),
    await check(node, 'oxfmt', 'oxfmt/bin/oxfmt', ['--check', '.']),
  ]
}

/** What failed, a line each: the file, the test, and the first line of why. */
function faultsOf(report) {
  const line = (...parts) =>
    parts
      .map(part => String(part ?? '').split('\n')[0])
      .filter(Boolean)
      .join(' › ')
  return report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const at = path.relative(root, name)
      const wrong = assertionResults.filter(result => result.status === 'failed')
      return wrong.length > 0
        ? wrong.map(result => line(at, result.fullName, result.failureMessages?.[0]))
        : [line(at, message)]
    })
}

/**
 * A run of vitest: its own count of results; a file that cannot be loaded, and a run that breaks off, count as
 * failures.
 */
export async function vitest(node, title, args, env = {}) {
  say(`\n── ${title}`)
  const file = path.join(cache, `vitest-${process.pid}.json`)
  fs.mkdirSync(cache, { recursive: true })
  fs.rmSync(file, { force: true })
  const code = await run(
    node,
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
    env,
  )
  const report = JSON.parse(readText(file) ?? 'null')
  fs.rmSync(file, { force: true })
  if (!report) return { passed: 0, failed: 1, faults: [`${title}：没有结果`] }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some(result => result.status === 'failed'),
  ).length
  const failed = report.numFailedTests + unloaded
  // an unhandled error, or no test at all, shows in the exit code alone
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, faults: faultsOf(report) }
}
