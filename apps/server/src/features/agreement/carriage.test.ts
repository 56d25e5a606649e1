// Carriage agreements of accepted waybills over HTTP: drafted by themselves, marked at loading, sent in batches, signed together.
import { readFile } from 'node:fs/promises'
import {
  askSignReturn,
  getAgreement,
  listAgreements,
  makeAgreement,
  moveAgreement,
  signAgreement,
  signAgreements,
} from '@yunshu/contract/agreement/agreement'
import { listAgreementTemplates, saveAgreementTemplate } from '@yunshu/contract/agreement/template'
import { chooseBookRecords, getBatch, startBatch } from '@yunshu/contract/batch'
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { listToday } from '@yunshu/contract/today'
import { swapVehicle } from '@yunshu/contract/waybill/life'
import { listWaybills, moveWaybill } from '@yunshu/contract/waybill/waybill'
import { decisionsOf, type FreePolicy } from '@yunshu/domain/company/company'
import { grams } from '@yunshu/domain/figures/weight'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAgreementWorld, templateId, values } from '../../../../../tests/server/agreementWorld.ts'
import { q } from '../../db/tx.ts'
import { runBatches } from '../batch/batch.jobs.ts'
import { findAgreementLegs } from './agreement.queries.ts'
import { askSeal } from './ask.commands.ts'

let world: Awaited<ReturnType<typeof startAgreementWorld>>
beforeAll(async () => {
  world = await startAgreementWorld()
})
afterAll(() => world.stop())

const house = () => world.as('platform-ops')
const taskOf = (taskNo: string): Promise<{ result: string } | undefined> =>
  world.server.db(tx =>
    tx.first(sql<{ result: string }>`select result from sim_seal_tasks where task_no = ${taskNo}`.compile(q)),
  )

/** A decision of the platform, for as long as the work takes. */
async function decided<T>(key: FreePolicy, isOn: boolean, work: () => Promise<T>): Promise<T> {
  const admin = world.as('admin')
  const set = async (on: boolean): Promise<void> => {
    const { version, inForce } = await admin.send(getPolicies, {})
    await admin.send(setPolicies, { version, decisions: { ...decisionsOf(inForce), [key]: on } })
  }
  await set(isOn)
  try {
    return await work()
  } finally {
    await set(!isOn)
  }
}
/** A waybill the carrier has taken, and the agreements of it. */
async function accepted() {
  const [made] = await world.waybills(1)
  if (!made) throw new Error('no waybill')
  return world.walk(made, ['accept'])
}
const agreementsOf = async (waybillNo: string) => (await house().send(listAgreements, { waybillNo })).rows

test('an accepted waybill has its carriage agreement as a draft, which follows it until it is sent and ends with it', async () => {
  const waybill = await accepted()
  const [draft, ...more] = await agreementsOf(waybill.waybillNo)
  if (!draft) throw new Error('nothing was drafted')
  expect(more).toEqual([])
  expect(draft).toMatchObject({ kind: 'CARRY', state: 'draft', maker: '系统', moves: ['send', 'filePaper', 'drop'] })
  // the terms of the goods stand in it, and people of the house put right what they like
  expect((await world.get(draft.id)).values).toEqual({ 回单天数: '7', 付款天数: '7' })
  const [truck] = await world.trucks(1)
  if (!truck) throw new Error('no truck')
  const { vehicleId, driverId, plate } = truck
  const swap = { id: waybill.id, version: waybill.version, vehicleId, driverId, reason: '车辆故障' }
  const swapped = await world.as('carrier').send(swapVehicle, swap)
  const followed = await world.get(draft.id)
  expect(followed.body).toContain(`车牌号：${plate}`)
  expect(followed.version).toBe(2)
  // of another carrier's waybill nobody makes a second one
  const again = await house().ask(makeAgreement, {
    templateId: templateId('CARRY'),
    waybillNo: waybill.waybillNo,
    values,
  })
  expect(again.envelope.code).toBe(3401)
  const cancel = { id: waybill.id, version: swapped.version, move: 'cancel', reason: '货源取消' } as const
  await world.as('shipper').send(moveWaybill, cancel)
  expect(await world.get(draft.id)).toMatchObject({ state: 'void', reason: '运单已取消或作废' })

  const other = await accepted()
  const [sent] = await agreementsOf(other.waybillNo)
  if (!sent) throw new Error('nothing was drafted')
  await house().send(moveAgreement, { id: sent.id, version: 1, move: 'send' })
  await expect.poll(() => world.stateOf(sent.id)).toBe('signing')
  const { taskNo = '' } = await world.get(sent.id)
  await world.walk(other, ['cancel'])
  await expect.poll(() => world.stateOf(sent.id)).toBe('void')
  expect(await taskOf(taskNo)).toEqual({ result: 'cancelled' })
})

