// Lines of providers in the demo: fuel that was used, beside what was handed out, and passages of toll gates.
import { DAY_MS, dayKey, HOUR_MS } from '@yunshu/domain/figures/time'
import type { FuelUseFault } from '@yunshu/domain/fuel/fuel'
import type { Insertable } from 'kysely'
import type { FuelUses, FuelUseShares, TollPasses } from '../src/db/tables.gen.ts'
import type { Fuel } from './fuel.ts'
import type { Haul } from './haul.ts'
import type { WhoIs } from './history.ts'
import { idMaker } from './ids.ts'

const price = 73_500
const stations = ['石家庄南二环站', '济南零点立交站', '唐山丰南站', '榆林榆阳站']
const gates = [
  ['石家庄南', '济南北'],
  ['榆林', '太原北'],
  ['唐山南', '天津西'],
] as const
/** Differences of each branch, and how many of the last are explained. */
const faults = ['NO_CARD', 'NO_ISSUE', 'NO_CARD'] as const satisfies readonly FuelUseFault[]

interface Lines {
  readonly fuel_uses: readonly Insertable<FuelUses>[]
  readonly fuel_use_shares: readonly Insertable<FuelUseShares>[]
  readonly toll_passes: readonly Insertable<TollPasses>[]
}

/** Lines of fuel for every issue that was used, differences of each branch, and passages of waybills on their way. */
export function makeFuelLines(fuel: Fuel, hauls: readonly Haul[], now: number, whoIs: WhoIs): Lines {
  const used = fuel.issues.filter(issue => Number(issue.used_fen ?? 0) > 0)
  const makeId = idMaker(54)
  const maker = whoIs('platform-finance').name
  const cardNo = new Map(fuel.cards.map(card => [card.id, card.card_no]))
  const line = (n: number, at: number) => ({
    id: makeId(at),
    serial: `SH${dayKey(at)}${String(3_000_000 + n * 173)}`,
    used_at: at,
    station: stations[n % stations.length] ?? '',
    unit_price: price,
    file_name: '供应商文件',
    made_name: maker,
    created_at: at,
    updated_at: at,
  })
  const matched = used.map((issue, n): { use: Insertable<FuelUses>; share: Insertable<FuelUseShares> } => {
    const amount = Number(issue.used_fen)
    const own = line(n, Number(issue.updated_at))
    const card = typeof issue.card_id === 'string' ? cardNo.get(issue.card_id) : undefined
    return {
      use: {
        ...own,
        account_id: issue.account_id,
        branch_id: issue.branch_id,
        state: 'matched',
        fault: null,
        card_no: card ?? null,
        coupon_no: card === undefined ? (issue.coupon_no ?? null) : null,
        card_id: issue.card_id ?? null,
        litres_cl: Math.max(1, Math.round((amount * 10_000) / price)),
        amount_fen: amount,
        reason: null,
        ended_name: null,
        ended_at: null,
        version: 1,
      },
      share: { use_id: own.id, issue_id: issue.id, branch_id: issue.branch_id, amount_fen: amount },
    }
  })
  const oil = fuel.accounts.filter(({ kind, provider }) => kind === 'OIL' && provider === '中国石化')
  const differing = oil.flatMap((account, b) =>
    faults.map((fault, n): Insertable<FuelUses> => {
      const at = now - (2 + b * 3 + n) * HOUR_MS
      const isExplained = n === faults.length - 1
      return {
        ...line(500 + b * 10 + n, at),
        account_id: account.id,
        branch_id: account.branch_id,
        state: isExplained ? 'explained' : 'differs',
        fault,
        card_no: `${account.account_no}${String(9001 + n)}`,
        coupon_no: null,
        card_id: null,
        litres_cl: 20_000,
        amount_fen: 147_000,
        reason: isExplained ? '供应商串户，已申请退回' : null,
        ended_name: isExplained ? maker : null,
        ended_at: isExplained ? at : null,
        version: isExplained ? 2 : 1,
      }
    }),
  )
  return {
    fuel_uses: [...matched.map(({ use }) => use), ...differing],
    fuel_use_shares: matched.map(({ share }) => share),
    toll_passes: makePasses(fuel, hauls, now, maker),
  }
}

/** Passages of waybills on their way, and some of vehicles nobody hauled with. */
function makePasses(fuel: Fuel, hauls: readonly Haul[], now: number, maker: string): readonly Insertable<TollPasses>[] {
  const makeId = idMaker(55)
  return fuel.accounts
    .filter(({ kind }) => kind === 'ETC')
    .flatMap((account, b) => {
      const trips = hauls
        .filter(
          ({ row, lot, signedAt }) => signedAt === undefined && lot.branchId === account.branch_id && row.loaded_at,
        )
        .slice(-4)
      return [...trips, undefined, undefined].map((haul, n): Insertable<TollPasses> => {
        const at = haul === undefined ? now - DAY_MS - n * HOUR_MS : Math.min(Number(haul.row.loaded_at) + HOUR_MS, now)
        const [entry, exit] = gates[(b + n) % gates.length] ?? gates[0]
        return {
          id: makeId(at),
          account_id: account.id,
          branch_id: account.branch_id,
          serial: `LT${dayKey(at)}${String(6_000_000 + b * 1000 + n * 17)}`,
          state: haul === undefined ? 'open' : 'proposed',
          plate: haul?.row.plate ?? `冀A9${String(1000 + b * 10 + n)}`,
          entry,
          exit,
          entered_at: at - HOUR_MS / 2,
          passed_at: at,
          amount_fen: 18_650 + n * 2_310,
          waybill_id: haul?.row.id ?? null,
          file_name: '供应商文件',
          made_name: maker,
          created_at: at,
          updated_at: at,
        }
      })
    })
}
