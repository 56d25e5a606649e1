// Gives back what the start or a rush left in memory, at a moment when the process has nothing to do.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Time between looks of the process at itself, ms; looks in a row that must find it idle; share of processor time that
 * still counts as idle.
 */
const lookEveryMs = 1000
const idleLooks = 3
const idleShare = 0.05
/** Garbage worth a collection, and the largest heap that is collected whole: a larger one would stand still too long. */
const worthBytes = 16 * 1_048_576
const heapMax = 128 * 1_048_576

/** A whole collection by V8 itself, which Node hands out to contexts made after the flag is set. */
function findCollector(): (() => void) | undefined {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('gc')
  if (!isCollector(found)) return undefined
  // "last resort" also gives back what is kept for the next rush: code never run again, empty pages
  return () => {
    found({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
}
const isCollector = (found: unknown): found is NodeJS.GCFunction => typeof found === 'function'

const usedBytes = (): number => getHeapStatistics().used_heap_size

/** Looks from now on, and collects when the process is idle; the timer keeps no process alive. */
export function freeWhenIdle(collect: (() => void) | undefined = findCollector()): void {
  if (!collect) return
  let kept = 0
  let quiet = 0
  let before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    quiet = (user + system) / 1000 < idleShare * lookEveryMs ? quiet + 1 : 0
    const used = usedBytes()
    if (quiet < idleLooks || used - kept < worthBytes || used > heapMax) return
    collect()
    kept = usedBytes()
  }, lookEveryMs)
  timer.unref()
}
