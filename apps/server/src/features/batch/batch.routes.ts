// The calls of batches, bound to what they do.
import * as calls from '@yunshu/contract/batch'
import { on, type Route } from '../../http/serve.ts'
import { chooseRecords, chooseWaybillRecords, startOwnBatch, stopOwnBatch } from './batch.commands.ts'
import { chooseRecordsOfBooks } from './chooseBooks.commands.ts'
import { chooseStatementRecords } from './chooseStatements.commands.ts'
import { findBatch, findBatches } from './batch.queries.ts'

export const batchRoutes: Route[] = [
  on(calls.chooseBatch, chooseRecords),
  on(calls.chooseWaybills, chooseWaybillRecords),
  on(calls.chooseStatements, chooseStatementRecords),
  on(calls.chooseBookRecords, chooseRecordsOfBooks),
  on(calls.listBatches, findBatches),
  on(calls.getBatch, findBatch),
  on(calls.startBatch, startOwnBatch),
  on(calls.stopBatch, stopOwnBatch),
]
