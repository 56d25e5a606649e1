// Reports a run of vitest: a line per file as it ends, faults as usual, and what every file came to for stage.mjs.
import fs from 'node:fs'
import { DefaultReporter } from 'vitest/node'

const firstLine = text => String(text ?? '').split('\n')[0]

/** The result of a file of tests: its time with its hooks, its counts, and a line for each fault. */
function resultOf(module) {
  const tests = [...module.children.allTests()]
  const failed = tests.filter(test => test.result().state === 'failed')
  const at = module.relativeModuleId
  const faults = failed.map(test => `${at} › ${test.fullName} › ${firstLine(test.result().errors?.[0]?.message)}`)
  // it could not be loaded, a hook failed, or its process ended before it was done
  if (failed.length === 0 && module.state() !== 'passed' && module.state() !== 'skipped')
    faults.push(`${at} › ${firstLine(module.errors()[0]?.message ?? '没有运行完')}`)
  return {
    file: at,
    seconds: module.diagnostic().duration / 1000,
    passed: tests.filter(test => test.result().state === 'passed').length,
    faults,
  }
}

export default class FileReporter extends DefaultReporter {
  printTestModule(module) {
    const { file, seconds, passed, faults } = resultOf(module)
    const count = `${passed} 项${faults.length > 0 ? `，${faults.length} 项失败` : ''}`
    this.log(`${faults.length > 0 ? '✗' : '✓'} ${seconds.toFixed(1).padStart(6)} 秒  ${file}（${count}）`)
  }

  onTestRunEnd(modules, errors, reason) {
    super.onTestRunEnd(modules, errors, reason)
    fs.writeFileSync(process.env.YUNSHU_TEST_REPORT, JSON.stringify(modules.map(resultOf)))
  }
}