test('nothing is drafted where the platform says so, nor by a template that leaves something to people', async () => {
  const template = { kind: 'CARRY', name: '另有约定', body: '运单 {运单号}，押金 {押金} 元' } as const
  await world.as('admin').send(saveAgreementTemplate, template)
  const { rows } = await house().send(listAgreementTemplates, {})
  expect(rows.filter(({ isAuto }) => isAuto).map(({ id }) => id)).toEqual([templateId('CARRY')])
  const own = { kind: 'CARRY', name: '简式', body: '运单 {运单号}，{付款天数} 日内付款' } as const
  const { id } = await world.as('admin').send(saveAgreementTemplate, own)
  const [draft] = await agreementsOf((await accepted()).waybillNo)
  expect(draft?.title).toMatch(/^简式/)
  await world.server.db(tx => tx.run(q.updateTable('agreement_templates').set({ closed_at: 1 }).where('id', '=', id)))
  await decided('draftsCarriage', false, async () => {
    const { waybillNo, ...waybill } = await accepted()
    expect(await agreementsOf(waybillNo)).toEqual([])
    // none is due, until people of the house draft one: refused it is as unsigned as before
    await world.walk({ waybillNo, ...waybill }, ['arriveLoad'])
    const marks = async () =>
      (await house().send(listWaybills, { numbers: [waybillNo] })).rows.flatMap(row => row.alerts)
    expect(await marks()).not.toContain('unsigned')
    const made = await house().send(makeAgreement, { templateId: templateId('CARRY'), waybillNo, values })
    expect(await marks()).toContain('unsigned')
    await house().send(moveAgreement, { id: made.id, version: 1, move: 'send' })
    await expect.poll(() => world.stateOf(made.id)).toBe('signing')
    // one of before the mark
    const unmarked = q.updateTable('waybills').set({ agreement_waits: false }).where('id', '=', waybill.id)
    await world.server.db(tx => tx.run(unmarked))
    await world.press((await house().send(signAgreement, { id: made.id })).url, 'refuse')
    await askSeal(world.deps(), made.id)
    expect(await world.stateOf(made.id)).toBe('refused')
    expect(await marks()).toContain('unsigned')
    // the mark of those refused before it was there is made by a migration, of these alone
    await world.server.db(tx => tx.run(unmarked))
    const marked = q.selectFrom('waybills').select('id').where('agreement_waits', '=', true).orderBy('id')
    const before = await world.server.db(tx => tx.rows(marked))
    const again = await readFile(new URL('../../db/migrations/255_waits_of_before.sql', import.meta.url), 'utf8')
    await withClient(world.server.ownerUrl, client => client.query(`begin; ${again} commit`))
    const after = await world.server.db(tx => tx.rows(marked))
    expect(after).toEqual([...before, { id: waybill.id }].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    expect(await marks()).toContain('unsigned')
    const legs = await world.server.db(tx => findAgreementLegs(tx, [waybill.id]))
    expect(legs.get(waybill.id)).toEqual({ consign: 'none', carry: 'refused' })
  })
  // a company of the market decides nothing for the platform
  const shipper = world.as('shipper')
  const { version, inForce } = await shipper.send(getPolicies, {})
  const meddling = { version, decisions: { ...decisionsOf(inForce), draftsCarriage: false } }
  expect((await shipper.ask(setPolicies, meddling)).http).toBe(400)
  expect(await agreementsOf((await accepted()).waybillNo)).toHaveLength(1)
})

test('a draft of the house is its own until it is sent: the carrier reads it then; its history says who drafted it', async () => {
  const { waybillNo } = await accepted()
  const [draft] = await agreementsOf(waybillNo)
  if (!draft) throw new Error('nothing was drafted')
  expect(draft.maker).toBe('系统')
  expect((await world.get(draft.id)).log.at(-1)).toMatchObject({ by: '系统', action: '起草合同', remark: '因接单' })
  const carrier = world.as('carrier')
  const listed = async () => (await carrier.send(listAgreements, { waybillNo })).rows.map(({ id }) => id)
  const read = async () => (await carrier.ask(getAgreement, { id: draft.id })).http
  expect([await listed(), await read()]).toEqual([[], 404])
  await house().send(moveAgreement, { id: draft.id, version: 1, move: 'send' })
  expect([await listed(), await read()]).toEqual([[draft.id], 200])
  // one that was given up before it was sent was never theirs
  const other = await accepted()
  const [dropped] = await agreementsOf(other.waybillNo)
  await world.walk(other, ['cancel'])
  expect((await carrier.ask(getAgreement, { id: dropped?.id ?? '' })).http).toBe(404)
})

test('loading without a signed agreement is marked for house and carrier, and refused where the platform says so', async () => {
  const waybill = await accepted()
  const [draft] = await agreementsOf(waybill.waybillNo)
  if (!draft) throw new Error('nothing was drafted')
  const marked = async (who: 'platform-ops' | 'carrier' | 'shipper') => {
    const { rows } = await world.as(who).send(listWaybills, { numbers: [waybill.waybillNo] })
    const found = await world.as(who).send(listWaybills, { numbers: [waybill.waybillNo], alert: 'unsigned' })
    return [rows[0]?.alerts.includes('unsigned'), found.rows.length]
  }
  const piles = async () => {
    const { items } = await house().send(listToday, {})
    return items.filter(({ kind }) => kind === 'unsignedLoad')
  }
  const before = (await piles())[0]?.no
  expect(await marked('platform-ops')).toEqual([false, 0])
  const loading = await world.walk(waybill, ['arriveLoad'])
  expect([await marked('platform-ops'), await marked('carrier'), await marked('shipper')]).toEqual([
    [true, 1],
    [true, 1],
    [false, 0],
  ])
  const [pile] = await piles()
  expect([pile?.no, pile?.path.includes('alert=unsigned')]).toEqual([
    `${Number(before?.split(' ')[0] ?? 0) + 1} 单`,
    true,
  ])
  const depart = { id: waybill.id, move: 'depart', loadWeightG: grams(32_400_000) } as const
  const leave = (version: number) => world.as('carrier').ask(moveWaybill, { ...depart, version })
  await decided('unsignedBlocks', true, async () => {
    expect((await leave(loading.version)).envelope.code).toBe(3588)
    await house().send(moveAgreement, { id: draft.id, version: 1, move: 'send' })
    await expect.poll(() => world.stateOf(draft.id)).toBe('signing')
    await world.proven('carrier')
    for (const who of ['carrier', 'platform-ops'] as const)
      await world.press((await world.as(who).send(signAgreement, { id: draft.id })).url, 'sign')
    await askSeal(world.deps(), draft.id)
    expect(await marked('platform-ops')).toEqual([false, 0])
    expect((await leave(loading.version)).envelope.code).toBe(0)
  })
  // unsigned and not refused: it goes on, and is marked on its way
  const open = await world.walk(await accepted(), ['arriveLoad', 'depart'])
  const { rows } = await house().send(listWaybills, { numbers: [open.waybillNo], alert: 'unsigned' })
  expect(rows).toMatchObject([{ state: 'inTransit' }])
})

test('drafts are sent in one batch, and signed by each side in one way to the partner: all of them or none', async () => {
  const waybills = [await accepted(), await accepted(), await accepted()]
  const drafts = (await Promise.all(waybills.map(({ waybillNo }) => agreementsOf(waybillNo)))).flat()
  const ids = drafts.map(({ id }) => id)
  const [first = '', ...rest] = ids
  expect(ids).toHaveLength(3)
  expect((await world.as('carrier').ask(chooseBookRecords, { act: 'sendAgreement', ids })).http).toBe(403)
  await house().send(moveAgreement, { id: first, version: 1, move: 'send' })
  const { id } = await house().send(chooseBookRecords, { act: 'sendAgreement', ids })
  const batch = await house().send(getBatch, { id })
  expect(batch).toMatchObject({ total: 2, undone: 1 })
  // each says its number and the counterparty; the one that is left out says why
  const [skipped, ...taken] = batch.items
  expect(skipped).toMatchObject({
    recordId: first,
    outcome: 'skipped',
    reason: expect.stringContaining('不能发送签署'),
  })
  expect(taken.map(({ number }) => number)).toEqual(expect.arrayContaining(drafts.slice(1).map(row => row.agreementNo)))
  for (const { name } of taken)
    expect(drafts.some(({ title }) => / .+/.test(name) && name.endsWith(` ${title}`))).toBe(true)
  expect(batch.sum).toBeUndefined()
  await house().send(startBatch, { id, version: batch.version, count: batch.total })
  await runBatches(world.deps(), new AbortController().signal)
  expect(await house().send(getBatch, { id })).toMatchObject({ state: 'done', done: 2 })
  for (const each of ids) await expect.poll(() => world.stateOf(each)).toBe('signing')

  const carrier = world.as('carrier')
  await world.proven('carrier')
  expect((await world.as('carrier2').ask(signAgreements, { ids })).http).toBe(404)
  const none = await carrier.ask(signAgreements, { ids }, { raw: { ids: '[]' } })
  expect([none.http, none.envelope.message]).toEqual([400, '所选记录：请选择合同'])
  const returnCode = await world.press((await carrier.send(signAgreements, { ids })).url, 'sign')
  const asked = await world.ask(askSignReturn, { returnCode })
  const cookie = asked.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const end = async () => (await world.ask(askSignReturn, { returnCode }, cookie)).data
  await expect.poll(end).toMatchObject({ state: 'success', waitsForOther: true })
  const { of, agreementId } = await end()
  expect([of.endsWith(' 等 3 份'), agreementId]).toEqual([true, undefined])
  // one that is signed stops the others: nobody is sent to a page that shows less than was chosen
  expect((await carrier.ask(signAgreements, { ids })).envelope.code).toBe(3405)
  await world.press((await house().send(signAgreements, { ids: rest })).url, 'refuse')
  for (const each of ids) await askSeal(world.deps(), each)
  expect(await Promise.all(ids.map(each => world.stateOf(each)))).toEqual(['signing', 'refused', 'refused'])
})
