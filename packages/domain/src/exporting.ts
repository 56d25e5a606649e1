// Files made in the background (导出): their states, how long they live, and how many may be made at once.
import type { Permit } from './permits/permits.ts'
import { machine, offeredFrom } from './states.ts'
import { DAY_MS, MINUTE_MS } from './figures/time.ts'

/**
 * States of an export. A run is the product's; the person who asked may call it off, and try a failed or called-off one
 * again.
 */
export const exportStates = machine({
  table: 'exports',
  column: 'state',
  entity: 'export',
  start: 'waiting',
  states: {
    waiting: { label: '排队中', tone: 'idle' },
    running: { label: '生成中', tone: 'busy' },
    done: { label: '已完成', tone: 'good' },
    failed: { label: '失败', tone: 'bad' },
    cancelled: { label: '已取消', tone: 'idle' },
    expired: { label: '已过期', tone: 'idle', final: true },
  },
  moves: {
    start: { from: ['waiting'], to: 'running', label: '开始生成', permit: 'system' },
    /** A run that ended without a word: a process that died, or one that stops. */
    resume: { from: ['running'], to: 'waiting', label: '重新排队', permit: 'system' },
    finish: { from: ['running'], to: 'done', label: '生成完成', permit: 'system' },
    fail: { from: ['running', 'waiting'], to: 'failed', label: '生成失败', permit: 'system' },
    expire: { from: ['done'], to: 'expired', label: '文件过期', permit: 'system' },
    cancel: { from: ['waiting', 'running'], to: 'cancelled', label: '取消导出', permit: 'export.run' },
    retry: { from: ['failed', 'cancelled'], to: 'waiting', label: '重试', permit: 'export.run' },
  },
})
export type ExportState = keyof typeof exportStates.states

/** The moves of the person who asked for a file. */
export const exportMoves = ['cancel', 'retry'] as const satisfies readonly (keyof typeof exportStates.moves)[]
export type ExportMove = (typeof exportMoves)[number]

/** The moves that person can make now. */
export const exportMovesOf = (state: ExportState, can: (permit: Permit) => boolean): ExportMove[] => {
  const offered = offeredFrom(exportStates, state, can)
  return exportMoves.filter(name => offered.includes(name))
}

/** True for a file with bytes that can be fetched. */
export const isExportMade = (state: ExportState): boolean => state === 'done'
/** True for a file that can be taken out of the list: one on its way is called off first. */
export const isExportRemovable = (state: ExportState): boolean => state !== 'waiting' && state !== 'running'

/** Limits of exports. */
export const exportLimits = {
  /** Rows of one file, unless the installation says another number. */
  rows: 500_000,
  /** Files one person may have waiting or running, and how many of them run at once. */
  unfinished: 20,
  runningPerPerson: 3,
  /**
   * Files one company (the house counts as one) may have waiting or running, how many of them run at once, and bytes of
   * its files that are kept.
   */
  company: { unfinished: 60, running: 3, bytes: 2 * 1024 ** 3 },
  /**
   * Runs at once in an installation: one more than a company may have, so that nobody waits for another's files alone.
   */
  lanes: 4,
  /** Life of a file, ms. */
  lifeMs: 7 * DAY_MS,
  /** A run that says nothing for this long is taken to be dead, ms. */
  silentMs: 2 * MINUTE_MS,
  /** Runs that died before the export is given up. */
  attempts: 3,
} as const
