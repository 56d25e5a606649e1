// Keeping payees: registered, changed, handed in, verified, blacklisted and removed; a changed account is verified anew.
import type { Input, Output } from '@yunshu/contract/call'
import type { addPayee, blacklistPayee, removePayee, setDriverPayee, submitPayee, updatePayee, uploadPayeeFiles, verifyPayee } from '@yunshu/contract/payee'
import { checkMobile } from '@yunshu/domain/identity'
import { maskBankCard } from '@yunshu/domain/masking'
import { paperStates } from '@yunshu/domain/paper'
import { checkAccountNo, checkPayeeNo, payeeAuthStates, payeeDocuments, payeeKinds, payeeParts, type PayeeKind } from '@yunshu/domain/payee'
import { Problem } from '@yunshu/domain/problems'
import { sql, type Selectable } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent, moveAll, stale } from '../../db/move.ts'
import { isTaken } from '../../db/pool.ts'
import type { Drivers } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { changesOf, writeChange, type Words } from '../fleet/change.commands.ts'
import { isKeeper, keeperOf, ownFleet } from '../fleet/fleet.queries.ts'
import { assertKept } from '../fleet/held.commands.ts'
import { addDocuments, judgePapers, submitPapers } from '../fleet/paper.commands.ts'
import { setBlacklisted } from '../fleet/standing.commands.ts'
import { findPayableFor } from './payee.queries.ts'
import { lockPayee, missingOf } from './payeeRows.queries.ts'

const duplicate = (): Problem => new Problem('payee.duplicate', {}, { fields: { accountNo: '已登记' } })

/** What identifies a payee and its account. */
interface Facts { kind: PayeeKind; name: string; id_no: string; mobile: string; bank: string; bank_code: string; account_no: string }

/** Refuses facts with faults at their fields. `own` is the driver whose account it is. */
function assertFacts(facts: Facts, own: Pick<Selectable<Drivers>, 'name'> | undefined): void {
  const faults: readonly (readonly [string, string | undefined])[] = [
    ['name', own && own.name !== facts.name ? '本人账户的户名须与司机姓名一致' : undefined],
    ['idNo', own ? undefined : facts.id_no === '' ? (facts.kind === 'PERSON' ? '请填写身份证号' : '请填写统一社会信用代码') : checkPayeeNo(facts.kind, facts.id_no)],
    ['mobile', own ? undefined : facts.mobile === '' ? '请填写手机号' : checkMobile(facts.mobile)],
    ['accountNo', checkAccountNo(facts.kind, facts.account_no)],
    ['bankCode', facts.kind === 'COMPANY' && facts.bank_code === '' ? '对公账户须填写联行号' : undefined],
  ]
  refuseFields(Object.fromEntries(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault]]))))
}

/** Whom the platform has blacklisted is not registered anew: neither the account nor the person. */
async function assertNotBanned(ctx: Ctx, { account_no, id_no, name }: Facts): Promise<void> {
  const banned = await ctx.tx.elevated(() => ctx.tx.first(q.selectFrom('payees').select('account_no').where((e) => e.or([e('account_no', '=', account_no), e('id_no', '=', id_no)])).where('blacklisted_at', 'is not', null).where('blacklisted_side', '=', 'house').limit(1)))
  if (banned) throw new Problem('fleet.banned', { name: `收款人${name}` }, { fields: { [banned.account_no === account_no ? 'accountNo' : 'name']: '已被平台列入黑名单' } })
}

/** A driver of the caller's carrier who is in use. */
async function findOwnDriver(ctx: Ctx, id: string): Promise<Selectable<Drivers>> {
  const driver = await ctx.tx.one(q.selectFrom('drivers as d').selectAll('d').where('d.id', '=', id).where(ownFleet(ctx.actor, 'd')))
  if (!isKeeper(ctx, driver.carrier_id)) throw new Problem('permit.missing')
  if (driver.retired_at !== null) refuseFields({ driverId: '司机已停用' })
  return driver
}

/** Registers a payee of the caller's company. */
export async function registerPayee(ctx: Ctx, { driverId, kind, name, bank, bankCode = '', idNo = '', mobile = '', accountNo }: Input<typeof addPayee>): Promise<Output<typeof addPayee>> {
  const carrierId = keeperOf(ctx)
  if (driverId !== undefined && kind === 'COMPANY') refuseFields({ driverId: '企业账户不是司机本人的账户' })
  const own = driverId === undefined ? undefined : await findOwnDriver(ctx, driverId)
  const facts: Facts = { kind, name, id_no: own?.id_no ?? idNo, mobile: own?.mobile ?? mobile, bank, bank_code: bankCode, account_no: accountNo }
  assertFacts(facts, own)
  await assertNotBanned(ctx, facts)
  const id = v7()
  await ctx.tx.run(q.insertInto('payees').values({ id, carrier_id: carrierId, ...facts, driver_id: own?.id ?? null, paper: paperStates.start, created_by: ctx.actor.userId, created_at: ctx.now, updated_at: ctx.now })).catch((error: unknown) => { throw isTaken(error) ? duplicate() : error })
  await logEvent(ctx, { entity: 'payee', entityId: id, action: '登记' })
  ctx.touched('payee', id)
  return { id, version: 1 }
}

const hidden = (): string => '（已隐藏）'
const words: Words<Exclude<keyof Facts, 'kind'>> = { name: ['户名'], id_no: ['证件号', hidden], mobile: ['手机号', hidden], bank: ['开户银行'], bank_code: ['联行号'], account_no: ['银行账号', maskBankCard] }

