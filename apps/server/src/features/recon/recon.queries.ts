// Reads of reconciliation: differences, the calendar of a branch, and the statement that explains both balances.
import type { Input, Output } from '@yunshu/contract/call'
import type { ReconLaying } from '@yunshu/contract/recon/laying'
import type {
  countReconItems,
  getReconCalendar,
  getReconItem,
  listReconItems,
  ReconFileRow,
  ReconItemRow,
} from '@yunshu/contract/recon/recon'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, monthsLater, startOfDay } from '@yunshu/domain/figures/time'
import { isSimulated } from '@yunshu/domain/partner'
import {
  dayStateOf,
  faultOfReconAdoption,
  faultOfReconRecord,
  reconFileMovesOf,
  reconFileStates,
  reconItemMovesOf,
  reconItemStates,
  reconKinds,
  type ReconLineOn,
} from '@yunshu/domain/recon/recon'
import { reconLayingMovesOf, reconLayingStates } from '@yunshu/domain/recon/reconLaying'
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countWithOwn } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { findMissing, isNumbered, pastedNumbers, type PastedNumbers } from '../../db/pastedNumbers.ts'
import type { ReconFiles, ReconItems, ReconLayings } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, bySide } from '../../work/scope.ts'
import { isUnexplained } from '../voucher/bookFaults.queries.ts'
import {
  directionOf,
  exceptionNote,
  isLikeReturn,
  isOwnHand,
  isRemitted,
  laidFen,
  laidNos,
  isLaidByOwn,
  layingsWaiting,
  ownRecon,
} from './reconRows.queries.ts'

const itemRows = q
  .selectFrom('recon_items as i')
  .innerJoin('companies as b', 'b.id', 'i.branch_id')
  .leftJoin('recon_lines as l', 'l.id', 'i.line_id')
  .leftJoin('trades as t', 't.id', 'i.trade_id')
  .leftJoin('trades as g', 'g.id', 'l.suggested_id')
  .leftJoin('recon_layings as laid', 'laid.id', 'i.laying_id')
  .selectAll('i')
  .select([
    sql<Selectable<ReconLayings> | null>`case when laid.id is not null then row_to_json(laid) end`.as('laying'),
    'b.name as branch_name',
    'l.serial',
    'l.order_key',
    'l.other_name',
    'l.amount_fen as theirs_fen',
    sql<
      string | null
    >`case when i.line_id is not null and i.trade_id is not null then ${laidNos} else t.trade_no end`.as('trade_no'),
    't.bank_serial',
    'g.trade_no as suggested_no',
    isRemitted('l').as('is_remitted'),
    sql<string>`coalesce(l.direction, t.direction)`.as('direction'),
    isLikeReturn.as('is_like_return'),
    sql<string | null>`case t.direction when 'IN' then t.payer when 'OUT' then t.payee end`.as('trade_other'),
    sql<number | null>`case when t.id is null then null when i.line_id is not null then ${laidFen}
      when t.direction = 'IN' then t.amount_fen else t.amount_fen + t.fee_fen end`.as('ours_fen'),
  ])
type NamedItem = Selectable<ReconItems> & {
  laying: Selectable<ReconLayings> | null
  branch_name: string
  serial: string | null
  order_key: string | null
  other_name: string | null
  theirs_fen: number | null
  trade_no: string | null
  bank_serial: string | null
  suggested_no: string | null
  is_remitted: boolean
  is_like_return: boolean
  direction: string
  trade_other: string | null
  ours_fen: number | null
}

/** A line of a difference as the ways to end it are judged. */
export const lineOn = (
  item: Pick<Selectable<ReconItems>, 'kind' | 'state' | 'laying_id' | 'made_note'>,
  line: { readonly direction: string; readonly is_remitted: boolean; readonly hasSuggestion: boolean },
): ReconLineOn => ({
  isOpen: item.kind === 'THEIRS_ONLY' && item.state !== 'matched',
  isLaying: item.laying_id !== null,
  made: item.made_note ?? undefined,
  isTakenBack: line.direction === 'IN' && !line.is_remitted && item.made_note !== exceptionNote,
  isRemitted: line.is_remitted,
  hasSuggestion: line.hasSuggestion,
})

/** True for whoever may enter a line as money that came, and say what it is. */
export const mayReturn = (ctx: Pick<Ctx, 'can'>): boolean =>
  (['recon.match', 'remittance.record', 'remittance.claim'] as const).every(permit => ctx.can(permit))

