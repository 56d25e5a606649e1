// Payees handed in by file: judged as those typed in; the account of a driver is known by his 身份证号.
import { payeeColumns, type PayeeValues } from '@yunshu/domain/fleet/columns'
import { tidyNumber } from '@yunshu/domain/identity/identity'
import type { PartOf, RowFault } from '@yunshu/domain/importing/cells'
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { importKind, type ImportRun, type Judgement, type Row } from '../../imports/importKind.ts'
import { inOrder, separateFaultyRows, registerAll, repeatedRows } from '../fleet/byFile.commands.ts'
import { keeperOf, payeeFleet } from '../fleet/fleet.queries.ts'
import { payeeFaults, type PayeeFacts } from './facts.ts'

interface Driver {
  id: string
  name: string
  id_no: string
  mobile: string
}
/** A row as a payee, with the driver whose own account it is. */
type Read = PayeeFacts & { own: Driver | undefined }

function payeeOf(
  { kind = 'PERSON', name, idNo, mobile = '', bank, bankCode = '', accountNo }: PayeeValues,
  drivers: ReadonlyMap<string, Driver>,
): Read {
  const id = tidyNumber(idNo)
  const own = kind === 'PERSON' ? drivers.get(id) : undefined
  return {
    kind: keyOf(payeeKinds, kind),
    name,
    id_no: id,
    mobile: own?.mobile ?? tidyNumber(mobile),
    bank,
    bank_code: tidyNumber(bankCode),
    account_no: tidyNumber(accountNo),
    own,
  }
}

interface Known {
  account_no: string
  id_no: string
  is_own: boolean
  is_banned: boolean
}

/** The numbers by which an account or its owner is known already. */
interface Numbers {
  readonly account_no?: string | undefined
  readonly id_no?: string | undefined
}
const numbersOf = ({ accountNo, idNo }: PartOf<PayeeValues>): Numbers => ({
  account_no: accountNo && tidyNumber(accountNo),
  id_no: idNo && tidyNumber(idNo),
})

async function judge(
  ctx: Ctx,
  rows: readonly Row<PayeeValues>[],
  _run: ImportRun,
  parts: readonly Row<PartOf<PayeeValues>>[],
): Promise<Judgement<Read>> {
  const carrierId = keeperOf(ctx)
  const all = inOrder(rows, parts).map(({ row, values }) => ({ row, values: numbersOf(values) }))
  const [accounts, numbers] = [
    all.flatMap(({ values }) => values.account_no ?? []),
    all.flatMap(({ values }) => values.id_no ?? []),
  ]
  const drivers = await ctx.tx.rows(
    q
      .selectFrom('drivers')
      .select(['id', 'name', 'id_no', 'mobile'])
      .where('carrier_id', '=', carrierId)
      .where('retired_at', 'is', null)
      .where(sql<boolean>`id_no = any(${numbers}::text[])`),
  )
  const byNumber = new Map(drivers.map(driver => [driver.id_no, driver]))
  const read = rows.map(({ row, values }) => ({ row, values: payeeOf(values, byNumber) }))
  const known = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<Known>`
    select account_no, id_no, carrier_id = ${carrierId}::uuid
      and removed_at is null as is_own, blacklisted_side is not distinct from 'house' as is_banned from payees
    where (carrier_id = ${carrierId}::uuid and removed_at is null and account_no = any(${accounts}::text[]))
      or (blacklisted_at is not null and (account_no = any(${accounts}::text[])
        or id_no = any(${numbers}::text[])))`.compile(q),
    ),
  )
  const registered = new Set<string | undefined>(known.filter(one => one.is_own).map(one => one.account_no))
  const banned = known.filter(one => one.is_banned)
  const [bannedAccounts, bannedNumbers] = [
    new Set<string | undefined>(banned.map(one => one.account_no)),
    new Set<string | undefined>(banned.map(one => one.id_no)),
  ]
  const standing = ({ account_no, id_no }: Numbers): Omit<RowFault, 'row'> | undefined => {
    if (bannedAccounts.has(account_no)) return { field: 'accountNo', reason: '已被平台列入黑名单' }
    if (bannedNumbers.has(id_no)) return { field: 'idNo', reason: '已被平台列入黑名单' }
    return registered.has(account_no) ? { field: 'accountNo', reason: '已登记' } : undefined
  }
  return separateFaultyRows(read, [
    // the rules depend on the payee's kind and identity: they need the whole row
    ...read.flatMap(({ row, values }): RowFault[] =>
      Object.entries(payeeFaults(values, values.own)).map(([field, reason]) => ({ row, field, reason })),
    ),
    ...all.flatMap(({ row, values }): RowFault[] => {
      const taken = standing(values)
      return taken === undefined ? [] : [{ row, ...taken }]
    }),
    ...repeatedRows(all, ({ account_no }) => account_no, 'accountNo'),
  ])
}

/** Payees by file. Their documents are uploaded and authorisations added afterwards, one by one. */
export const payeesImport = importKind({
  key: 'payees',
  permit: 'payee.edit',
  columns: payeeColumns,
  open: async ctx => {
    keeperOf(ctx)
  },
  check: judge,
  write: (ctx, rows, run) =>
    registerAll(ctx, payeeFleet, rows, run, {
      columns: ({ own, ...facts }: Read) => ({ ...facts, driver_id: own?.id ?? null, created_by: ctx.actor.userId }),
      insert: records => ctx.tx.run(q.insertInto('payees').values(records)),
      label: ({ name }) => name,
    }),
})
