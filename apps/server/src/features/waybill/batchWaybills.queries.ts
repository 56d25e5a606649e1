// Waybills as a batch chooses them: the fault of the act for each, and the freight and tons its signature will fix.
import type { WaybillBatchAct } from '@yunshu/domain/batch'
import { dayKey, formatDateTime } from '@yunshu/domain/figures/time'
import { printKg, grams, type Grams } from '@yunshu/domain/figures/weight'
import { lossOf } from '@yunshu/domain/goods/freight'
import { openClaimsOf } from '@yunshu/domain/settlement/charges'
import { Problem, problemOf, type Fault } from '@yunshu/domain/problems/problems'
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { faultOfAct, faultOfMove } from '@yunshu/domain/waybill/acts'
import { receiptStates, waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownRows, priceSight } from '../../work/scope.ts'
import { agreedOf, asAsked, claimsOfMany, type StoredClaim } from './claim.queries.ts'
import { isLookedAt } from './look.queries.ts'
import { fixAmounts } from './signedAmounts.queries.ts'
import { faultOfUrge, turnOfWaybill } from './urge.queries.ts'
import { sideOn, type LockedWaybill } from './waybill.queries.ts'
import { actOn } from './waybillActs.queries.ts'
import { readWaybillBody } from './waybillBody.queries.ts'

/** A waybill as a batch keeps it. */
export interface ChosenWaybill {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly version: number
  /** The shipper's freight the signature fixes; absent where the reader may not see it, or the act has no sum. */
  readonly amount: Fen | undefined
  readonly weight: Grams | undefined
  readonly fault: string | undefined
  /** A word about one that can be done: the claims its amount holds. */
  readonly note: string | undefined
}

type Found = LockedWaybill & {
  readonly shipper_name: string
  readonly carrier_name: string
  readonly is_looked: boolean
  readonly urged_by: string | null
  readonly urged_at: number | null
  readonly claims: readonly StoredClaim[]
}
type Raw = Selectable<Waybills> & Pick<Found, 'shipper_name' | 'carrier_name' | 'is_looked' | 'urged_by' | 'urged_at'>

/** The facts of a waybill an act needs, with its fault. */
interface Judged {
  readonly fault: string | undefined
  readonly note?: string | undefined
  readonly name?: string
  readonly amount?: Fen | undefined
  readonly weight?: Grams
}

const inWords = (fault: Fault | undefined): string | undefined => fault && problemOf(fault).message

/** Waybills in reach that meet a condition, as they stand in this moment: at most `most`, newest first. */
export async function findChosenWaybills(
  ctx: Ctx,
  act: WaybillBatchAct,
  where: RawBuilder<boolean>,
  most: number,
): Promise<ChosenWaybill[]> {
  const found = await ctx.tx.rows(
    sql<Raw>`select w.*, s.name as shipper_name, c.name as carrier_name, ${isLookedAt(ctx, 'w')} as is_looked,
      u.user_name as urged_by, u.at as urged_at
      from waybills w join companies s on s.id = w.shipper_id join companies c on c.id = w.carrier_id
      left join waybill_urges u on u.waybill_id = w.id and u.day = ${dayKey(ctx.now)}
      where ${allOf([where, ownRows(ctx.actor, 'w')])} order by w.id desc limit ${most}`.compile(q),
  )
  const claims =
    act === 'sign' || act === 'urge'
      ? await claimsOfMany(
          ctx,
          found.map(({ id }) => id),
        )
      : undefined
  const chosen = new Array<ChosenWaybill>()
  for (const raw of found) {
    const row: Found = {
      ...raw,
      state: keyOf(waybillStates.states, raw.state),
      receipt_state: keyOf(receiptStates.states, raw.receipt_state),
      settle_state: keyOf(waybillSettleStates.states, raw.settle_state),
      claims: claims?.get(raw.id) ?? [],
    }
    const { name, fault, note, amount, weight } = judges[act](ctx, row)
    chosen.push({
      id: row.id,
      number: row.waybill_no,
      name: name ?? `${row.plate} ${row.carrier_name}`,
      version: row.version,
      amount,
      weight,
      fault,
      note,
    })
  }
  return chosen
}

