// Files people hand in to be read (导入): the states of one, and how large it may be.
import { machine } from '../states.ts'
import { DAY_MS, MINUTE_MS } from '../figures/time.ts'

/**
 * A checked file waits for the person to say what is to be written; writing it is one step that happens whole or not at
 * all.
 */
export const importStates = machine({
  table: 'imports',
  column: 'state',
  entity: 'import',
  start: 'checked',
  states: {
    checked: { label: '待导入', tone: 'busy' },
    done: { label: '已导入', tone: 'good', final: true },
    dropped: { label: '已放弃', tone: 'idle', final: true },
  },
  moves: {
    // the permit comes from the kind of import, there is none for all
    write: { from: ['checked'], to: 'done', label: '导入', permit: 'system' },
    drop: { from: ['checked'], to: 'dropped', label: '放弃导入', permit: 'system' },
  },
})

/** The rows written of a file with faults: none unless every row is right, or those that are right. */
export const importModes = { ALL: '全部正确才导入', GOOD: '只导入正确的行' } as const
export type ImportMode = keyof typeof importModes

/** Limits of an import. */
export const importLimits = {
  rows: 5000,
  bytes: 10 * 1_048_576,
  /** Characters of one cell; a longer text is cut and a fault. */
  cell: 1000,
  /** Faults an answer carries; the file of faults carries all. */
  faults: 500,
  /**
   * A file that was checked and not imported is forgotten after this, and so are the rows kept for the file of faults,
   * ms.
   */
  lifeMs: 7 * DAY_MS,
  /** Files one person may have waiting. */
  waiting: 20,
  /** A run counts as under way for this long after its last sign of life, ms. */
  aliveMs: MINUTE_MS / 4,
} as const
