// Random people making random moves of waybills over HTTP, each judged by the oracle.
import type { Call, Input } from '@yunshu/contract/call'
import { addClaim, answerClaim } from '@yunshu/contract/waybill/claim'
import { makeSettlement, paySettlement, voidSettlement } from '@yunshu/contract/settlement/settlement'
import { appoint } from '@yunshu/contract/task/task'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { answerSwap, stepBackWaybill, swapVehicle } from '@yunshu/contract/waybill/life'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { v7 } from 'uuid'
import { q } from '../../../apps/server/src/db/tx.ts'
import { dice } from '../../../apps/server/demo/invented.ts'
import type { FreightWorld, Truck } from '../freightWorld.ts'
import { openFunds, sheetOf, sheetWhen } from '../settlementWorld.ts'
import type { Remembered } from './invariants.ts'
import * as oracle from './oracle.ts'

interface Held extends Remembered {
  version: number
  sheet: string | undefined
  task: number
}
interface Task {
  id: string
  route: number
  qty: number
}

const words: Readonly<Record<number, oracle.Verdict>> = {
  0: 'done',
  1101: 'wrongState',
  1102: 'noReason',
  1403: 'truckBusy',
  1405: 'truckBusy',
  1502: 'noWeight',
  1504: 'booked',
  1506: 'claimsOpen',
  1508: 'claimsLate',
  1509: 'swapOpen',
  1510: 'changedVehicle',
  1511: 'onSheet',
}
/** The meaning of an answer in the words of the oracle. */
export const verdictOf = ({ http, envelope }: { http: number; envelope: { code: number } }): string =>
  http === 403
    ? 'forbidden'
    : http === 404
      ? 'unknown'
      : http === 409
        ? 'stale'
        : (words[envelope.code] ?? `code ${envelope.code}`)

const elsewhere = {
  name: '曹妃甸港',
  regionCode: '130209',
  regionName: '河北省唐山市曹妃甸区',
  address: '通港路6号',
  contact: '李志强',
  mobile: '19900001235',
}
/** No receipt: a paid waybill is finished at once. */
const plain = { receiptRule: { needPhoto: false, needOriginal: false, copies: 0, returnDays: 0 } }

/** Deductions need it. */
const evidence = { name: '凭据.pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n') }

export interface Walked {
  steps: number
  done: number
  mismatches: string[]
  verdicts: Record<string, number>
}