/** Changes a payee of the caller's company; numbers that are absent stay as they are. Everything but the mobile number is proven by papers. */
export async function changePayee(ctx: Ctx, { id, version, name, bank, bankCode = '', idNo, mobile, accountNo }: Input<typeof updatePayee>): Promise<Output<typeof updatePayee>> {
  keeperOf(ctx)
  const held = await lockPayee(ctx, id)
  await assertKept(ctx, held, version)
  const { payee } = held
  const own = payee.driver_id === null ? undefined : await ctx.tx.one(q.selectFrom('drivers').select(['name', 'id_no', 'mobile']).where('id', '=', payee.driver_id))
  const facts: Facts = { kind: keyOf(payeeKinds, payee.kind), name, id_no: own?.id_no ?? idNo ?? payee.id_no, mobile: mobile ?? payee.mobile, bank, bank_code: bankCode, account_no: accountNo ?? payee.account_no }
  assertFacts(facts, own)
  if (facts.account_no !== payee.account_no || facts.id_no !== payee.id_no) await assertNotBanned(ctx, facts)
  const changes = changesOf(payee, facts, words)
  return writeChange(ctx, held, { set: { ...facts }, changes, isPaper: changes.some(({ key }) => key !== 'mobile'), taken: duplicate })
}

/** Adds documents of one kind to a payee of the caller's company. */
export async function uploadPayee(ctx: Ctx, { id, category }: Input<typeof uploadPayeeFiles>): Promise<Output<typeof uploadPayeeFiles>> {
  return addDocuments(ctx, await lockPayee(ctx, id), category, payeeDocuments[category])
}

/** Hands the papers of a payee in to be verified. */
export async function submitForCheck(ctx: Ctx, { id, version }: Input<typeof submitPayee>): Promise<Output<typeof submitPayee>> {
  const held = await lockPayee(ctx, id)
  return submitPapers(ctx, held, version, await missingOf(ctx, held.payee))
}

/** The house's verdict on a payee. */
export async function judgePayee(ctx: Ctx, { id, ...verdict }: Input<typeof verifyPayee>): Promise<Output<typeof verifyPayee>> {
  const held = await lockPayee(ctx, id)
  return judgePapers(ctx, held, { id, ...verdict }, { missing: await missingOf(ctx, held.payee), parts: payeeParts })
}

/** Onto the blacklist or off it. */
export async function banPayee(ctx: Ctx, input: Input<typeof blacklistPayee>): Promise<Output<typeof blacklistPayee>> {
  return setBlacklisted(ctx, await lockPayee(ctx, input.id), input)
}

/** Takes a payee off the list with its authorisations; nobody has it as default any more. */
export async function removeOne(ctx: Ctx, { id, version }: Input<typeof removePayee>): Promise<Output<typeof removePayee>> {
  const held = await lockPayee(ctx, id)
  await assertKept(ctx, held, version)
  const { n: count } = await ctx.tx.elevated(() => ctx.tx.one(sql<{ n: number }>`select count(*) as n from waybills where payee_id = ${id}::uuid and state not in ('finished', 'cancelled', 'void')`.compile(q)))
  if (count > 0) throw new Problem('payee.used', { count })
  const auths = await ctx.tx.rows(q.selectFrom('payee_auths').select(['id', 'state', 'version']).where('payee_id', '=', id).where('state', 'in', ['pending', 'active']).orderBy('id').forUpdate())
  if (auths.length > 0) await moveAll(ctx, payeeAuthStates, auths.map((auth) => ({ ...auth, state: keyOf(payeeAuthStates.states, auth.state) })), 'revoke', { table: 'payee_auths', reason: '收款人已删除', set: { reason: '收款人已删除' } })
  await ctx.tx.run(q.updateTable('drivers').set({ payee_id: null }).where('payee_id', '=', id))
  await ctx.tx.run(q.updateTable('payees').set({ removed_at: ctx.now, updated_at: ctx.now, version: version + 1 }).where('id', '=', id))
  await logEvent(ctx, { entity: 'payee', entityId: id, action: '删除' })
  ctx.touched('payee', id)
  return {}
}

/** Says who is paid for a driver unless somebody else is chosen. */
export async function makeDefault(ctx: Ctx, { driverId, version, payeeId }: Input<typeof setDriverPayee>): Promise<Output<typeof setDriverPayee>> {
  const driver = await ctx.tx.one(q.selectFrom('drivers as d').select(['d.id', 'd.name', 'd.carrier_id', 'd.version', 'd.payee_id']).where('d.id', '=', driverId).where(ownFleet(ctx.actor, 'd')).forUpdate())
  if (!isKeeper(ctx, driver.carrier_id)) throw new Problem('permit.missing')
  if (driver.version !== version) throw await stale(ctx, driverId)
  const payee = await ctx.tx.one(q.selectFrom('payees as p').select(['p.id', 'p.name', 'p.account_no']).where('p.id', '=', payeeId).where(ownFleet(ctx.actor, 'p')))
  if (!(await findPayableFor(ctx, [driverId], ctx.now)).get(driverId)?.some((one) => one.payeeId === payeeId)) throw new Problem('payee.closed', { name: payee.name })
  if (driver.payee_id === payeeId) return { id: driverId, version }
  const before = driver.payee_id === null ? undefined : await ctx.tx.first(q.selectFrom('payees').select(['name', 'account_no']).where('id', '=', driver.payee_id))
  const worded = (one: { name: string; account_no: string } | undefined): string => (one ? `${one.name} ${maskBankCard(one.account_no)}` : '--')
  await ctx.tx.run(q.updateTable('drivers').set({ payee_id: payeeId, version: version + 1, updated_at: ctx.now }).where('id', '=', driverId))
  const diff = [{ field: '默认收款人', old: worded(before), new: worded(payee) }]
  await logEvent(ctx, { entity: 'driver', entityId: driverId, action: '设为默认收款人', diff })
  ctx.touched('driver', driverId, diff)
  return { id: driverId, version: version + 1 }
}
