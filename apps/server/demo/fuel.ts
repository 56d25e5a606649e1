// Fuel and tolls of the demo: accounts of each branch with providers, their cards, and what waybills on their way were given.
import { divideDown } from '@yunshu/domain/figures/decimal'
import { addFen, fen, subtractFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { fuelCardStates, fuelIssueStates, type FuelMedium } from '@yunshu/domain/fuel/fuel'
import type { Insertable } from 'kysely'
import type { FuelAccounts, FuelCards, FuelIssues, WaybillParts } from '../src/db/tables.gen.ts'
import type { Happening } from './books.ts'
import type { TopUpPlan } from './funds.ts'
import type { Haul } from './haul.ts'
import type { History, Someone, WhoIs } from './history.ts'
import { idMaker } from './ids.ts'
import { demoBranches, demoCompanyId } from './people.ts'

type Part = Insertable<WaybillParts>
type Account = Insertable<FuelAccounts> & { readonly id: string; readonly branch_id: string }
type Card = Insertable<FuelCards> & { readonly id: string; readonly account_id: string }
type Issue = Insertable<FuelIssues>

/** Everything of fuel the story holds. */
export interface Fuel {
  readonly accounts: readonly Account[]
  readonly cards: readonly Card[]
  readonly issues: readonly Issue[]
  readonly parts: readonly Part[]
  readonly topUps: readonly TopUpPlan[]
  readonly happenings: readonly Happening[]
}

const managers: Readonly<Record<string, string>> = { branch1: 'branch' }
const providers = [
  { kind: 'OIL', provider: '中国石化', no: '1000113100' },
  { kind: 'OIL', provider: '中国石油', no: '9130000012' },
  { kind: 'ETC', provider: '鲁通卡', no: '3701232602' },
] as const
/** States of the six cards of a branch. */
const cardEnds = ['active', 'active', 'active', 'active', 'frozen', 'closed'] as const
/** Ways an issue went, in turn: on a card or as a coupon, and the hundredths that were used. */
const ways: readonly { medium: Exclude<FuelMedium, 'PASS'>; used: number; isRecovered?: true }[] = [
  { medium: 'CARD', used: 0 },
  { medium: 'CARD', used: 50 },
  { medium: 'COUPON', used: 0 },
  { medium: 'CARD', used: 100 },
  { medium: 'COUPON', used: 100 },
  { medium: 'CARD', used: 0, isRecovered: true },
]
const onTheWay: ReadonlySet<string> = new Set(['toLoad', 'loading', 'inTransit', 'arrived', 'toSign'])
const hundredYuan = 10_000
const reserve = fen(10_000_000)
const issuesMost = 42

/** Accounts and cards of every branch, issues for waybills on their way, and the parts they belong to as they stand then. */
export function makeFuel(
  hauls: readonly Haul[],
  parts: readonly Part[],
  { start, now }: { start: number; now: number },
  history: History,
  whoIs: WhoIs,
  issueNo: (n: number, at: number) => string,
): Fuel {
  const accounts = makeAccounts(start, whoIs)
  const cards = makeCards(accounts, start, history, whoIs)
  const oilOf = new Map(parts.flatMap(part => (part.part === 'oil' ? [[part.waybill_id, part] as const] : [])))
  const chosen = hauls
    .flatMap(haul => {
      const part = oilOf.get(haul.row.id)
      const acceptedAt = haul.row.accepted_at
      const isOpen = haul.signedAt === undefined && onTheWay.has(haul.row.state) && typeof acceptedAt === 'number'
      return part !== undefined && isOpen && part.planned_fen >= 4 * hundredYuan
        ? [{ haul, part, at: Math.min(acceptedAt + HOUR_MS, now - MINUTE_MS) }]
        : []
    })
    .toSorted((a, b) => a.at - b.at || (a.part.id < b.part.id ? -1 : 1))
    .slice(-issuesMost)
  const makeId = idMaker(53)
  const made = chosen.map(({ haul, part, at }, n) =>
    makeIssue({ id: makeId(at), haul, part, at, n, no: issueNo(n, at), accounts, cards, whoIs, now }, history),
  )
  const given = new Map(made.map(({ issue, kept }) => [issue.part_id, kept]))
  const onCard = new Map<string, number>()
  for (const { issue, left } of made)
    if (typeof issue.card_id === 'string') onCard.set(issue.card_id, (onCard.get(issue.card_id) ?? 0) + left)
  const outOf = (id: string): Fen => sumFen(made.filter(({ issue }) => issue.account_id === id).map(({ kept }) => kept))
  return {
    accounts: accounts.map(account => ({ ...account, balance_fen: reserve })),
    cards: cards.map(card => ({ ...card, balance_fen: onCard.get(card.id) ?? 0 })),
    issues: made.map(({ issue }) => issue),
    parts: parts.map(part => {
      const kept = given.get(part.id)
      return kept === undefined || kept === 0
        ? part
        : { ...part, state: 'issued', issued_fen: kept, from_stock: true, version: 2 }
    }),
    topUps: accounts.map(({ id, kind, branch_id }, n) => ({
      kind: kind === 'ETC' ? 'ETC' : 'FUEL',
      branch: demoBranches.find(({ key }) => demoCompanyId(key) === branch_id)?.key ?? '',
      accountId: id,
      amount: addFen(reserve, outOf(id)),
      at: start + (30 + n) * HOUR_MS,
    })),
    happenings: made.flatMap(({ happenings }) => happenings),
  }
}

function makeAccounts(start: number, whoIs: WhoIs): Account[] {
  const makeId = idMaker(51)
  return demoBranches.flatMap(({ key }, b) =>
    providers.map(({ kind, provider, no }, n): Account => {
      const at = start + (20 + n) * HOUR_MS
      return {
        id: makeId(at),
        kind,
        provider,
        account_no: `${no}${String(b * 1000 + n * 37 + 118).padStart(6, '0')}`,
        branch_id: demoCompanyId(key),
        created_name: whoIs('platform-finance').name,
        created_at: at,
        updated_at: at,
      }
    }),
  )
}

function makeCards(accounts: readonly Account[], start: number, history: History, whoIs: WhoIs): Card[] {
  const makeId = idMaker(52)
  return demoBranches.flatMap(({ key }, b) => {
    const own = accounts.filter(({ branch_id, kind }) => branch_id === demoCompanyId(key) && kind === 'OIL')
    const by = whoIs(managers[key] ?? key)
    return cardEnds.flatMap((state, n): Card[] => {
      const account = own[n % own.length]
      if (account === undefined) return []
      const at = start + (24 + n) * HOUR_MS
      const id = makeId(at)
      history.note('fuelCard', id, '登记油卡', { at, by, to: fuelCardStates.start })
      const reason = state === 'frozen' ? '司机报失' : state === 'closed' ? '旧卡换新' : null
      if (reason !== null)
        history.move(fuelCardStates, id, 'active', state === 'frozen' ? 'freeze' : 'close', {
          at: at + HOUR_MS,
          by,
          remark: reason,
        })
      return [
        {
          id,
          card_no: `${account.account_no}${String(b * 100 + n * 7 + 1001)}`,
          account_id: account.id,
          branch_id: demoCompanyId(key),
          plate: null,
          holder: ['王长顺', '李建国', '赵德胜', '孙立新', '周海涛', '吴国强'][n] ?? null,
          state,
          reason,
          version: reason === null ? 1 : 2,
          created_at: at,
          updated_at: reason === null ? at : at + HOUR_MS,
        },
      ]
    })
  })
}

interface Handing {
  readonly id: string
  readonly haul: Haul
  readonly part: Part
  readonly at: number
  readonly n: number
  readonly no: string
  readonly accounts: readonly Account[]
  readonly cards: readonly Card[]
  readonly whoIs: WhoIs
  readonly now: number
}

/** One issue with the entries it makes; `kept` is what the waybill has of it, `left` what is unused. */
function makeIssue(
  { id, haul, part, at, n, no, accounts, cards, whoIs, now }: Handing,
  history: History,
): { issue: Issue; kept: Fen; left: Fen; happenings: Happening[] } {
  const way = ways[n % ways.length] ?? { medium: 'CARD', used: 0 }
  const { branchId } = haul.lot
  const own = cards.filter(card => card.branch_id === branchId && card.state === 'active')
  const card = own[n % own.length]
  const oil = accounts.filter(account => account.branch_id === branchId && account.kind === 'OIL')
  const account = way.medium === 'CARD' ? oil.find(({ id }) => id === card?.account_id) : oil[n % oil.length]
  if (card === undefined || account === undefined) throw new Error('demo: a branch without fuel')
  const half = fen(divideDown(BigInt(part.planned_fen), 2n))
  const amount = subtractFen(half, fen(half % hundredYuan))
  const used = fen((amount * way.used) / 100)
  const recovered = way.isRecovered === true ? amount : ZERO_FEN
  const key = demoBranches.find(branch => demoCompanyId(branch.key) === branchId)?.key ?? ''
  const by: Someone = whoIs(managers[key] ?? key)
  const endedAt = Math.min(at + 5 * HOUR_MS, now)
  history.note('fuelIssue', id, '发放油费', { at, by, to: fuelIssueStates.start })
  const state =
    recovered > 0
      ? history.move(fuelIssueStates, id, 'issued', 'recover', { at: endedAt, by, remark: '司机退卡' })
      : used === amount
        ? history.move(fuelIssueStates, id, 'issued', 'useUp', { at: endedAt, by })
        : 'issued'
  const isEnded = state !== 'issued'
  const moved = {
    by,
    issue: {
      id,
      issueNo: no,
      kind: 'OIL' as const,
      carrierId: haul.row.carrier_id,
      branchId,
      waybillId: haul.row.id,
      partId: part.id,
    },
    amount,
  }
  return {
    kept: fen(amount - recovered),
    left: fen(amount - used - recovered),
    issue: {
      id,
      issue_no: no,
      kind: 'OIL',
      medium: way.medium,
      state,
      account_id: account.id,
      card_id: way.medium === 'CARD' ? card.id : null,
      coupon_no: way.medium === 'COUPON' ? String(880_000_000_000 + n * 7_919).padStart(12, '0') : null,
      waybill_id: haul.row.id,
      part_id: part.id,
      shipper_id: haul.row.shipper_id,
      carrier_id: haul.row.carrier_id,
      branch_id: branchId,
      amount_fen: amount,
      used_fen: used,
      recovered_fen: recovered,
      remark: null,
      maker_id: by.id,
      maker_name: by.name,
      ended_at: isEnded ? endedAt : null,
      ended_name: isEnded ? by.name : null,
      reason: recovered > 0 ? '司机退卡' : null,
      version: isEnded ? 2 : 1,
      created_at: at,
      updated_at: isEnded ? endedAt : at,
    },
    happenings: [
      { kind: 'handedOut', at, ...moved },
      ...(recovered > 0 ? [{ kind: 'takenBack' as const, at: endedAt, ...moved }] : []),
    ],
  }
}