/** A lane of waybills with trucks of its own, so that several can be walked at once. */
export async function openLane(world: FreightWorld, seed: number, table: oracle.StepTable = oracle.steps) {
  const roll = dice(seed)
  await openFunds(world.server)
  const trucks: Truck[] = await world.trucks(6)
  const tasks: Task[] = []
  const waybills: Held[] = []
  const walked: Walked = { steps: 0, done: 0, mismatches: [], verdicts: {} }
  for (const route of [0, 1, 0]) {
    const made = await world.task({
      totalQty: 40,
      items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(32_000_000 * 40) }],
      ...plain,
      ...(route === 1 ? { unloadPoints: [elsewhere] } : {}),
    })
    tasks.push({ id: made.taskId, route, qty: 40 })
  }

  /** Sends and compares; on agreement about success the caller changes what is known. */
  const tryIt = async <C extends Call>(
    account: oracle.Account,
    call: C,
    input: Input<C>,
    expected: oracle.Verdict,
    what: string,
    held?: Held,
    files?: { name: string; bytes: Buffer }[],
  ): Promise<{ isDone: boolean; data: Record<string, unknown> }> => {
    const answer = await world.as(account).ask(call, input, files ? { files } : {})
    const got = verdictOf(answer)
    walked.steps++
    walked.verdicts[got] = (walked.verdicts[got] ?? 0) + 1
    if (got !== expected)
      walked.mismatches.push(
        `${account} ${what}${held ? ` at ${held.code} (${held.vehicles} vehicles, ${held.money}, ${held.claims.length} claims)` : ''}: the table says ${expected}, the product ${got} ${answer.envelope.message}`,
      )
    const data = (answer.data ?? {}) as Record<string, unknown>
    const isDone = got === 'done'
    if (isDone) walked.done++
    if (isDone && held) {
      const version = Number(data['version'])
      if (!(version > held.version)) walked.mismatches.push(`${what}: version ${held.version} became ${version}`)
      held.version = version
    }
    return { isDone: isDone && expected === 'done', data }
  }

  const make = async (): Promise<void> => {
    const n = roll.int(0, tasks.length - 1)
    const task = tasks[n]
    const truck = roll.int(0, trucks.length - 1)
    const line = trucks[truck]
    if (!task || !line || waybills.filter(one => one.task === n && oracle.isLive(one)).length >= task.qty) return
    const { version } = await world.server.db(tx =>
      tx.one(q.selectFrom('tasks').select('version').where('id', '=', task.id)),
    )
    const expected = oracle.isBusy(waybills, truck, task.route) ? 'truckBusy' : 'done'
    const { isDone, data } = await tryIt(
      'carrier',
      appoint,
      {
        taskId: task.id,
        version,
        lines: [{ vehicleId: line.vehicleId, driverId: line.driverId, qty: 1, weightG: grams(32_000_000) }],
      },
      expected,
      'appoint',
    )
    const id =
      isDone && Array.isArray(data['waybills']) ? String(Reflect.get(Object(data['waybills'][0]), 'id')) : undefined
    if (id !== undefined)
      waybills.push({
        id,
        version: 1,
        code: 10,
        vehicles: 1,
        truck,
        route: task.route,
        proposal: undefined,
        claims: [],
        money: 'free',
        sheet: undefined,
        task: n,
      })
  }

  const move = async (held: Held, account: oracle.Account, isStale: boolean): Promise<void> => {
    // half the tries are of a move the table knows from here, so that journeys get on
    const known = Object.keys(table[held.code]).filter(name => name !== 'back')
    const name =
      oracle.moveNames.find(
        each => each === (known.length > 0 && roll.next() < 0.6 ? roll.pick(known) : roll.pick(oracle.moveNames)),
      ) ?? 'accept'
    if ((name === 'void' || name === 'cancel') && held.code !== 70 && roll.next() < 0.7) return
    const given = roll.next() < 0.9
    const expected = oracle.judgeMove(table, held, account, name, isStale, given)
    const more = {
      ...(given && name === 'depart' ? { loadWeightG: grams(32_400_000) } : {}),
      ...(given && name === 'unload' ? { unloadWeightG: grams(32_250_000) } : {}),
      ...(given && ['interrupt', 'dispute', 'cancel', 'void'].includes(name) ? { reason: '试验' } : {}),
    }
    const { isDone } = await tryIt(
      account,
      moveWaybill,
      { id: held.id, version: versionOf(held, isStale), move: name, ...more },
      expected,
      name,
      held,
    )
    if (isDone) oracle.afterMove(table, held, name, account)
  }

  const versionOf = (held: Held, isStale: boolean): number =>
    isStale ? (held.version > 1 && roll.next() < 0.5 ? held.version - 1 : held.version + 1) : held.version

  const back = async (held: Held, account: oracle.Account, isStale: boolean): Promise<void> => {
    const { isDone } = await tryIt(
      account,
      stepBackWaybill,
      { id: held.id, version: versionOf(held, isStale), reason: '误操作' },
      oracle.judgeBack(table, waybills, held, account, isStale),
      'back',
      held,
    )
    if (isDone) oracle.afterMove(table, held, 'back', account)
  }

  const swap = async (held: Held, account: oracle.Account, isStale: boolean): Promise<void> => {
    const truck = roll.pick(trucks.map((_, n) => n).filter(n => n !== held.truck))
    const line = trucks[truck]
    if (!line) return
    const { isDone } = await tryIt(
      account,
      swapVehicle,
      {
        id: held.id,
        version: versionOf(held, isStale),
        vehicleId: line.vehicleId,
        driverId: line.driverId,
        reason: '故障',
      },
      oracle.judgeSwap(waybills, held, account, truck, isStale),
      'swap',
      held,
    )
    if (!isDone) return
    if (!oracle.swapsAtOnce(held, account)) held.proposal = { truck }
    else applied(held, truck)
  }

  const applied = (held: Held, truck: number): void => {
    held.truck = truck
    if (held.code === 45) held.vehicles++
    held.proposal = undefined
  }

  const answerTheSwap = async (held: Held, account: oracle.Account, isStale: boolean): Promise<void> => {
    const answer = roll.pick(['apply', 'refuse', 'withdraw'] as const)
    const row = await world.server.db(tx =>
      tx.first(
        q.selectFrom('waybill_swaps').select('id').where('waybill_id', '=', held.id).where('state', '=', 'proposed'),
      ),
    )
    const expected = oracle.judgeSwapAnswer(waybills, held, account, answer, isStale)
    const { isDone } = await tryIt(
      account,
      answerSwap,
      { id: held.id, version: versionOf(held, isStale), swapId: row?.id ?? v7(), move: answer, reason: '核实' },
      expected,
      `swap ${answer}`,
      held,
    )
    if (!isDone || !held.proposal) return
    if (answer === 'apply') applied(held, held.proposal.truck)
    else held.proposal = undefined
  }

  const claim = async (held: Held, account: oracle.Account, isStale: boolean): Promise<void> => {
    if (held.claims.length >= 2) return
    const isCut = roll.next() < 0.5
    const { isDone, data } = await tryIt(
      account,
      addClaim,
      {
        id: held.id,
        version: versionOf(held, isStale),
        claimSide: oracle.isFixed(held) ? 'SHIPPER' : 'CARRIER',
        claimCode: isCut ? 'LATE' : 'WAIT',
        claimAmount: fen(roll.int(1, 50_000)),
        reason: '压车',
      },
      oracle.judgeClaim(held, account, isStale),
      'claim',
      held,
      isCut ? [evidence] : undefined,
    )
    if (isDone)
      held.claims.push({
        id: String(data['claimId']),
        asked: oracle.claimParty(account),
        isDraft: held.code === 65 && isCut && oracle.claimParty(account) !== 'C',
      })
  }

  const answerTheClaim = async (held: Held, account: oracle.Account, isStale: boolean): Promise<void> => {
    const [first] = held.claims
    const { isDone } = await tryIt(
      account,
      answerClaim,
      {
        id: held.id,
        version: versionOf(held, isStale),
        claimId: first?.id ?? v7(),
        move: roll.pick(['agree', 'refuse'] as const),
        reason: '核实',
      },
      oracle.judgeClaimAnswer(held, account, isStale),
      'claim answer',
      held,
    )
    if (isDone) held.claims.shift()
  }

  /** Money: a sheet of one waybill is made, taken back, or paid to the end. */
  const money = async (held: Held): Promise<void> => {
    const [maker, finance] = [world.as('shipper-freight'), world.as('shipper-finance')]
    const refresh = async (): Promise<void> => {
      held.version = (
        await world.server.db(tx => tx.one(q.selectFrom('waybills').select('version').where('id', '=', held.id)))
      ).version
    }
    walked.steps++
    if (held.money === 'onSheet' && held.sheet !== undefined) {
      const settlementNum = held.sheet
      const { version } = await world.server.db(tx =>
        tx.one(q.selectFrom('settlements').select('version').where('settlement_num', '=', settlementNum)),
      )
      await maker.send(voidSettlement, { settlementNum, version, reason: '重做' })
      Object.assign(held, { money: 'free', sheet: undefined })
      return refresh()
    }
    if (held.code !== 70 || held.money !== 'free') {
      const { envelope } = await maker.ask(makeSettlement, { waybillIds: [held.id] })
      if (envelope.code === 0)
        walked.mismatches.push(`a sheet was made of a waybill at ${held.code} whose money is ${held.money}`)
      return
    }
    if (roll.next() < 0.5) {
      held.sheet = (await maker.send(makeSettlement, { waybillIds: [held.id] })).settlementNum
      held.money = 'onSheet'
      return refresh()
    }
    const sheet = await sheetOf({ maker, finance }, [held.id], 'approved')
    await finance.send(paySettlement, {
      settlementNum: sheet.settlementNum,
      version: sheet.version,
      expectDue: sheet.due,
      channel: 'SIM',
    })
    await sheetWhen(maker, sheet.settlementNum, ({ state }) => state === 'paid')
    Object.assign(held, { money: 'paid', code: 80 })
    return refresh()
  }

  const acts = { move, back, swap, answerTheSwap, claim, answerTheClaim } as const
  /** Those who can do most: without them nothing would get far. */
  const able = ['admin', 'carrier', 'shipper', 'branch'] as const satisfies readonly oracle.Account[]
  const weights: readonly [keyof typeof acts, number][] = [
    ['move', 0.75],
    ['back', 0.83],
    ['swap', 0.88],
    ['answerTheSwap', 0.92],
    ['claim', 0.96],
    ['answerTheClaim', 1],
  ]

  /** Rare acts are tried where they can happen: another truck for one that broke down, answers where one is awaited. */
  const actOf = (held: Held): keyof typeof acts => {
    if (held.proposal && roll.next() < 0.35) return 'answerTheSwap'
    if (held.code === 45 && roll.next() < 0.4) return 'swap'
    if (held.claims.length > 0 && roll.next() < 0.3) return 'answerTheClaim'
    const share = roll.next()
    return weights.find(([, upTo]) => share < upTo)?.[0] ?? 'move'
  }

  return {
    waybills,
    walked,
    /** Takes about this many steps. */
    walk: async (count: number): Promise<void> => {
      const until = walked.steps + count
      while (walked.steps < until && walked.mismatches.length < 20) {
        const live = waybills.filter(one => ![80, 90, 95].includes(one.code))
        if (live.length < 8 || roll.next() < 0.03) {
          await make()
          if (waybills.length === 0) continue
        }
        // mostly those that still live; the ended ones refuse everything
        const held = roll.next() < 0.9 && live.length > 0 ? roll.pick(live) : roll.pick(waybills)
        if (!held) continue
        const dieMoney = roll.next()
        if ((held.code === 70 && dieMoney < 0.35) || dieMoney < 0.01) {
          await money(held)
          continue
        }
        // people who may void a signed waybill seldom find it on a sheet
        if (held.money === 'onSheet' && roll.next() < 0.3) {
          await move(held, 'admin', false)
          continue
        }
        await acts[actOf(held)](
          held,
          roll.next() < 0.5 ? roll.pick(able) : roll.pick(oracle.accounts),
          roll.next() < 0.1,
        )
      }
    },
  }
}
export type Lane = Awaited<ReturnType<typeof openLane>>
