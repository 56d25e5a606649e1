// Acts of people who agree on something after the signature: claims asked for, answered, and settled by sheets.
import { paySettlement, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import { getWaybill, type WaybillDetail } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import type { ClaimCode } from '@yunshu/domain/settlement/charges'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { nilId, q } from '../../apps/server/src/db/tx.ts'
import { wholeJourney, type goodsInput, type FreightAccount, type FreightWorld } from './freightWorld.ts'
import { openFunds, sheetOf, sheetWhen, type People } from './settlementWorld.ts'
import type { TestServer } from './testServer.ts'

const evidence = {
  files: [
    {
      name: '凭据.png',
      bytes: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    },
  ],
}

/** No receipt, no fuel and no rounding: 9,025.00 of freight less 42.24 of loss, all of it due on arrival. */
const plain = {
  payPlan: { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 1_000_000, receiptPpm: 0, termDays: 7 },
  receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 0 },
}

type GoodsInput = ReturnType<typeof goodsInput>

/** Does as the owner of the tables what the product cannot. */
export const asOwner = (server: Pick<TestServer, 'ownerUrl'>, text: string): Promise<void> =>
  withClient(server.ownerUrl, async client => {
    for (const key of ['user', 'company', 'branch'])
      await client.query(`select set_config('app.${key}', '${nilId}', false)`)
    await client.query("select set_config('app.reach', 'system', false)")
    await client.query(text)
  })

/** The accounts an adjustment moves: cost, income and estimate. */
const adjusted = ['6401.01', '6301', '6711', '2202.99'] as const satisfies readonly AccountCode[]

/** The lines about a waybill by account, debit less credit, accounts that come to nothing left out. */
export async function booksOf(
  { server }: Pick<FreightWorld, 'server'>,
  waybillId: string,
  accounts: readonly AccountCode[] = adjusted,
): Promise<Record<string, number>> {
  const lines = sql<{ account: string; rest: number }>`select account, sum(debit_fen - credit_fen)::bigint as rest
    from journal_lines where waybill_id = ${waybillId}::uuid and account = any(${[...accounts]}::text[]) group by 1
    having sum(debit_fen - credit_fen) <> 0`
  const rows = await server.db(tx => tx.rows(lines.compile(q)))
  return Object.fromEntries(rows.map(({ account, rest }) => [account, rest]))
}

/** The acts in a world whose fund is open. */
export async function adjustActs(world: FreightWorld) {
  await openFunds(world.server)
  const people: People = { maker: world.as('shipper-freight'), finance: world.as('shipper-finance') }
  const seen = (id: string, account: FreightAccount = 'admin'): Promise<WaybillDetail> =>
    world.as(account).send(getWaybill, { id })

  /** A signed waybill. */
  async function signed(over: Partial<GoodsInput> = {}): Promise<string> {
    const [made] = await world.waybills(1, { ...plain, ...over })
    if (!made) throw new Error('no waybill')
    return (await world.walk(made, wholeJourney)).id
  }

  const ask = async (
    account: FreightAccount,
    id: string,
    claimCode: ClaimCode,
    amount: number,
    claimSide: 'CARRIER' | 'SHIPPER' = 'CARRIER',
  ) => {
    const { version } = await seen(id)
    const input = { id, version, claimSide, claimCode, claimAmount: fen(amount), reason: '签收后核对' }
    return world.as(account).ask(addClaim, input, evidence)
  }

  const answer = async (
    account: FreightAccount,
    id: string,
    claimId: string,
    move: 'agree' | 'refuse' | 'withdraw',
  ) => {
    const { version } = await seen(id)
    const reason = move === 'agree' ? {} : { reason: '不符' }
    return world.as(account).ask(answerClaim, { id, version, claimId, move, ...reason })
  }

  /** Asked by the one, agreed to by the other. */
  async function agreed(asker: FreightAccount, id: string, code: ClaimCode, amount: number): Promise<void> {
    const { data, envelope } = await ask(asker, id, code, amount)
    expect(envelope.message).toBe('操作成功')
    const other = asker === 'carrier' ? 'shipper' : 'carrier'
    expect((await answer(other, id, data.claimId, 'agree')).envelope.code).toBe(0)
  }

  /** A sheet of all that can be settled of a waybill, paid. */
  async function settled(id: string): Promise<SettlementDetail> {
    const sheet = await sheetOf(people, [id], 'approved')
    const { settlementNum, version, due } = sheet
    await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
    return sheetWhen(people.finance, settlementNum, ({ state }) => state !== 'paying')
  }
  return { people, seen, signed, ask, answer, agreed, settled }
}
export type AdjustActs = Awaited<ReturnType<typeof adjustActs>>
