// The thread that reads one handed-in file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { readSheetFile, Refusal } from './sheetFile.ts'
import { noWorkbook, type ReadSheet, type SheetWord } from './sheetText.ts'

const say = (word: SheetWord): void => {
  parentPort?.postMessage(word)
}
readSheetFile(workerData as ReadSheet).then(
  sheet => say({ sheet }),
  (error: unknown) => say({ refusal: error instanceof Refusal ? error.message : noWorkbook }),
)
