// The ground of tests about sheets that pay again: sheets of which a payment failed, and what people and the bank do then.
import { confirmException, listMoneyExceptions, proposeException } from '@yunshu/contract/settlement/moneyException'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import {
  approveSettlement,
  getSettlement,
  paySettlement,
  submitSettlement,
  type SettlementDetail,
} from '@yunshu/contract/settlement/settlement'
import { expect } from 'vitest'
import { q } from '../../apps/server/src/db/tx.ts'
import { demoCompanyId } from '../../apps/server/demo/people.ts'
import { closeByTwo } from './closeWorld.ts'
import { deliverNotice } from './noticeWorld.ts'
import { moneyFaults, payeeOf } from './payeeWorld.ts'
import { drift, sheetOf, sheetWhen, signedWaybill, type People, type SignedOptions } from './settlementWorld.ts'
import { holdJobs, startTestServer, type TestServer } from './testServer.ts'

type Sheet = Pick<SettlementDetail, 'settlementNum'>
let accounts = 1000
/** An account nobody has, by the tail that decides what the bank does. */
export const newAccount = (tail: string): string => `62220000${(accounts += 1)}${tail}`

/** A server with the people of a shipper, and what they do with sheets that pay again. */
export class FailureWorld {
  #server: TestServer | undefined
  #people: People | undefined
  #letJobsRun: (() => Promise<void>) | undefined

  get server(): TestServer {
    if (this.#server === undefined) throw new Error('not opened')
    return this.#server
  }
  get people(): People {
    if (this.#people === undefined) throw new Error('not opened')
    return this.#people
  }

  /** Starts the server; the bank's own notices go out when a test sends them. */
  readonly open = async (): Promise<void> => {
    const server = await startTestServer()
    this.#server = server
    this.#letJobsRun = await holdJobs(server)
    this.#people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  }
  readonly stop = async (): Promise<void> => {
    await this.#letJobsRun?.()
    await this.#server?.stop()
  }

  readonly signed = async (options: SignedOptions = {}): Promise<string> =>
    (await signedWaybill(this.server, { payable: 100_000, deducted: 0, oil: 0, ...options })).id
  readonly read = ({ settlementNum }: Sheet) => this.people.finance.send(getSettlement, { settlementNum })
  readonly waybill = (id: string) =>
    this.server.db(tx =>
      tx.one(
        q
          .selectFrom('waybills')
          .select(['state', 'settle_state', 'settlement_num', 'paid_fen', 'set_off_fen'])
          .where('id', '=', id),
      ),
    )
  readonly pay = async (sheet: SettlementDetail): Promise<SettlementDetail> => {
    const { settlementNum, version, due } = sheet
    await this.people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
    return sheetWhen(this.people.finance, settlementNum, ({ state }) => state !== 'paying')
  }
  /** Submits a draft and approves it, by two this.people. */
  readonly approve = async (draft: Sheet): Promise<SettlementDetail> => {
    const { settlementNum } = draft
    await this.people.maker.send(submitSettlement, { settlementNum, version: (await this.read(draft)).version })
    const { version, due } = await this.read(draft)
    await this.people.finance.send(approveSettlement, { settlementNum, version, expectDue: due })
    return this.read(draft)
  }
  readonly again = async (parent: Sheet): Promise<SettlementDetail> => {
    const { version } = await this.read(parent)
    return this.read(
      await this.people.maker.send(makeFailureSettlement, { settlementNum: parent.settlementNum, version }),
    )
  }
  readonly close = async (sheet: Sheet): Promise<SettlementDetail> => {
    const { version } = await this.read(sheet)
    await closeByTwo(this.people, { settlementNum: sheet.settlementNum, version }, '改走线下')
    return this.read(sheet)
  }
  /** The carrier's accounts by the books, below zero where it owes: owed to it, being paid, owed by it twice over. */
  readonly ledger = async (carrier: string): Promise<number[]> => {
    const rows = await this.server.db(tx =>
      tx.rows(
        q
          .selectFrom('journal_lines')
          .select(['account', 'debit_fen', 'credit_fen'])
          .where('party_id', '=', demoCompanyId(carrier)),
      ),
    )
    return ['2202.01', '2202.02', '2202.99', '1221.01', '1221.02'].map(account =>
      rows.filter(row => row.account === account).reduce((all, row) => all + row.credit_fen - row.debit_fen, 0),
    )
  }
  readonly assertSound = async (): Promise<void> => {
    expect(await moneyFaults(this.server)).toEqual([])
    expect(await drift(this.server)).toEqual([])
  }
  /** A sheet of a carrier of which the driver's account refuses and the carrier's own takes its money. */
  readonly partlyPaid = async (carrier: string, name: string, tail = '9002') => {
    const [bad, good] = [await this.signed({ carrier }), await this.signed({ carrier, payable: 70_000 })]
    const payeeId = await payeeOf(this.server, [bad], { name, accountNo: newAccount(tail) })
    const sheet = await this.pay(await sheetOf(this.people, [bad, good], 'approved'))
    expect(sheet.state).toBe('partial')
    return { bad, good, payeeId, sheet }
  }
  readonly changeAccount = (payeeId: string, accountNo: string) =>
    this.server.db(tx => tx.run(q.updateTable('payees').set({ account_no: accountNo }).where('id', '=', payeeId)))
  /** A true word of the bank about the order of a sheet that went to this payee. */
  readonly bankSays = async (
    sheet: SettlementDetail,
    payee: string,
    result: 'success' | 'failed' | 'returned',
    /** Words of a notice of its own: one told twice in the same words is one. */
    told: { readonly eventId?: string; readonly bankSerial?: string } = {},
  ): Promise<void> => {
    const order = await this.server.db(tx =>
      tx.one(
        q
          .selectFrom('payments')
          .select(['idem_key', 'amount_fen'])
          .where('settlement_id', '=', sheet.id)
          .where('payee', '=', payee),
      ),
    )
    await deliverNotice(this.server, {
      eventId: `${result}-${order.idem_key}`,
      merchant: 'YUNSHU',
      orderNo: order.idem_key,
      currency: 'CNY',
      amount: (order.amount_fen / 100).toFixed(2),
      result,
      reason: result === 'success' ? undefined : '收款账户状态异常',
      bankSerial: `S${order.idem_key.slice(0, 12)}`,
      ...told,
    })
  }
  /** Two people agree that the money of a sheet whose payment had failed is out after all. */
  readonly agreePaid = async (sheet: Sheet): Promise<void> => {
    const { rows } = await this.people.finance.send(listMoneyExceptions, { settlementNum: sheet.settlementNum })
    const found = rows.find(({ state }) => state === 'open')
    expect(found?.kind).toBe('LATE_SUCCESS')
    const { id, version } = await this.people.finance.send(proposeException, {
      id: found?.id ?? '',
      version: found?.version ?? 0,
      outcome: 'paid',
      reason: '银行回单已核对',
    })
    await (await this.server.login('platform-finance')).send(confirmException, { id, version })
  }

  readonly toCarrier = async ({ settlementNum }: Sheet, waybillId: string) => ({
    settlementNum,
    version: (await this.read({ settlementNum })).version,
    waybillIds: [waybillId],
  })

  /** The sheet of a failed payment, and a child that tried again on the same account and failed too. */
  readonly failedTwice = async (carrier: string, name: string) => {
    const made = await this.partlyPaid(carrier, name)
    const child = await this.pay(await this.approve(await this.again(made.sheet)))
    expect(child.state).toBe('partial')
    return { ...made, child }
  }
}
