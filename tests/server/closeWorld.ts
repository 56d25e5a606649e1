// The closing of sheets in tests: one asks, the other confirms.
import { askCloseSettlement, confirmCloseSettlement } from '@yunshu/contract/settlement/closing'
import type { People } from './settlementWorld.ts'

/** Closes a sheet of which payments failed, by two people. */
export async function closeByTwo(
  { maker, finance }: People,
  { settlementNum, version }: { settlementNum: string; version: number },
  reason = '换账号重付',
): Promise<void> {
  const asked = await maker.send(askCloseSettlement, { settlementNum, version, reason })
  await finance.send(confirmCloseSettlement, { settlementNum, version: asked.version })
}
