// Agreements and real-name checks under attack, over HTTP: partners that answer late, in another shape, or about a task
// that was on its way; signed agreements and their successors; records of other branches.
import {
  changeAgreement,
  confirmAgreementPaper,
  countAgreements,
  fileAgreementPaper,
  getAgreement,
  listAgreementRelations,
  makeAgreement,
  moveAgreement,
  signAgreement,
} from '@yunshu/contract/agreement/agreement'
import { getRealName, startRealName } from '@yunshu/contract/agreement/realName'
import { saveAgreementTemplate } from '@yunshu/contract/agreement/template'
import type { SealAnswer } from '@yunshu/domain/agreement/heard'
import type { RealNameOrder } from '@yunshu/domain/identity/realName'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scan, startAgreementWorld, templateId, values } from '../../../../../tests/server/agreementWorld.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { findAgreementLegs } from './agreement.queries.ts'
import { askSeal, runSeals } from './ask.commands.ts'
import { askCheck, runChecks } from '../realName/ask.commands.ts'

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

test('an agreement that is taken back while it is on its way to the partner is taken back there too, and cannot be signed', async () => {
  const { id } = await world.draft()
  const own = world.deps().seal
  if (!own) throw new Error('no seal partner')
  let arrive: () => void = () => {}
  const gate = new Promise<void>(resolve => (arrive = resolve))
  let late: Promise<SealAnswer> | undefined
  let handed = 0
  const slow = {
    // the first handing over is under way until the gate opens
    create: (task: Parameters<typeof own.create>[0]) =>
      handed++ > 0 ? own.create(task) : (late = gate.then(() => own.create(task))),
  }
  const { taskNo = '' } = await world.withSeal(slow, async () => {
    const { version } = await house().send(moveAgreement, { id, version: 1, move: 'send' })
    await expect.poll(() => handed).toBe(1)
    await house().send(moveAgreement, { id, version, move: 'revoke', reason: '运价有误' })
    await expect.poll(() => world.stateOf(id)).toBe('void')
    return world.get(id)
  })
  arrive()
  expect((await late)?.state).toBe('cancelled')
  expect(await taskOf(taskNo)).toEqual({ result: 'cancelled' })
  await expect.poll(() => world.stateOf(id)).toBe('void')
})

test('a partner that has no such task, however often it is handed over, leaves the agreement 作废中 with the reason', async () => {
  const { id } = await world.sent()
  const { version } = await world.get(id)
  await world.withSeal({ cancel: async () => ({ state: 'notFound' }) }, async () => {
    await house().send(moveAgreement, { id, version, move: 'revoke', reason: '运价有误' })
    await askSeal(world.deps(), id)
    expect(await world.get(id)).toMatchObject({ state: 'revoking', fault: '签章平台没有这份合同' })
  })
})

test('an answer given before a signature takes none back', async () => {
  const { id } = await world.sent()
  await world.proven('carrier')
  const own = world.deps().seal
  const { taskNo = '' } = await world.get(id)
  const before = await own?.query(taskNo)
  if (!before) throw new Error('no answer')
  let answer: (said: SealAnswer) => void = () => {}
  let asked = 0
  const waiting = await world.withSeal(
    {
      query: async () => {
        asked++
        return new Promise<SealAnswer>(resolve => (answer = resolve))
      },
    },
    async () => {
      const asking = askSeal(world.deps(), id)
      await expect.poll(() => asked).toBe(1)
      return { asking }
    },
  )
  await world.press((await world.as('carrier').send(signAgreement, { id })).url, 'sign')
  await askSeal(world.deps(), id)
  expect((await world.get(id)).signed).toBe(1)
  answer(before)
  await waiting.asking
  expect(await world.get(id)).toMatchObject({ state: 'signing', signed: 1 })
})