function showItem(ctx: Ctx, row: NamedItem): ReconItemRow {
  const state = keyOf(reconItemStates.states, row.state)
  const on = lineOn(row, { ...row, hasSuggestion: row.suggested_no !== null })
  const isInBranch = ctx.actor.branchId === row.branch_id
  const canReturn = isInBranch && faultOfReconRecord(on) === undefined && row.direction === 'IN' && mayReturn(ctx)
  return {
    id: row.id,
    day: row.day,
    kind: keyOf(reconKinds, row.kind),
    state,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    direction: directionOf(row),
    theirs: row.theirs_fen === null ? undefined : fen(row.theirs_fen),
    ours: row.ours_fen === null ? undefined : fen(row.ours_fen),
    serial: row.serial ?? row.bank_serial ?? undefined,
    orderKey: row.order_key ?? undefined,
    other: row.other_name ?? row.trade_other ?? undefined,
    tradeNo: row.trade_no ?? undefined,
    suggested: on.isOpen ? (row.suggested_no ?? undefined) : undefined,
    reason: row.reason ?? undefined,
    asker: row.asker_name ?? undefined,
    checker: row.checker_name ?? undefined,
    made: row.made_note ?? undefined,
    ...(row.laying === null ? {} : { laying: showLaying(ctx, row.laying) }),
    createdAt: row.created_at,
    version: row.version,
    moves: reconItemMovesOf({ state, isMaker: isOwnHand(ctx, row.asker_id, row.asker_for) }, permit => ctx.can(permit)),
    canRecord: isInBranch && faultOfReconRecord(on) === undefined && ctx.can('recon.match'),
    canReturn,
    isLikeReturn: canReturn && row.is_like_return,
    canAdopt: faultOfReconAdoption(on) === undefined && ctx.can('recon.confirm'),
  }
}

/** A laying as its differences show it. */
function showLaying(ctx: Ctx, row: Selectable<ReconLayings>): ReconLaying {
  const state = keyOf(reconLayingStates.states, row.state)
  return {
    id: row.id,
    state,
    lines: row.line_ids.length,
    movements: row.trade_ids.length,
    amount: fen(row.amount_fen),
    reason: row.reason,
    asker: row.asker_name,
    checker: row.checker_name ?? undefined,
    undoReason: row.undo_reason ?? undefined,
    undoAsker: row.undo_asker_name ?? undefined,
    version: row.version,
    moves: reconLayingMovesOf(
      {
        state,
        isAsker: isOwnHand(ctx, row.asker_id, row.asker_for),
        isUndoAsker: isOwnHand(ctx, row.undo_asker_id, row.undo_asker_for),
      },
      permit => ctx.can(permit),
    ),
  }
}

type Filter = Omit<Input<typeof listReconItems>, 'limit' | 'cursor'>

/** Differences with one of these numbers: of the line of the bank, its order, the movement, or the bank's of the movement. */
export const rowsOfReconNumbers = ({ own, bank }: PastedNumbers): RawBuilder<unknown> => {
  const asked = sql`any(${bank})`
  const lines = sql`select x.id, x.serial_upper as number from recon_lines x where x.serial_upper = ${asked}
    union all select x.id, x.order_key_upper from recon_lines x where x.order_key_upper = ${asked}`
  const trades = sql`select x.id, x.trade_no as number from trades x where x.trade_no = any(${own})
    union all select x.id, x.bank_serial_upper from trades x where x.bank_serial_upper = ${asked}`
  return sql`select o.id, n.number from (${lines}) n join recon_items o on o.line_id = n.id
    union all select o.id, n.number from (${trades}) n join recon_items o on o.trade_id = n.id and o.line_id is null
    union all select o.id, n.number from (${trades}) n join recon_lines l on l.trade_id = n.id join recon_items o on o.line_id = l.id
    union all select o.id, n.number from (${trades}) n join recon_line_trades l on l.trade_id = n.id
      join recon_items o on o.line_id = l.line_id`
}

/** The list's condition without its state, which the counters run through. */
const filtered = (
  { actor }: Ctx,
  { numbers = [], kind, branchId, from, to, open, waits, text, ids }: Filter,
): RawBuilder<boolean> =>
  allOf([
    ownRecon(actor, 'i'),
    numbers.length === 0 ? undefined : isNumbered('i', rowsOfReconNumbers(pastedNumbers(numbers))),
    kind && sql<boolean>`i.kind = ${kind}`,
    branchId === undefined ? undefined : sql<boolean>`i.branch_id = ${branchId}::uuid`,
    between('i.day', from, to),
    open ? isUnexplained('i') : undefined,
    waits &&
      sql<boolean>`exists (select from recon_layings g where g.id = i.laying_id
      and ${layingsWaiting(actor, waits, 'g')})`,
    text === undefined || text === ''
      ? undefined
      : sql<boolean>`(exists (select from recon_lines s where s.id = i.line_id
        and ${contains(['s.serial', 's.order_key', 's.other_name'], text) ?? sql`true`})
          or exists (select from trades s where s.id = i.trade_id
            and ${contains(['s.trade_no', 's.bank_serial', 's.payer', 's.payee'], text) ?? sql`true`}))`,
    chosen('i.id', ids),
  ])

