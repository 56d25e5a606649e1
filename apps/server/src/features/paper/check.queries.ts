// A waybill as whoever checks it sees it: masked, and with the freight only by a link that shows it.
import type { CheckedWaybill } from '@yunshu/contract/waybill/paper'
import { judgeChain } from '@yunshu/domain/chain/judge'
import { fen } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { maskGivenName, maskPlate } from '@yunshu/domain/identity/masking'
import { isPublicCode } from '@yunshu/domain/share'
import { receiptStates, waybillSettleStates, waybillStates } from '@yunshu/domain/waybill/waybill'
import { sql } from 'kysely'
import { lookupArea } from '@yunshu/regions/areaLookup'
import { loadRegions } from '@yunshu/regions/load'
import { provinceOf } from '@yunshu/regions/tree'
import { keyOf } from '../../db/keyOf.ts'
import { q, type Tx } from '../../db/tx.ts'
import { chainSources, findChainFacts } from '../chain/chainFacts.queries.ts'
import { timesOf } from '../waybill/waybillDetail.queries.ts'

/** The row of a number, from all there are. */
export const findChecked = (tx: Tx, waybillNo: string) =>
  tx.first(
    q
      .selectFrom('waybills as w')
      .innerJoin('companies as s', 's.id', 'w.shipper_id')
      .innerJoin('companies as c', 'c.id', 'w.carrier_id')
      .select([
        'w.id',
        'w.waybill_no',
        'w.state',
        'w.shipper_id',
        'w.carrier_id',
        'w.branch_id',
        'w.load_region',
        'w.unload_region',
        'w.item_names',
        'w.plate',
        'w.driver_name',
        'w.plan_weight_g',
        'w.load_weight_g',
        'w.unload_weight_g',
        'w.receipt_state',
        'w.settle_state',
        'w.shipper_freight_fen',
        'w.payable_fen',
        'w.created_at',
        'w.accepted_at',
        'w.arrived_load_at',
        'w.loaded_at',
        'w.arrived_unload_at',
        'w.unloaded_at',
        'w.signed_at',
        'w.finished_at',
        's.name as shipper_name',
        'c.name as carrier_name',
      ])
      .where('w.waybill_no', '=', waybillNo),
  )
export type CheckedRow = NonNullable<Awaited<ReturnType<typeof findChecked>>>

/** A row as the page of the check shows it. */
export async function showChecked(
  tx: Tx,
  row: CheckedRow,
  linkCode: string | undefined,
  now: number,
): Promise<CheckedWaybill> {
  const { n: receiptFiles } = await tx.one(
    q
      .selectFrom('files')
      .select(e => e.fn.countAll<number>().as('n'))
      .where('owner', '=', 'waybill')
      .where('owner_id', '=', row.id)
      .where('category', '=', 'receipt'),
  )
  const legs = await legsOf(tx, row)
  const side = await amountSideOf(tx, row.id, linkCode, now)
  const freight = side === 'CARRIER' ? row.payable_fen : row.shipper_freight_fen
  return {
    waybillNo: row.waybill_no,
    state: keyOf(waybillStates.states, row.state),
    shipperName: row.shipper_name,
    carrierName: row.carrier_name,
    route: `${cityOf(row.load_region)} → ${cityOf(row.unload_region)}`,
    itemNames: row.item_names,
    plate: maskPlate(row.plate),
    driverName: maskGivenName(row.driver_name),
    planWeightG: grams(row.plan_weight_g),
    ...(row.load_weight_g === null ? {} : { loadWeightG: grams(row.load_weight_g) }),
    ...(row.unload_weight_g === null ? {} : { unloadWeightG: grams(row.unload_weight_g) }),
    times: timesOf(row),
    receiptState: keyOf(receiptStates.states, row.receipt_state),
    receiptFiles,
    isPaid: keyOf(waybillSettleStates.states, row.settle_state) === 'settled',
    ...(legs === undefined ? {} : { legs }),
    ...(side === undefined ? {} : { freight: fen(freight) }),
  }
}

/** The word of each flow of a signed waybill; one that is under way, or came to nothing, has none. */
async function legsOf(tx: Tx, { id, state, signed_at }: CheckedRow): Promise<CheckedWaybill['legs']> {
  if (signed_at === null || (state !== 'signed' && state !== 'finished')) return undefined
  const rows = await tx.rows(chainSources(sql<boolean>`w.id = ${id}::uuid`, sql`w.id`, 1))
  const [found] = await findChainFacts(tx, rows)
  if (found === undefined) return undefined
  const { contract, goods, money, invoice } = judgeChain(found.facts).legs
  return { contract: contract.state, goods: goods.state, money: money.state, invoice: invoice.state }
}

/** The freight a live link of this very waybill shows. */
async function amountSideOf(
  tx: Tx,
  waybillId: string,
  linkCode: string | undefined,
  now: number,
): Promise<string | undefined> {
  if (linkCode === undefined || !isPublicCode(linkCode)) return undefined
  const link = await tx.first(
    q
      .selectFrom('paper_links')
      .select('amount_side')
      .where('token', '=', linkCode)
      .where('waybill_id', '=', waybillId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now),
  )
  return link?.amount_side ?? undefined
}

const cityOf = (code: string): string => {
  const { province, city } = lookupArea(loadRegions().tree, provinceOf(code), code, code)
  return city || province
}