test('an answer in another shape is none, its words are cut to what a record holds, and it holds up no other', async () => {
  const [{ id }, other] = [await world.sent(), await world.sent()]
  const { taskNo = '', sha256, parties } = await world.get(id)
  const theirs = parties.map(({ role, name, creditNo }) => ({ role, name, creditNo, state: 'waiting' as const }))
  const fact = { state: 'signing', taskNo, sha256, parties: theirs }
  const shapes: unknown[] = [
    { ...fact, parties: undefined },
    { ...fact, parties: [null] },
    { ...fact, parties: theirs.map(party => ({ ...party, state: 'sealed' })) },
    { ...fact, parties: theirs.map(party => ({ ...party, state: 'signed', at: Number.NaN })) },
    { ...fact, state: 'archived' },
    { ...fact, sha256: 7 },
    'finished',
    null,
  ]
  for (const shape of shapes) {
    const query = async (no: string) => (no === taskNo ? (shape as SealAnswer) : { state: 'unknown' as const })
    await world.server.db(tx =>
      tx.run(q.updateTable('agreements').set({ next_at: 0 }).where('id', 'in', [id, other.id])),
    )
    await world.withSeal({ query }, () => runSeals(world.deps()))
    expect([shape, await world.get(id)]).toMatchObject([shape, { state: 'unknown', signed: 0 }])
    expect(await world.get(other.id)).toMatchObject({ state: 'unknown', fault: '签章平台没有应答' })
  }
  for (const reason of [' ', `章\0不\ud800${'符'.repeat(5000)}`]) {
    const { id: refused } = await world.sent()
    const mine = await world.get(refused)
    const answer: SealAnswer = {
      state: 'refused',
      taskNo: mine.taskNo ?? '',
      sha256: mine.sha256,
      parties: mine.parties.map(({ role, name, creditNo }) => ({ role, name, creditNo, state: 'waiting' })),
      reason,
    }
    await world.withSeal({ query: async () => answer }, () => askSeal(world.deps(), refused))
    const told = await world.get(refused)
    expect(told.state).toBe('refused')
    expect(told.reason?.length).toBeGreaterThan(0)
    expect(told.reason?.length).toBeLessThanOrEqual(200)
  }
})

test('a check whose answers cannot be read is over after a day, and may be begun anew', async () => {
  const carrier = world.as('carrier2')
  const { id } = await carrier.send(startRealName, { kind: 'COMPANY' })
  await askCheck(world.deps(), id)
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('real_names')
        .set({ next_at: 0, until_at: Date.now() - 1 })
        .where('id', '=', id),
    ),
  )
  const unreadable = {
    queryRealName: async () => ({ state: 'notFound' }) as const,
    verify: async (order: RealNameOrder) => ({ ...order, no: 7 as never, state: 'passed' }) as const,
  }
  await world.withSeal(unreadable, () => runChecks(world.deps()))
  expect((await carrier.send(getRealName, {})).company?.state).toBe('expired')
  expect((await carrier.send(startRealName, { kind: 'COMPANY' })).id).not.toBe(id)
})

test('a company whose number changed is checked anew', async () => {
  await world.proven('carrier3')
  const setCode = (code: string) =>
    world.server.db(tx =>
      tx.run(q.updateTable('companies').set({ credit_code: code }).where('id', '=', demoCompanyId('carrier3'))),
    )
  const { company } = await world.as('carrier3').send(getRealName, {})
  expect((await world.as('carrier3').ask(startRealName, { kind: 'COMPANY' })).envelope.code).toBe(3410)
  await setCode('91610000MA7ATTACK1')
  try {
    const { id } = await world.as('carrier3').send(startRealName, { kind: 'COMPANY' })
    expect(id).not.toBe(company?.id)
    await askCheck(world.deps(), id)
  } finally {
    await setCode(company?.no ?? '')
  }
})

test('a branch reads the checks of its own companies and of no others', async () => {
  const branch = world.as('branch')
  const ask = (companyId: string) => branch.ask(getRealName, { companyId })
  const { branch_id: own } = await world.server.db(tx =>
    tx.one(q.selectFrom('companies').select('branch_id').where('id', '=', demoCompanyId('carrier'))),
  )
  const others = await world.server.db(tx =>
    tx.rows(
      q.selectFrom('companies').select('id').where('branch_id', 'is not', null).where('branch_id', '<>', own).limit(3),
    ),
  )
  expect((await ask(demoCompanyId('carrier'))).http).toBe(200)
  expect(others.length).toBeGreaterThan(0)
  for (const { id } of others) {
    expect((await ask(id)).http).toBe(404)
    expect((await world.as('platform-ops').ask(getRealName, { companyId: id })).http).toBe(200)
  }
})

test('the page of the simulator is behind its own tickets: anything else is no address', async () => {
  for (const ticket of ['%00', 'a%00b', '..%2f', 'a'.repeat(22)]) {
    const url = `${world.server.url}/partners/sim/seal/${ticket}`
    expect((await fetch(url)).status).toBe(404)
    const body = new URLSearchParams({ end: 'sign' })
    expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(404)
  }
})

test('no blank of a template is one that every object has', async () => {
  const admin = world.as('admin')
  for (const name of ['constructor', 'toString', '__proto__']) {
    const said = { kind: 'CONSIGN', name: '简式', body: `{托运人}：{${name}}` } as const
    expect((await admin.ask(saveAgreementTemplate, said)).http).toBe(400)
  }
})

test('no words of a text turn its direction, so that what is read is what is signed', async () => {
  const turned = '\u202e51\u202c'
  const said = { kind: 'CONSIGN', name: '简式', body: `{托运人}：${turned} 日内支付` } as const
  expect((await world.as('admin').ask(saveAgreementTemplate, said)).http).toBe(400)
  const { id } = await world.draft()
  const fill = { id, version: 1, values: { ...values, 付款天数: turned } }
  expect((await house().ask(changeAgreement, fill)).envelope.message).toContain('付款天数')
})

