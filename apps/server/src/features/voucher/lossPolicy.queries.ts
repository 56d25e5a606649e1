// The decision of the house about money that does not come: tails of claims, and the way of bad debts through the books.
import { lossPolicyOf, type LossPolicy } from '@yunshu/domain/company/lossPolicy'
import { findPlatformHead } from '../../db/platform.ts'
import { q, type Tx } from '../../db/tx.ts'

export async function lossPolicyOfHouse(tx: Tx): Promise<LossPolicy> {
  const head = await findPlatformHead(tx)
  return lossPolicyOf((await tx.one(q.selectFrom('companies').select('policies').where('id', '=', head))).policies)
}
