// Reads a handed-in file into rows of text in a thread of its own: within memory and time, whatever the file is.
import { Worker } from 'node:worker_threads'
import { Problem } from '@yunshu/domain/problems'
import { gather } from '../db/gather.ts'
import { fieldFault } from '../http/fieldFault.ts'
import type { ReadSheet, SheetText, SheetWord } from './sheetText.ts'

/** Files read at once, and how many may wait: beyond them `server.busy`. */
const lanes = 2
const waiting = 6
/** Well below the time an idle transaction is given, for the call that waits has one. */
const deadlineMs = 6000
const heapMb = 320

/** Refuses the upload at its field. */
export const unreadable = (reason: string): Problem => fieldFault({ files: reason }) ?? new Problem('request.bad', { reason })

function readAlone(file: ReadSheet): Promise<SheetWord> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('sheetWorker.ts', import.meta.url), {
      workerData: file, resourceLimits: { maxOldGenerationSizeMb: heapMb }, stdout: true, stderr: true, env: {},
    })
    const end = (word: SheetWord): void => {
      clearTimeout(timer)
      resolve(word)
      void worker.terminate()
    }
    const tooMuch = { refusal: '文件过于复杂，无法读取，请只保留要导入的工作表和数据' }
    const timer = setTimeout(() => end(tooMuch), deadlineMs)
    worker.once('message', (word: SheetWord) => end(word))
    // out of memory: the thread is gone, the process is not
    worker.once('error', () => end(tooMuch))
    worker.once('exit', () => end(tooMuch))
  })
}

const readInTurn = gather<ReadSheet, SheetWord>({ max: 1, lanes, waiting }, async ([file]) => {
  const word = file ? await readAlone(file) : { refusal: '' }
  return () => word
})

/** The first sheet of a workbook, or a csv file, as text. Refuses at the field `files`; `server.busy` when too many are read at once. */
export async function readSheet(file: ReadSheet): Promise<SheetText> {
  const word = await readInTurn(file)
  if ('refusal' in word) throw unreadable(word.refusal)
  return word.sheet
}
