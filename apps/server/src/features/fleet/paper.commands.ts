// Verification of papers of vehicles, drivers and payees: handed in by the carrier, approved or sent back by the house.
import type { Input } from '@yunshu/contract/call'
import type { verifyVehicle } from '@yunshu/contract/vehicle'
import type { FileRef } from '@yunshu/contract/waybill'
import { paperStates } from '@yunshu/domain/paper'
import { Problem } from '@yunshu/domain/problems'
import { move } from '../../db/move.ts'
import { q } from '../../db/tx.ts'
import { storeUploads } from '../../files/files.commands.ts'
import { writtenName, type Ctx } from '../../http/ctx.ts'
import { refuseFields } from '../../http/fieldFault.ts'
import { writeChange } from './change.commands.ts'
import { isHouse } from './fleet.queries.ts'
import { assertKept, pathOf, tellHouse, type Held } from './held.commands.ts'

/** Hands papers in to be verified and tells the house; refuses with a fault at everything that is missing. */
export async function submitPapers(ctx: Ctx, held: Held, version: number, missing: Readonly<Record<string, string>>): Promise<{ id: string; version: number }> {
  const { kind, row, name } = held
  await assertKept(ctx, held, version)
  if (row.state === 'approved') throw new Problem('state.wrong', { state: paperStates.states.approved.label, move: paperStates.moves.submit.label })
  if (row.state !== 'pending') refuseFields(missing)
  const moved = await move(ctx, paperStates, row, 'submit', { table: kind.table, column: 'paper', entity: kind.entity, set: { reject_reason: null, reject_fields: [] } })
  await tellHouse(ctx, held, `${name} 提交了证件，请审核`)
  ctx.touched(kind.entity, row.id)
  return { id: row.id, version: moved.version }
}

type Verdict = Omit<Input<typeof verifyVehicle>, 'fields'> & { fields?: readonly string[] | undefined }

/** The house's verdict: approved when nothing is missing, or sent back with a reason and what must be mended. The carrier hears of it. */
export async function judgePapers(ctx: Ctx, held: Held, { version, verdict, reason, fields = [] }: Verdict, told: { missing: Readonly<Record<string, string>>; parts: Readonly<Record<string, string>> }): Promise<{ id: string; version: number }> {
  const { kind, row, name, goneAt } = held
  if (!isHouse(ctx.actor)) throw new Problem('permit.missing')
  if (goneAt !== null) throw new Problem('fleet.retired', { name: `${kind.word}${name}` })
  const common = { version, table: kind.table, column: 'paper', entity: kind.entity }
  // papers may have run out while they waited
  if (verdict === 'approve' && row.state === 'pending' && row.version === version) refuseFields(told.missing)
  if (verdict === 'reject') refuseFields({ ...(fields.length === 0 ? { fields: '请选择需要修改的内容' } : {}), ...(reason === undefined ? { reason: '请填写原因' } : {}) })
  const mend = fields.map((field) => told.parts[field] ?? field).join('、')
  const moved = verdict === 'approve'
    ? await move(ctx, paperStates, row, 'approve', { ...common, set: { verified_at: ctx.now, verified_name: writtenName(ctx.actor), reject_reason: null, reject_fields: [] } })
    : await move(ctx, paperStates, row, 'reject', { ...common, reason, set: { reject_reason: reason, reject_fields: [...fields] }, diff: [{ field: '需修改', old: '--', new: mend }] })
  await ctx.push({
    to: { company: row.carrier_id, permit: kind.edit }, code: '0', title: verdict === 'approve' ? `${kind.word}审核通过` : `${kind.word}审核未通过`,
    msg: verdict === 'approve' ? `${kind.word}${name} 已通过审核` : `${kind.word}${name} 未通过审核：${reason ?? ''}，需修改：${mend}`, topics: [kind.entity], message: { kind: 'audit', path: pathOf(held) },
  })
  ctx.touched(kind.entity, row.id)
  return { id: row.id, version: moved.version }
}

/** Adds documents of one kind. What was verified waits for verification again. */
export async function addDocuments(ctx: Ctx, held: Held, category: string, label: string): Promise<{ files: FileRef[] }> {
  const { kind, row } = held
  await assertKept(ctx, held, row.version)
  const { branch_id: branch } = await ctx.tx.one(q.selectFrom('companies').select('branch_id').where('id', '=', row.carrier_id))
  const files = await storeUploads(ctx, { entity: kind.entity, id: row.id, category, shipperId: row.carrier_id, carrierId: row.carrier_id, branchId: branch ?? row.carrier_id })
  const changes = [{ field: label, old: '--', new: files.map(({ name }) => name).join('、') }]
  await writeChange(ctx, held, { set: {}, changes, isPaper: category !== 'other' && category !== 'photo', action: '上传证件' })
  return { files }
}
