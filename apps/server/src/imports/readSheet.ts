// Reads a handed-in file into rows of text in a thread of its own: within memory and time, whatever the file is.
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { Problem } from '@yunshu/domain/problems/problems'
import { gatherAsks } from '../db/gather.ts'
import { wrongField } from '../http/fieldFault.ts'
import { formatOf, type ReadSheet, type SheetText, type SheetWord } from './sheetText.ts'
import { makeTurns } from './turns.ts'

/** Files read at once, how many may wait, and how many of one company are read or wait: beyond them `import.busy`. */
const lanes = 2
const waiting = 12
const ofOneCompany = 2
/** The most time for one file, ms: a person behind a few of them is still answered within a minute. */
const deadlineMs = 12_000
const heapMb = 320

/** Refuses the upload at its field. */
export const unreadableFile = (reason: string): Problem => wrongField('files', reason)

function readAlone(file: ReadSheet): Promise<SheetWord> {
  return new Promise(resolve => {
    const worker = new Worker(new URL('sheetWorker.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      stdout: true,
      stderr: true,
      env: {},
    })
    const end = (word: SheetWord): void => {
      clearTimeout(timer)
      resolve(word)
      void worker.terminate()
    }
    const tooMuch = {
      refusal: `文件过于复杂，读取超过 ${deadlineMs / 1000} 秒或 ${heapMb} MB 内存，请只保留要导入的工作表和数据`,
    }
    const timer = setTimeout(() => end(tooMuch), deadlineMs)
    worker.once('message', (word: SheetWord) => end(word))
    // out of memory: the thread is gone, the process is not
    worker.once('error', () => end(tooMuch))
    worker.once('exit', () => end(tooMuch))
  })
}

/** A file as it was handed in, on disk. */
interface HandedIn {
  readonly name: string
  readonly path: string
}

const readInTurn = gatherAsks<HandedIn, SheetWord>({ max: 1, lanes, waiting }, async ([file]) => {
  const word = file ? await readHandedIn(file) : { refusal: '' }
  return () => word
})

/** Files that wait are on disk: only those that are read are in memory. */
async function readHandedIn({ name, path }: HandedIn): Promise<SheetWord> {
  const file: ReadSheet = { name, bytes: await readFile(path) }
  const format = formatOf(file)
  return typeof format === 'object' ? format : readAlone(file)
}

const gate = makeTurns(ofOneCompany, 'import.busy')
const isBusy = (error: unknown): boolean => error instanceof Problem && error.problem === 'server.busy'

/**
 * The first sheet of a workbook, or a csv file, as text; `whose` is the company that hands it in. Refuses at the field
 * `files`, and with `import.busy` when too many are read at once. May take half a minute: no transaction may wait for it.
 */
export async function readSheet(file: HandedIn, whose: string): Promise<SheetText> {
  const word = await gate(whose, () =>
    readInTurn(file).catch((error: unknown) => {
      throw isBusy(error) ? new Problem('import.busy') : error
    }),
  )
  if ('refusal' in word) throw unreadableFile(word.refusal)
  return word.sheet
}
