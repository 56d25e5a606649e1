// The work of the money rig: sheets made, submitted, approved, voided, paid, paid again and closed, exceptions ended by
// two people, and a month closed and reopened.
import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Input } from '@yunshu/contract/call'
import { makeFailureSettlement } from '@yunshu/contract/settlement/failure'
import {
  confirmException,
  listMoneyExceptions,
  proposeException,
  putBackException,
  type MoneyExceptionRow,
} from '@yunshu/contract/settlement/moneyException'
import { askCloseSettlement, confirmCloseSettlement } from '@yunshu/contract/settlement/closing'
import * as sheets from '@yunshu/contract/settlement/settlement'
import { askClose, getPeriod, movePeriod } from '@yunshu/contract/voucher/closing'
import { periodOf, shiftPeriod } from '@yunshu/domain/voucher/voucher'
import { demoCompanyId } from '../apps/server/demo/people.ts'
import type { dice } from '../apps/server/demo/invented.ts'
import type { Client } from '../tests/server/testServer.ts'
import type { Hands } from './moneyKillsHands.ts'

export interface Staff {
  readonly maker: Client
  readonly finance: Client
  readonly house: Client
  readonly branch: Client
  readonly admin: Client
}
type Chance = ReturnType<typeof dice>

const reason = '重新办理'
const branchId = demoCompanyId('branch1')
const inBranch = { branchCompanyId: branchId }
const lastMonth = shiftPeriod(periodOf(Date.now()), -1)

/** The end people agree on: as the bank says on the telephone, or that its word was wrong. */
const outcomeOf = ({ outcomes }: MoneyExceptionRow, isPaid: boolean) => {
  const meant = isPaid ? 'paid' : 'notPaid'
  return outcomes.includes(meant) ? meant : 'dismiss'
}

const isOver = (state: string): boolean => state === 'paid' || state === 'closed' || state === 'void'

export class Work {
  readonly #hands: Hands
  readonly #staff: Staff
  readonly #chance: Chance
  /** Waybills that can be put on a sheet, by the id of their carrier. */
  readonly #free: ReadonlyMap<string, string[]>
  /** Whether the money of a payment is out at the bank, and stays away. */
  readonly #isPaid: (taskNo: string) => Promise<boolean>
  /** Sheets that wait for the bank or for somebody. */
  readonly #left: string[] = []

  constructor(
    hands: Hands,
    chance: Chance,
    {
      staff,
      free,
      isPaid,
    }: { staff: Staff; free: ReadonlyMap<string, string[]>; isPaid: (taskNo: string) => Promise<boolean> },
  ) {
    this.#hands = hands
    this.#staff = staff
    this.#chance = chance
    this.#free = free
    this.#isPaid = isPaid
  }