const judges: Readonly<Record<WaybillBatchAct, (ctx: Ctx, row: Found) => Judged>> = {
  sign: judgeSignature,
  passReceipt: (ctx, row) => {
    const { receiptRule } = readWaybillBody(row.body)
    const fault = faultOfAct('confirmReceipt', { ...actOn(ctx, row), receiptState: row.receipt_state, receiptRule })
    return { fault: inWords(fault ?? (row.is_looked ? undefined : { problem: 'batch.notLooked', detail: {} })) }
  },
  urge: (ctx, row) => {
    const turn = turnOfWaybill(row, row.claims, sideOn(ctx, row))
    const fault = faultOfUrge(ctx, row, turn)
    if (fault || !turn) return { fault: inWords(fault) }
    const name = `${turn.side === 'carrier' ? row.carrier_name : row.shipper_name} ${turn.act}`
    return row.urged_at === null
      ? { fault: undefined, name }
      : { name, fault: new Problem('waybill.urged', { at: hourOfDay(row.urged_at), by: row.urged_by ?? '' }).message }
  },
}

/** 10:05, of a moment of today. */
export const hourOfDay = (at: number): string => formatDateTime(at).slice(11, 16)

/** Claims of a waybill in one state by their sums: 费用 260.00 元、扣款 500.00 元; signers deal about every account. */
function claimWords(claims: readonly StoredClaim[], state: 'proposed' | 'agreed'): string | undefined {
  const amounts = claims.filter(claim => claim.state === state).map(claim => claim.amount_fen)
  const words = (['费用', '扣款'] as const).flatMap(word => {
    const own = amounts.filter(amount => (word === '费用' ? amount > 0 : amount < 0))
    const sum = fen(Math.abs(own.reduce((all, amount) => all + amount, 0)))
    return own.length === 0 ? [] : [`${word} ${printMoney(sum)} 元`]
  })
  return words.length === 0 ? undefined : words.join('、')
}

/** The signature with what it fixes: only where nothing of it wants a look, which is then not what a batch does. */
function judgeSignature(ctx: Ctx, row: Found): Judged {
  const on = actOn(ctx, row)
  const moveFault = faultOfMove('sign', { ...on, openClaims: openClaimsOf(row.claims.map(asAsked), on.side) })
  if (moveFault) {
    const open = moveFault.problem === 'waybill.claimOpen' ? claimWords(row.claims, 'proposed') : undefined
    return { fault: open === undefined ? inWords(moveFault) : `${inWords(moveFault)}（${open}）` }
  }
  if (row.state === 'disputed') return { fault: inWords({ problem: 'batch.disputed', detail: {} }) }
  if (row.load_weight_g === null || row.unload_weight_g === null)
    return { fault: inWords({ problem: 'waybill.weight', detail: { what: '装货和卸货重量' } }) }
  const [load, unload] = [grams(row.load_weight_g), grams(row.unload_weight_g)]
  const body = readWaybillBody(row.body)
  const { claims } = row
  const fixed = fixAmounts(row, body, load, unload, agreedOf(claims))
  const beyond = lossOf(load, unload, body.lossRule).deducted
  const hasPhoto = !['none', 'waiting', 'rejected'].includes(row.receipt_state)
  const fault: Fault | undefined = fixed.over
    ? {
        problem: 'waybill.claimOver',
        detail: {
          what: fixed.over.what,
          cut: printMoney(fixed.over.cut),
          freight: printMoney(fixed.over.freight),
        },
      }
    : beyond > 0
      ? { problem: 'batch.lossOver', detail: { kg: printKg(beyond) } }
      : body.receiptRule.needPhoto && !hasPhoto
        ? { problem: 'batch.noPhoto', detail: {} }
        : undefined
  const agreed = claimWords(claims, 'agreed')
  return {
    fault: inWords(fault),
    note: agreed && `已确认${agreed}`,
    amount: priceSight(ctx, row.shipper_id).shipper ? fixed.shipperFreight : undefined,
    weight: unload,
  }
}
