// npm test: every check there is, in order, all of them even when one fails; the last line is the count.
import fs from 'node:fs'
import { getChromium } from './setup/chromium.mjs'
import { build, isBuilt } from './setup/generated.mjs'
import { alone } from './setup/lock.mjs'
import { inRoot } from './setup/place.mjs'
import { Fault, main, say } from './setup/say.mjs'
import { setUp } from './setup/setUp.mjs'
import { checkSources, vitest } from './setup/stage.mjs'

// what the person runs by hand must never be what the tests write to
for (const name of [
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'DATA_DIR',
  'HOST',
  'PORT',
  'GATEWAY_HOST',
  'GATEWAY_PORT',
  'DEMO',
  'SIGN_SECRET',
  'NODE_ENV',
])
  delete process.env[name]

/** Web build and browser journeys; whatever stands in their way is one failure with one line. */
async function journeys(node) {
  if (!fs.readdirSync(inRoot('tests/e2e')).some(name => name.endsWith('.spec.ts'))) {
    say('\n── 浏览器测试：tests/e2e 中还没有 *.spec.ts')
    return { passed: 0, failed: 0, faults: [] }
  }
  try {
    const chromium = getChromium()
    if (!isBuilt('web')) await alone(() => build('web', node))
    return await vitest(node, `浏览器测试（${chromium}）`, ['--config', 'vitest.e2e.config.ts'], {
      CHROMIUM_PATH: chromium,
    })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    say(`✗ ${error.message}`)
    return { passed: 0, failed: 1, faults: [error.message] }
  }
}

await main(async () => {
  const results = []
  let passed = 0
  let failed = 0
  try {
    const node = await setUp()
    results.push(...(await checkSources(node)), await vitest(node, '单元与接口测试', []), await journeys(node))
  } finally {
    for (const result of results) {
      passed += result.passed
      failed += result.failed
    }
    if (results.length === 0) failed = 1
    // once more at the end: what a stage said may be thousands of lines up
    for (const fault of results.flatMap(({ faults }) => faults)) say(`✗ ${fault}`)
    // to stdout, after everything else; the count is the last line of all
    process.on('exit', () => fs.writeSync(1, `${passed} passed, ${failed} failed\n`))
  }
  return failed > 0 || passed === 0 ? 1 : 0
})
