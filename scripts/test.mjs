// npm test: every check there is, all of them even when one fails; the last line is the count.
// npm test -- <words>: only the files of tests whose path holds one of the words. The checks of all sources are left
// out then: they take longer than a file of tests, and `npm run check` has them.
import fs from 'node:fs'
import { getChromium } from './setup/chromium.mjs'
import { build, isBuilt } from './setup/generated.mjs'
import { alone } from './setup/lock.mjs'
import { inRoot } from './setup/place.mjs'
import { Fault, main, say } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'
import { checkSources, vitest } from './setup/stage.mjs'

// the product a person runs by hand must never be the one the tests write to
for (const name of [
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'DATA_DIR',
  'HOST',
  'PORT',
  'DEMO',
  'DEMO_PUBLIC',
  'SIGN_SECRET',
  'NODE_ENV',
])
  delete process.env[name]

const words = process.argv.slice(2)
const hasJourneys = fs
  .readdirSync(inRoot('tests/e2e'), { recursive: true })
  .map(name => `tests/e2e/${name.replaceAll('\\', '/')}`)
  .some(name => name.endsWith('.spec.ts') && (words.length === 0 || words.some(word => name.includes(word))))

const buildWeb = node => alone(() => (isBuilt('web') ? undefined : build('web', node)))

/** The browser journeys; any obstacle to them is one failure with one line. */
async function journeys(node) {
  try {
    const chromium = getChromium()
    await buildWeb(node)
    return await vitest(node, `浏览器测试（${chromium}）`, ['--config', 'vitest.e2e.config.ts', ...words], {
      CHROMIUM_PATH: chromium,
    })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    say(`✗ ${error.message}`)
    return { passed: 0, failed: 1, faults: [error.message], files: [] }
  }
}

/** The checks, and the pages for the journeys: work for a core the tests leave free. */
async function besides(node) {
  const results = await checkSources(node)
  // journeys() says what went wrong
  await buildWeb(node).catch(() => undefined)
  return results
}

/** The files that took longest, for people who want the tests to be quicker. */
function saySlowest(files) {
  if (files.length < 2) return
  say('\n── 最慢的文件')
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    say(`${seconds.toFixed(1).padStart(8)} 秒  ${file}`)
}

await main(async () => {
  const results = []
  let passed = 0
  let failed = 0
  try {
    const node = await setUp()
    if (words.length > 0) {
      results.push(await vitest(node, '单元与接口测试', ['--passWithNoTests', ...words]))
    } else {
      const [sources, tests] = await Promise.all([besides(node), vitest(node, '单元与接口测试', [])])
      results.push(...sources, tests)
    }
    if (hasJourneys) results.push(await journeys(node))
  } finally {
    for (const result of results) {
      passed += result.passed
      failed += result.failed
    }
    if (results.length === 0) failed = 1
    saySlowest(results.flatMap(({ files }) => files))
    // once more at the end: what a stage said may be thousands of lines up
    for (const fault of results.flatMap(({ faults }) => faults)) say(`✗ ${fault}`)
    if (passed + failed === 0) say(`✗ 没有路径含有“${words.join('”或“')}”的测试文件`)
    // to stdout, after everything else; the count is the last line of all
    process.on('exit', () => fs.writeSync(1, `${passed} passed, ${failed} failed\n`))
  }
  return failed > 0 || passed === 0 ? 1 : 0
})