  /** Works on sheets, new ones and those left, until it is over. */
  async lane(state: { readonly isOver: boolean }): Promise<void> {
    while (!state.isOver) {
      const left = this.#chance.int(0, 2) === 0 ? this.#left.shift() : undefined
      const num = left ?? (await this.#make())
      if (num === undefined) await pause(50)
      else await this.walk(num, state)
    }
  }

  async #make(): Promise<string | undefined> {
    const free = this.#chance.pick([...this.#free.values()])
    const waybillIds = free.splice(0, this.#chance.int(1, 4))
    if (waybillIds.length === 0) return undefined
    const made = await this.#hands.insist(this.#staff.maker, sheets.makeSettlement, { waybillIds })
    return made?.settlementNum
  }

  /** Takes a sheet from step to step until it has ended or has to wait. */
  async walk(num: string, state?: { readonly isOver: boolean }): Promise<void> {
    for (let waits = 0; waits < 4 && state?.isOver !== true;) {
      const sheet = await this.#hands.look(this.#staff.finance, sheets.getSettlement, { settlementNum: num })
      if (sheet === undefined) return
      if (isOver(sheet.state)) return this.#ended(sheet)
      if (await this.#step(sheet)) continue
      waits++
      await pause(120)
    }
    this.#left.push(num)
  }

  /** Waybills a sheet let go are settled anew; one that was paid is looked at again: its money may come back. */
  #ended({ state, settlementNum, pSettlementNum, carrierId, lines }: sheets.SettlementDetail): void {
    if (state === 'paid') {
      if (this.#chance.int(0, 3) === 0) this.#left.push(settlementNum)
    } else if (state === 'closed' || pSettlementNum === undefined)
      this.#free.get(carrierId)?.push(...lines.filter(line => !line.isPaid).map(line => line.waybillId))
  }

  /** The next act on a sheet; false when there is none at the moment. */
  async #step(sheet: sheets.SettlementDetail): Promise<boolean> {
    const { maker, finance } = this.#staff
    const { settlementNum, version, due } = sheet
    const on = { settlementNum, version }
    const isRare = this.#chance.int(0, 9) === 0
    switch (sheet.state) {
      case 'draft':
      case 'rejected':
        return isRare && sheet.pSettlementNum === undefined
          ? this.#done(maker, sheets.voidSettlement, { ...on, reason })
          : this.#done(maker, sheets.submitSettlement, on)
      case 'submitted':
        return isRare
          ? this.#done(finance, sheets.rejectSettlement, { ...on, reason })
          : this.#done(finance, sheets.approveSettlement, { ...on, expectDue: due })
      case 'approved':
        return isRare
          ? this.#done(maker, sheets.askVoid, { ...on, reason })
          : this.#done(finance, sheets.paySettlement, { ...on, expectDue: due, channel: 'SIM' })
      case 'voiding':
        return this.#done(finance, sheets.confirmVoid, on)
      case 'partial': {
        if (sheet.failures === 0 || sheet.children.some(({ state }) => !isOver(state))) return false
        if (sheet.moves.includes('confirmClose')) return this.#done(finance, confirmCloseSettlement, on)
        if (this.#chance.int(0, 1) === 0) return this.#done(maker, askCloseSettlement, { ...on, reason })
        const made = await this.#hands.insist(maker, makeFailureSettlement, on)
        if (made) this.#left.push(made.settlementNum)
        return made !== undefined
      }
      case 'paying': {
        const open = sheet.payments.find(({ state }) => state === 'sent' || state === 'unknown')
        if (open) await this.#hands.insist(finance, sheets.queryPayment, { id: open.id })
        return false
      }
      default:
        return false
    }
  }

  async #done<C extends Call>(client: Client, call: C, input: Input<C>): Promise<boolean> {
    return (await this.#hands.insist(client, call, input)) !== undefined
  }

  /** Ends every exception there is, by two people; answers how many there were. */
  async endExceptions(): Promise<number> {
    const { finance, house } = this.#staff
    const open = async (state: 'open' | 'proposed') =>
      (await this.#hands.look(finance, listMoneyExceptions, { state, limit: 50 }))?.rows ?? []
    const found = await open('open')
    for (const row of found)
      await this.#hands.insist(finance, proposeException, {
        id: row.id,
        version: row.version,
        outcome: outcomeOf(row, await this.#isPaid(row.taskNo ?? '')),
        reason,
      })
    const proposed = await open('proposed')
    for (const { id, version } of proposed) {
      const done = await this.#hands.insist(house, confirmException, { id, version })
      if (done === undefined) await this.#hands.insist(finance, putBackException, { id, version, reason })
    }
    return found.length + proposed.length
  }

  async exceptions(state: { readonly isOver: boolean }): Promise<void> {
    for (; !state.isOver; await pause(400)) await this.endExceptions()
  }

  /** Closes last month and opens it again, over and over. */
  async months(state: { readonly isOver: boolean }): Promise<void> {
    const { house, admin, branch } = this.#staff
    for (; !state.isOver; await pause(600)) {
      const month = await this.#hands.look(house, getPeriod, { branchId, period: lastMonth }, inBranch)
      if (month === undefined) continue
      const on = { id: month.closing?.id ?? '', version: month.closing?.version ?? 1 }
      const move = (client: Client, name: 'confirm' | 'askReopen' | 'confirmReopen') =>
        this.#hands.insist(client, movePeriod, { ...on, move: name, reason }, inBranch)
      switch (month.closing?.state) {
        case 'asked':
          await move(admin, 'confirm')
          break
        case 'closed':
          await move(house, 'askReopen')
          break
        case 'reopening':
          await move(admin, 'confirmReopen')
          break
        default:
          await this.#hands.insist(branch, askClose, { period: lastMonth }, inBranch)
      }
    }
  }

  /** Sends acts that were answered before once more, under their keys; `differ` hears of an answer that differs. */
  async repeats(state: { readonly isOver: boolean }, differ: (line: string) => void): Promise<void> {
    for (; !state.isOver; await pause(150)) {
      if (this.#hands.acked.length === 0) continue
      const act = this.#chance.pick(this.#hands.acked)
      const answer = JSON.stringify(await act.again())
      if (answer !== JSON.stringify(act.data)) differ(`${act.path} 再次提交：${answer} ≠ ${JSON.stringify(act.data)}`)
    }
  }
}
