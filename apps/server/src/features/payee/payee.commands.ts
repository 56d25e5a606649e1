// Keeping payees: registered, changed, handed in, verified, blacklisted and removed; a changed account is verified
// anew.
import type { Input, Output } from '@yunshu/contract/call'
import type { addPayee, removePayee, setDriverPayee, updatePayee } from '@yunshu/contract/fleet/payee'
import { maskBankCard } from '@yunshu/domain/identity/masking'
import { payeeAuthStates, payeeDocuments, payeeKinds, payeeParts } from '@yunshu/domain/fleet/payee'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, stale } from '../../work/history.ts'
import { moveAll } from '../../work/move.ts'
import { isTaken } from '../../db/pool.ts'
import type { Drivers } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { changesOf, writeChange } from '../fleet/change.commands.ts'
import { isKeeper, keeperOf, newRecord, ownFleet } from '../fleet/fleet.queries.ts'
import { assertKept } from '../fleet/held.commands.ts'
import { keepingCommands } from '../fleet/keeping.commands.ts'
import { papersOf, payeeFaults, payeeFields, payeeWords, type PayeeFacts } from './facts.ts'
import { findPayableFor } from './payee.queries.ts'
import { lockPayee, missingOf } from './payeeRows.queries.ts'

const duplicate = (): Problem => new Problem('payee.duplicate', {}, { fields: { accountNo: '已登记' } })

/** Refuses a payee whose account or person the platform has blacklisted. */
async function assertNotBanned(ctx: Ctx, { account_no, id_no, name }: PayeeFacts): Promise<void> {
  const banned = await ctx.tx.elevated(() =>
    ctx.tx.first(
      q
        .selectFrom('payees')
        .select('account_no')
        .where(e => e.or([e('account_no', '=', account_no), e('id_no', '=', id_no)]))
        .where('blacklisted_at', 'is not', null)
        .where('blacklisted_side', '=', 'house')
        // the account first: of several reasons the same one is told each time
        .orderBy(e => e('account_no', '=', account_no), 'desc')
        .limit(1),
    ),
  )
  if (banned)
    throw new Problem(
      'fleet.banned',
      { name: `收款人${name}` },
      { fields: { [banned.account_no === account_no ? 'accountNo' : 'name']: '已被平台列入黑名单' } },
    )
}

/** A driver of the caller's carrier who is in use. */
async function findOwnDriver(ctx: Ctx, id: string): Promise<Selectable<Drivers>> {
  const driver = await ctx.tx.one(
    q.selectFrom('drivers as d').selectAll('d').where('d.id', '=', id).where(ownFleet(ctx.actor, 'd')),
  )
  if (!isKeeper(ctx, driver.carrier_id)) throw new Problem('permit.missing')
  if (driver.retired_at !== null) refuseFields({ driverId: '司机已停用' })
  return driver
}

/** Registers a payee of the caller's company. */
export async function registerPayee(
  ctx: Ctx,
  { driverId, kind, name, bank, bankCode = '', idNo = '', mobile = '', accountNo }: Input<typeof addPayee>,
): Promise<Output<typeof addPayee>> {
  keeperOf(ctx)
  if (driverId !== undefined && kind === 'COMPANY') refuseFields({ driverId: '企业账户不是司机本人的账户' })
  const own = driverId === undefined ? undefined : await findOwnDriver(ctx, driverId)
  const facts: PayeeFacts = {
    kind,
    name,
    id_no: own?.id_no ?? idNo,
    mobile: own?.mobile ?? mobile,
    bank,
    bank_code: bankCode,
    account_no: accountNo,
  }
  refuseFields(payeeFaults(facts, own))
  await assertNotBanned(ctx, facts)
  const record = newRecord(ctx)
  const { id } = record
  await ctx.tx
    .run(
      q.insertInto('payees').values({ ...record, ...facts, driver_id: own?.id ?? null, created_by: ctx.actor.userId }),
    )
    .catch((error: unknown) => {
      throw isTaken(error) ? duplicate() : error
    })
  await logEvent(ctx, { entity: 'payee', entityId: id, action: '登记' })
  ctx.touched('payee', id)
  return { id, version: 1 }
}

/**
 * Changes a payee of the caller's company; numbers that are absent stay as they are. Everything but the mobile number
 * is proven by papers.
 */
