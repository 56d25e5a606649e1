// A sheet of the demo's clerk of which the bank refused a payment, for journeys that pay it again.
import { getSettlement, listSettlements } from '@yunshu/contract/settlement/settlement'
import { senderOf } from './calls.ts'

/** The first sheet of the clerk of which a payment was refused, and none came back: nothing holds it. */
export async function refusedSheet(): Promise<{ settlementNum: string; version: number }> {
  const clerk = await senderOf('shipper-freight')
  const { rows: sheets } = await clerk(listSettlements, { state: 'partial', limit: 100 })
  for (const { settlementNum } of sheets) {
    const { payments, version } = await clerk(getSettlement, { settlementNum })
    const states = payments.map(({ state }) => state)
    if (states.includes('failed') && !states.includes('returned')) return { settlementNum, version }
  }
  throw new Error('the demo has no sheet with a refused payment')
}