test('whoever sees no price of the text sees no values that were filled into it, in its history either', async () => {
  await world.server.db(tx =>
    tx.run(
      sql`update roles set functions = array_remove(functions, 'price.shipper')
        where company_id = ${demoCompanyId('shipper')}::uuid and name = '运费专员'`.compile(q),
    ),
  )
  const { id } = await world.draft('CONSIGN')
  await house().send(changeAgreement, { id, version: 1, values: { ...values, 付款天数: '93' } })
  await house().send(moveAgreement, { id, version: 2, move: 'send' })
  await expect.poll(() => world.stateOf(id)).toBe('signing')
  expect(JSON.stringify(await world.get(id, 'shipper'))).toContain('93')
  const seen = await world.get(id, 'shipper-freight')
  expect(seen).toMatchObject({ values: {}, files: [] })
  expect(seen.body).toBeUndefined()
  expect(seen.log.map(({ action }) => action)).toContain('修改草稿')
  // but for their times, whose digits may be the same
  expect(JSON.stringify(seen.log.map(({ at: _at, ...line }) => line))).not.toContain('93')
})

test('a signed frame is renewed: the next one is drafted beside it, and takes its place once it is signed', async () => {
  const shipper = world.as('shipper')
  const { rows } = await shipper.send(listAgreementRelations, {})
  const input = { templateId: templateId('FRAME'), relationId: rows[0]?.id ?? '', values }
  const paper = async () => {
    const made = await shipper.send(makeAgreement, input)
    // a frame that is a draft is its maker's
    expect((await shipper.ask(getAgreement, { id: made.id })).http).toBe(200)
    await shipper.send(fileAgreementPaper, { id: made.id, version: 1, signedOn: Date.now() }, { files: scan })
    return made
  }
  const confirm = (id: string) =>
    world.as('branch').ask(confirmAgreementPaper, { id, version: 2, move: 'confirmPaper' })
  const first = await paper()
  await confirm(first.id)
  // eight at once: one becomes the next, the others are told of it
  const drafts = await Promise.all(Array.from({ length: 8 }, () => shipper.ask(makeAgreement, input)))
  expect(drafts.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([
    0,
    ...Array.from({ length: 7 }, () => 3401),
  ])
  const next = drafts.find(({ envelope }) => envelope.code === 0)?.data.id ?? ''
  await shipper.send(fileAgreementPaper, { id: next, version: 1, signedOn: Date.now() }, { files: scan })
  // until it is signed the old one holds; one that comes to nothing changes nothing
  expect(await world.stateOf(first.id)).toBe('signed')
  await shipper.send(moveAgreement, { id: next, version: 2, move: 'drop', reason: '条款未定' })
  expect(await world.stateOf(first.id)).toBe('signed')
  const third = await paper()
  const both = await Promise.all([confirm(third.id), confirm(third.id)])
  expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await world.stateOf(third.id)).toBe('signed')
  const old = await shipper.send(getAgreement, { id: first.id })
  expect(old).toMatchObject({ state: 'replaced', signed: 2, moves: [] })
  expect(old.log[0]).toMatchObject({ action: '由新合同替代', remark: `由 ${third.agreementNo} 替代` })
  expect((await shipper.send(countAgreements, { kind: 'FRAME' })).state).toMatchObject({ signed: 1, replaced: 1 })
})

test('the agreement of a waybill that was signed by the carrier before is made right by the next one, at the partner', async () => {
  const { id, waybill } = await world.sent('CARRY')
  await world.proven('carrier')
  const sign = async (no: string) => {
    for (const who of ['carrier', 'platform-ops'] as const)
      await world.press((await world.as(who).send(signAgreement, { id: no })).url, 'sign')
    await askSeal(world.deps(), no)
  }
  await sign(id)
  const legs = async () => (await world.server.db(tx => findAgreementLegs(tx, [waybill.id]))).get(waybill.id)?.carry
  expect(await legs()).toBe('signed')
  const again = { templateId: templateId('CARRY'), waybillNo: waybill.waybillNo, values }
  const next = await house().send(makeAgreement, again)
  // a draft takes nothing from what is signed
  expect(await legs()).toBe('signed')
  await house().send(moveAgreement, { id: next.id, version: 1, move: 'send' })
  await expect.poll(() => world.stateOf(next.id)).toBe('signing')
  await sign(next.id)
  expect([await world.stateOf(id), await world.stateOf(next.id), await legs()]).toEqual([
    'replaced',
    'signed',
    'signed',
  ])
})
