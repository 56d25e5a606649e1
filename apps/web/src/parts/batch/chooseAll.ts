// The choice of a batch on the server, with what it holds.
import { chooseBatch, getBatch, type BatchDetail } from '@yunshu/contract/batch'
import { send } from '../../lib/send.ts'
import type { BatchAsk } from './batchChoice.ts'

/** Chooses records and reads the choice; `looked` are flagged ones the person ticked. Rejects when it is refused. */
export async function chooseAll(
  { act, ids, list, filter }: BatchAsk,
  looked: readonly string[] = [],
): Promise<BatchDetail> {
  const { id } = await send(
    chooseBatch,
    {
      act,
      ...(ids === undefined ? { list, filter: { ...filter } } : { ids: [...ids] }),
      ...(looked.length > 0 ? { looked: [...looked] } : {}),
    },
    { quiet: true },
  )
  return send(getBatch, { id }, { quiet: true })
}