export async function changePayee(
  ctx: Ctx,
  { id, version, name, bank, bankCode = '', idNo, mobile, accountNo }: Input<typeof updatePayee>,
): Promise<Output<typeof updatePayee>> {
  keeperOf(ctx)
  const held = await lockPayee(ctx, id)
  await assertKept(ctx, held, version)
  const { payee } = held
  const own =
    payee.driver_id === null
      ? undefined
      : await ctx.tx.one(q.selectFrom('drivers').select(['name', 'id_no', 'mobile']).where('id', '=', payee.driver_id))
  const facts: PayeeFacts = {
    kind: keyOf(payeeKinds, payee.kind),
    name,
    id_no: own?.id_no ?? idNo ?? payee.id_no,
    mobile: mobile ?? payee.mobile,
    bank,
    bank_code: bankCode,
    account_no: accountNo ?? payee.account_no,
  }
  refuseFields(payeeFaults(facts, own))
  if (facts.account_no !== payee.account_no || facts.id_no !== payee.id_no) await assertNotBanned(ctx, facts)
  const changes = changesOf(payee, facts, payeeWords)
  return writeChange(ctx, held, {
    set: { ...facts },
    changes,
    changed: changes.map(({ key }) => payeeFields[key]),
    after: { facts: papersOf(facts), needed: held.needed },
    taken: duplicate,
  })
}

/** Documents, verification and blacklist of payees. */
export const payeeKeeping = keepingCommands({
  lock: lockPayee,
  documents: payeeDocuments,
  parts: payeeParts,
  missing: (_ctx, { payee }, kinds) => missingOf(payee, kinds),
  // the account under any name, and the person or company with any account
  same: ({ payee }, alias) =>
    sql<boolean>`(${sql.ref(`${alias}.account_no`)} = ${payee.account_no}
      or ${sql.ref(`${alias}.id_no`)} = ${payee.id_no})`,
})

/** Takes a payee off the list with its authorisations; nobody has it as default any more. */
export async function removeOne(
  ctx: Ctx,
  { id, version }: Input<typeof removePayee>,
): Promise<Output<typeof removePayee>> {
  const held = await lockPayee(ctx, id)
  await assertKept(ctx, held, version)
  const { n: count } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<{
        n: number
      }>`select count(*) as n from waybills where payee_id = ${id}::uuid
        and state not in ('finished', 'cancelled', 'void')`.compile(q),
    ),
  )
  if (count > 0) throw new Problem('payee.used', { count })
  const auths = await ctx.tx.rows(
    q
      .selectFrom('payee_auths')
      .select(['id', 'state', 'version'])
      .where('payee_id', '=', id)
      .where('state', 'in', ['pending', 'active'])
      .orderBy('id')
      .forUpdate(),
  )
  if (auths.length > 0)
    await moveAll(
      ctx,
      payeeAuthStates,
      auths.map(auth => ({ ...auth, state: keyOf(payeeAuthStates.states, auth.state) })),
      'revoke',
      { reason: '收款人已删除', set: { reason: '收款人已删除' } },
    )
  await ctx.tx.run(q.updateTable('drivers').set({ payee_id: null }).where('payee_id', '=', id))
  await ctx.tx.run(
    q
      .updateTable('payees')
      .set({ removed_at: ctx.now, updated_at: ctx.now, version: version + 1 })
      .where('id', '=', id),
  )
  await logEvent(ctx, { entity: 'payee', entityId: id, action: '删除' })
  ctx.touched('payee', id)
  return {}
}

/** Says who is paid for a driver unless somebody else is chosen. */
export async function makeDefault(
  ctx: Ctx,
  { driverId, version, payeeId }: Input<typeof setDriverPayee>,
): Promise<Output<typeof setDriverPayee>> {
  const driver = await ctx.tx.one(
    q
      .selectFrom('drivers as d')
      .select(['d.id', 'd.name', 'd.carrier_id', 'd.version', 'd.payee_id'])
      .where('d.id', '=', driverId)
      .where(ownFleet(ctx.actor, 'd'))
      .forUpdate(),
  )
  if (!isKeeper(ctx, driver.carrier_id)) throw new Problem('permit.missing')
  if (driver.version !== version) throw await stale(ctx, driverId)
  const payee = await ctx.tx.one(
    q
      .selectFrom('payees as p')
      .select(['p.id', 'p.name', 'p.account_no'])
      .where('p.id', '=', payeeId)
      .where(ownFleet(ctx.actor, 'p')),
  )
  if (!(await findPayableFor(ctx, [driverId], ctx.now)).get(driverId)?.some(one => one.payeeId === payeeId))
    throw new Problem('payee.closed', { name: payee.name })
  if (driver.payee_id === payeeId) return { id: driverId, version }
  const before =
    driver.payee_id === null
      ? undefined
      : await ctx.tx.first(q.selectFrom('payees').select(['name', 'account_no']).where('id', '=', driver.payee_id))
  const worded = (one: { name: string; account_no: string } | undefined): string =>
    one ? `${one.name} ${maskBankCard(one.account_no)}` : '--'
  await ctx.tx.run(
    q
      .updateTable('drivers')
      .set({ payee_id: payeeId, version: version + 1, updated_at: ctx.now })
      .where('id', '=', driverId),
  )
  const diff = [{ field: '默认收款人', old: worded(before), new: worded(payee) }]
  await logEvent(ctx, { entity: 'driver', entityId: driverId, action: '设为默认收款人', diff })
  ctx.touched('driver', driverId, diff)
  return { id: driverId, version: version + 1 }
}
