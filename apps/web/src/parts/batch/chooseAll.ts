// The choice of a batch on the server, with what it holds.
import {
  chooseBatch,
  chooseBookRecords,
  chooseStatements,
  chooseWaybills,
  getBatch,
  type BatchDetail,
} from '@yunshu/contract/batch'
import { recordBatchActs, sheetBatchActs, waybillBatchActs, type BatchAct } from '@yunshu/domain/batch'
import { send } from '../../lib/send.ts'
import type { BatchAsk } from './batchChoice.ts'

const one = <A extends BatchAct>(acts: readonly A[], act: BatchAct): A | undefined => acts.find(each => each === act)

/** Chooses records and reads the choice; `looked` are flagged ones the person ticked. Rejects when it is refused. */
export async function chooseAll(asked: BatchAsk, looked: readonly string[] = []): Promise<BatchDetail> {
  return send(getBatch, { id: await choose(asked, looked) }, { quiet: true })
}

async function choose(
  { act, ids, list, filter, period, branchId }: BatchAsk,
  looked: readonly string[],
): Promise<string> {
  const ofWaybills = one(waybillBatchActs, act)
  const ofSheets = one(sheetBatchActs, act)
  const ofBooks = one(recordBatchActs, act)
  const records = ids === undefined ? { filter: { ...filter } } : { ids: [...ids] }
  if (act === 'makeStatement' && period !== undefined)
    return (
      await send(
        chooseStatements,
        { period, ...(branchId === undefined ? {} : { branchId }), ...(ids === undefined ? {} : { ids: [...ids] }) },
        { quiet: true },
      )
    ).id
  if (ofWaybills) return (await send(chooseWaybills, { act: ofWaybills, ...records }, { quiet: true })).id
  if (ofBooks) {
    const month = period === undefined ? {} : { period }
    return (await send(chooseBookRecords, { act: ofBooks, ...records, ...month }, { quiet: true })).id
  }
  if (!ofSheets) throw new Error(`no act ${act}`)
  const ticked = looked.length > 0 ? { looked: [...looked] } : {}
  return (
    await send(
      chooseBatch,
      { act: ofSheets, ...records, ...(list === undefined || ids !== undefined ? {} : { list }), ...ticked },
      { quiet: true },
    )
  ).id
}