/** Differences in the actor's reach, newest first. */
export async function findReconItems(
  ctx: Ctx,
  input: Input<typeof listReconItems>,
): Promise<Output<typeof listReconItems>> {
  const inState = input.state && sql<boolean>`i.state = ${input.state}`
  const where = allOf([filtered(ctx, input), inState, afterCursor(input, 'i.id')])
  const rows = await ctx.tx.rows(itemRows.where(where).orderBy('i.id', 'desc').limit(rowsToAsk(input)))
  const missing = await findMissing(ctx.tx, input, {
    table: 'recon_items',
    alias: 'i',
    reach: ownRecon(ctx.actor, 'i'),
    others: allOf([filtered(ctx, { ...input, numbers: [] }), inState]),
    rowsOf: rowsOfReconNumbers,
  })
  return { ...toPage(rows, input, row => showItem(ctx, row)), ...missing }
}

/** Counts by state under the list's filter. */
export async function countReconItemsBy(
  ctx: Ctx,
  filter: Input<typeof countReconItems>,
): Promise<Output<typeof countReconItems>> {
  const where = filtered(ctx, filter)
  return countWithOwn(
    ctx.tx,
    reconItemStates,
    { table: 'recon_items', alias: 'i', where },
    { person: ctx.actor.userId, hands: { open: isLaidByOwn(ctx.actor, 'i'), asked: ['asker_id', 'asker_for'] } },
  )
}

/** One difference with its history. */
export async function findReconItem(
  ctx: Ctx,
  { id }: Input<typeof getReconItem>,
): Promise<Output<typeof getReconItem>> {
  const row = await ctx.tx.one(itemRows.where('i.id', '=', id).where(ownRecon(ctx.actor, 'i')))
  return { ...showItem(ctx, row), log: await findLog(ctx, id) }
}

/** A file as pages see it. */
export function showReconFile(ctx: Ctx, row: Selectable<ReconFiles>): ReconFileRow {
  const state = keyOf(reconFileStates.states, row.state)
  return {
    id: row.id,
    day: row.day,
    state,
    name: row.name,
    sha256: row.sha256,
    lines: row.lines,
    income: fen(row.income_fen),
    outgo: fen(row.outgo_fen),
    opening: fen(row.opening_fen),
    closing: fen(row.closing_fen),
    maker: row.maker_name,
    checker: row.checker_name ?? undefined,
    isSimulated: isSimulated(keyOf(payChannels, row.channel)),
    createdAt: row.created_at,
    version: row.version,
    moves: reconFileMovesOf({ state, isMaker: isOwnHand(ctx, row.maker_id, row.maker_for) }, permit => ctx.can(permit)),
  }
}

/** The days of a month up to yesterday, of the branch asked for or the one the person works for. */
export async function findReconCalendar(
  ctx: Ctx,
  { branchId: asked, from }: Input<typeof getReconCalendar>,
): Promise<Output<typeof getReconCalendar>> {
  const branchId = bySide(ctx.actor, {
    platform: asked ?? ctx.actor.branchId,
    branch: id => id,
    company: () => undefined,
  })
  if (from < startOfPeriod('200001')) throw wrongField('from', '不能早于2000年')
  const canRead = ctx.can('recon.match') && ctx.actor.branchId === branchId && branchId !== undefined
  const canSimulate = canRead && ctx.deps.channels.of('SIM') !== undefined
  if (branchId === undefined) return { canRead, canSimulate, days: [] }
  const [start, end] = [startOfDay(from), Math.min(monthsLater(startOfDay(from), 1), startOfDay(ctx.now))]
  const branch = await ctx.tx.first(q.selectFrom('companies').select('name').where('id', '=', branchId))
  const files = await ctx.tx.rows(
    q
      .selectFrom('recon_files')
      .selectAll()
      .where('branch_id', '=', branchId)
      .where('state', '<>', 'dropped')
      .where('day', '>=', start)
      .where('day', '<', end),
  )
  const items = await ctx.tx.rows(
    q
      .selectFrom('recon_items')
      .select([
        'day',
        sql<number>`count(*) filter (where state in ('open', 'asked'))`.as('open'),
        sql<number>`count(*) filter (where state = 'explained')`.as('explained'),
      ])
      .where('branch_id', '=', branchId)
      .where('day', '>=', start)
      .where('day', '<', end)
      .groupBy('day'),
  )
  const count = Math.max(0, Math.ceil((end - start) / DAY_MS))
  return {
    branchName: branch?.name,
    canRead,
    canSimulate,
    days: Array.from({ length: count }, (_, n) => {
      const day = start + n * DAY_MS
      const file = files.find(each => each.day === day)
      const { open = 0, explained = 0 } = items.find(each => each.day === day) ?? {}
      return {
        day,
        state: file?.state === 'taken' ? dayStateOf({ open, explained }) : ('missing' as const),
        open,
        explained,
        file: file && showReconFile(ctx, file),
      }
    }),
  }
}
