// Agreements over HTTP: drafted, signed at the simulated seal partner or on paper by two people, real-name checks, the pages
// browsers come back to, and a partner that is slow, lies, is down, or is played by somebody else.
import {
  askSignReturn,
  changeAgreement,
  confirmAgreementPaper,
  countAgreements,
  fileAgreementPaper,
  getAgreement,
  listAgreementRelations,
  listAgreements,
  makeAgreement,
  moveAgreement,
  signAgreement,
} from '@yunshu/contract/agreement/agreement'
import { askRealNameReturn, getRealName, openRealName, startRealName } from '@yunshu/contract/agreement/realName'
import {
  closeAgreementTemplate,
  listAgreementTemplates,
  saveAgreementTemplate,
} from '@yunshu/contract/agreement/template'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { agreementStates } from '@yunshu/domain/agreement/agreement'
import type { SealAnswer } from '@yunshu/domain/agreement/heard'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoIdNo } from '../../../demo/invented.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import type { SealDesk } from '../../partners/sealDesk.ts'
import { scan, startAgreementWorld, templateId, values } from '../../../../../tests/server/agreementWorld.ts'
import { askCheck } from '../realName/ask.commands.ts'
import { findAgreementLegs } from './agreement.queries.ts'
import { askSeal } from './ask.commands.ts'

let world: Awaited<ReturnType<typeof startAgreementWorld>>
beforeAll(async () => {
  world = await startAgreementWorld()
})
afterAll(() => world.stop())

test('[PB-07] two parties sign at the partner; each comes back to our books, whatever the address says', async () => {
  const { id, agreementNo } = await world.sent()
  const [carrier, house] = [world.as('carrier'), world.as('platform-ops')]
  expect((await world.as('shipper').ask(getAgreement, { id })).http).toBe(404)
  expect((await carrier.ask(signAgreement, { id })).envelope).toMatchObject({ code: 3407 })
  await world.proven('carrier')
  const { url } = await carrier.send(signAgreement, { id })
  expect(url).toMatch(/^\/partners\/sim\/seal\/[\w-]{22}$/)
  const returnCode = await world.press(url, 'sign')

  const first = await world.ask(askSignReturn, { returnCode, told: 'signResult=success&amount=1' })
  expect(first.data).toMatchObject({ state: 'pending', of: agreementNo, isSimulated: true })
  expect(Object.keys(first.data).toSorted()).toEqual(['agreementId', 'at', 'isSimulated', 'of', 'state'])
  expect(world.server.logged.some(line => line.includes('return.told') && line.includes('amount=1'))).toBe(true)
  const cookie = first.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  expect(first.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
  const mine = async () => (await world.ask(askSignReturn, { returnCode }, cookie)).data
  await expect.poll(mine).toMatchObject({ state: 'success', waitsForOther: true })
  // each side reads the other as its counterparty, and both whose signature is missing
  const [ofCarrier, ofHouse] = [await carrier.send(getAgreement, { id }), await house.send(getAgreement, { id })]
  expect([ofCarrier.waits, ofHouse.waits]).toEqual([['HOUSE'], ['HOUSE']])
  expect([ofCarrier.counterparty, ofHouse.counterparty]).toEqual([ofHouse.houseName, ofCarrier.carrierName])
  // another browser, another code, and a session-less guess open nothing
  for (const [code, binder] of [
    [returnCode, ''],
    [returnCode, `${cookie}x`],
    ['A'.repeat(22), cookie],
    ['', ''],
  ] as const)
    expect((await world.ask(askSignReturn, { returnCode: code }, binder)).envelope.code).toBe(3206)
  expect((await carrier.ask(signAgreement, { id })).envelope.code).toBe(3405)

  await world.press((await house.send(signAgreement, { id })).url, 'sign')
  await askSeal(world.deps(), id)
  expect(await mine()).toEqual({
    state: 'success',
    of: agreementNo,
    at: expect.any(Number) as number,
    isSimulated: true,
    agreementId: id,
  })
  const signed = await world.get(id, 'carrier')
  expect(signed).toMatchObject({ state: 'signed', method: 'SEAL', signed: 2, isSimulated: true })
  expect(signed.files).toMatchObject([{ mime: 'application/pdf', name: `${agreementNo}.pdf` }])
  const bytes = Buffer.from(
    await (
      await fetch(world.server.url + (signed.files[0]?.url ?? ''), { headers: { Authorization: carrier.token ?? '' } })
    ).arrayBuffer(),
  )
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const legs = await world.server.db(tx => findAgreementLegs(tx, [signed.waybillId ?? '']))
  expect(legs.get(signed.waybillId ?? '')).toEqual({ consign: 'none', carry: 'signed' })
  // a way back is over after a quarter of an hour
  await world.server.db(tx => tx.run(q.updateTable('partner_returns').set({ until_at: Date.now() - 1 })))
  expect((await world.ask(askSignReturn, { returnCode }, cookie)).http).toBe(404)
})

test('[PB-07] whoever refuses, or comes too late, is told so and may sign anew', async () => {
  const house = world.as('platform-ops')
  for (const [end, state, shown] of [
    ['refuse', 'refused', 'failed'],
    ['expire', 'expired', 'expired'],
  ] as const) {
    const { id } = await world.sent('CONSIGN')
    const returnCode = await world.press((await house.send(signAgreement, { id })).url, end)
    await askSeal(world.deps(), id)
    expect((await world.ask(askSignReturn, { returnCode })).data).toMatchObject({
      state: shown,
      reason: expect.any(String) as string,
    })
    const row = await world.get(id)
    expect(row).toMatchObject({ state, moves: ['resend', 'filePaper', 'drop'] })
    await house.send(moveAgreement, { id, version: row.version, move: 'resend' })
    await expect.poll(() => world.stateOf(id)).toBe('signing')
  }
})

test('[PB-08] a company and its person are checked by our own question, and by an answer about them alone', async () => {
  const carrier = world.as('carrier2')
  const { id } = await carrier.send(startRealName, { kind: 'COMPANY' })
  expect((await carrier.send(startRealName, { kind: 'COMPANY' })).id).toBe(id)
  expect((await world.as('carrier3').ask(openRealName, { id })).http).toBe(404)
  const returnCode = await world.press((await carrier.send(openRealName, { id })).url, 'pass')
  // the address tells, our books do not believe it yet
  const first = await world.ask(askRealNameReturn, { returnCode, told: 'authResult=success' })
  expect(first.data).toMatchObject({ state: 'pending', of: '企业' })
  const cookie = first.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  await expect
    .poll(async () => (await world.ask(askRealNameReturn, { returnCode }, cookie)).data)
    .toMatchObject({ state: 'success', of: '企业' })
  expect((await world.ask(askRealNameReturn, { returnCode })).http).toBe(404)
  expect((await world.ask(askSignReturn, { returnCode }, cookie)).http).toBe(404)
  expect((await carrier.ask(startRealName, { kind: 'COMPANY' })).envelope.code).toBe(3410)

  const person = { kind: 'PERSON', name: '贺兰', no: demoIdNo('610802', '19900101', 7) } as const
  expect((await carrier.ask(startRealName, { ...person, no: '610802199001010000' })).http).toBe(400)
  const check = await carrier.send(startRealName, person)
  // the product's own question runs behind the answer; one that came later would be heard over those below
  const row = () => world.server.db(tx => tx.one(q.selectFrom('real_names').selectAll().where('id', '=', check.id)))
  await expect.poll(async () => (await row()).heard_at).not.toBeNull()
  const verified = async (
    answer: Partial<Extract<Awaited<ReturnType<SealDesk['queryRealName']>>, { orderNo: string }>>,
  ) => {
    const told = {
      orderNo: (await row()).order_no,
      kind: 'PERSON',
      name: person.name,
      no: person.no,
      state: 'passed',
      ...answer,
    } as const
    await world.withSeal({ queryRealName: async () => told }, () => askCheck(world.deps(), check.id))
    return (await carrier.send(getRealName, {})).person?.state
  }
  expect(await verified({ name: '别人' })).toBe('unknown')
  expect(await verified({ no: demoIdNo('610802', '19900101', 8) })).toBe('unknown')
  expect(await verified({ kind: 'COMPANY' })).toBe('unknown')
  expect(await verified({ state: 'pending' })).toBe('pending')
  expect(await verified({ state: 'failed', reason: '人脸不符' })).toBe('failed')
  const shown = (await carrier.send(getRealName, {})).person
  expect(shown).toMatchObject({ reason: '人脸不符', no: person.no.slice(-4) })
  expect(JSON.stringify(shown)).not.toContain(person.no)
  expect((await carrier.send(startRealName, person)).id).not.toBe(check.id)
  // the house reads the company's, companies read their own
  expect(
    (await world.as('platform-ops').send(getRealName, { companyId: demoCompanyId('carrier2') })).company?.state,
  ).toBe('passed')
  expect((await world.as('shipper').ask(getRealName, { companyId: demoCompanyId('carrier2') })).http).toBe(404)
})

test('1,000 forged or replayed notices change nothing; the true one makes us ask, and our question decides', async () => {
  const { id } = await world.sent()
  await world.proven('carrier')
  const { taskNo = '' } = await world.get(id)
  const biz = JSON.stringify({ signTaskId: taskNo, signTaskStatus: 'task_finished' })
  // the house has to sign: it stands under its first tab, and under nobody else's whose turn it is not
  const house = world.as('platform-ops')
  const mine = async (who: typeof house): Promise<boolean> =>
    (await who.send(listAgreements, { state: 'mine' })).rows.some(row => row.id === id && row.canSign)
  expect([await mine(house), await mine(world.as('carrier2'))]).toEqual([true, false])
  const counted = (await house.send(countAgreements, {})).state
  expect(counted['mine']).toBe((await house.send(listAgreements, { state: 'mine' })).rows.length)
  expect(counted['all']).toBe(
    Object.keys(agreementStates.states).reduce((sum, state) => sum + (counted[state] ?? 0), 0),
  )
  const before = await world.get(id)
  const tables = ['agreements', 'agreement_parties', 'real_names', 'seal_notices', 'events'] as const
  const all = async () =>
    Promise.all(
      tables.map(name =>
        world.server.db(tx => tx.rows(sql<object>`select * from ${sql.table(name)} order by 1, 2`.compile(q))),
      ),
    )
  // a true notice while nobody has signed: kept, asked, nothing changes but the moment we asked
  const truth = world.signedNotice(biz)
  const told = await world.notice(truth, biz)
  expect([told.status, await told.text()]).toEqual([200, 'success'])
  await expect.poll(async () => (await world.get(id)).askedAt).not.toBe(before.askedAt)
  expect(await world.get(id)).toMatchObject({ state: 'signing', signed: 0, version: before.version })

  const books = await all()
  const other = biz.replace('task_finished', 'task_finisheD')
  const forgeries: (() => Promise<Response>)[] = [
    () => world.notice(world.signedNotice(biz, {}, 'another secret'), biz),
    () => world.notice(world.signedNotice(biz), other),
    () => world.notice({ ...world.signedNotice(biz), event: 'sign-task-signed' }, biz),
    () => world.notice({ ...world.signedNotice(biz), timestamp: '1700000000000' }, biz),
    () => world.notice({ ...world.signedNotice(biz), nonce: 'another-nonce' }, biz),
    () => world.notice(world.signedNotice(biz, { appId: 'OTHER' }), biz),
    () => world.notice(world.signedNotice(biz, { signType: 'NONE' }), biz),
    () => world.notice(world.signedNotice(biz, { sign: '' }), biz),
    () => world.notice(world.signedNotice(biz), biz, { bizContent2: biz }),
    () => world.notice(truth, biz),
  ]
  const statuses = new Map<number, number>()
  for (let round = 0; round < 100; round++)
    for (const { status } of await Promise.all(forgeries.map(forge => forge())))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
  expect(statuses.get(200)).toBe(100)
  expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBe(1000)
  expect(await all()).toEqual(books)

  // the control: both sign, and one notice, hours late, brings it home
  for (const who of ['carrier', 'platform-ops'] as const)
    await world.press((await world.as(who).send(signAgreement, { id })).url, 'sign')
  expect(await world.stateOf(id)).toBe('signing')
  const late = world.signedNotice(biz, { timestamp: String(Date.now() - 8 * 3_600_000) })
  expect((await world.notice(late, biz)).status).toBe(200)
  await expect.poll(() => world.stateOf(id)).toBe('signed')
})

test('a partner that lies, is silent or down leaves an agreement 待查询 and everything else at work', async () => {
  const { id, waybill } = await world.sent()
  const { taskNo = '', sha256, parties } = await world.get(id)
  const theirs = parties.map(({ role, name, creditNo }) => ({ role, name, creditNo, state: 'signed' as const }))
  const finished = { state: 'finished' as const, taskNo, sha256, parties: theirs }
  const heard = async (answer: () => Promise<SealAnswer>, over: Partial<SealDesk> = {}) => {
    await world.withSeal({ query: answer, ...over }, () => askSeal(world.deps(), id))
    return world.get(id)
  }
  const lies: SealAnswer[] = [
    { ...finished, taskNo: 'HT0' },
    { ...finished, sha256: '0'.repeat(64) },
    { ...finished, parties: theirs.slice(1) },
    { ...finished, parties: theirs.map(party => ({ ...party, name: '冒名公司' })) },
    { ...finished, parties: theirs.map(party => ({ ...party, state: 'waiting' })) },
  ]
  for (const lie of lies)
    expect(await heard(async () => lie)).toMatchObject({
      state: 'unknown',
      signed: 0,
      fault: expect.stringContaining('签') as string,
    })
  expect(await heard(async () => finished, { signedFile: async () => Buffer.from('<html>') })).toMatchObject({
    state: 'unknown',
    files: [],
    fault: expect.stringContaining('PDF') as string,
  })
  for (const silent of [
    async () => ({ state: 'unknown' as const }),
    () => Promise.reject(new Error('connect refused')),
  ])
    expect(await heard(silent)).toMatchObject({ state: 'unknown', fault: '签章平台没有应答' })

  // a question that is never answered holds nothing up
  let answer: (said: SealAnswer) => void = () => {}
  const waiting = heard(() => new Promise(resolve => (answer = resolve)))
  const lists = await Promise.all([
    world.as('carrier').send(listWaybills, { limit: 5 }),
    world.as('platform-ops').send(listAgreements, { limit: 5 }),
    world.get(id, 'carrier'),
  ])
  expect(lists[0].rows.some(row => row.id === waybill.id)).toBe(true)
  answer({ ...finished, state: 'signing', parties: theirs.map(party => ({ ...party, state: 'waiting' as const })) })
  expect(await waiting).toMatchObject({ state: 'signing' })
  expect((await world.get(id)).fault).toBeUndefined()
  // no address but the partner's own is ever opened
  await world.proven('carrier')
  for (const url of ['javascript:alert(1)', 'https://evil.example/', '//evil.example', '/index'])
    await world.withSeal({ signUrl: async () => url }, async () => {
      expect((await world.as('carrier').ask(signAgreement, { id })).envelope.code).toBe(3408)
    })
  // an answer about a task that was sent before changes nothing
  const house = world.as('platform-ops')
  const row = await world.get(id)
  await house.send(moveAgreement, { id, version: row.version, move: 'revoke', reason: '运价有误' })
  await expect.poll(() => world.stateOf(id)).toBe('void')
  expect(await heard(async () => finished)).toMatchObject({ state: 'void', signed: 0 })
})

test('the partner was quicker than the one who takes back: a finished agreement is signed', async () => {
  const { id } = await world.sent()
  await world.proven('carrier')
  for (const who of ['carrier', 'platform-ops'] as const)
    await world.press((await world.as(who).send(signAgreement, { id })).url, 'sign')
  await world
    .as('platform-ops')
    .send(moveAgreement, { id, version: (await world.get(id)).version, move: 'revoke', reason: '填错' })
  await expect.poll(() => world.stateOf(id)).toBe('signed')
})

test('a paper is filed by one and confirmed by another', async () => {
  const { id, waybill } = await world.draft('CONSIGN')
  const [maker, checker] = [world.as('branch'), world.as('admin')]
  expect((await maker.ask(fileAgreementPaper, { id, version: 1, signedOn: Date.now() })).http).toBe(200)
  expect(
    (await maker.ask(fileAgreementPaper, { id, version: 1, signedOn: Date.now() + 2 * 86_400_000 }, { files: scan }))
      .http,
  ).toBe(400)
  await maker.send(fileAgreementPaper, { id, version: 1, signedOn: Date.now() }, { files: scan })
  const verdict = { id, version: 2, move: 'confirmPaper' } as const
  expect((await maker.ask(confirmAgreementPaper, verdict)).envelope.code).not.toBe(0)
  expect((await world.as('shipper').ask(confirmAgreementPaper, verdict)).http).toBe(403)
  await checker.send(confirmAgreementPaper, { ...verdict, move: 'rejectPaper', reason: '缺骑缝章' })
  expect(await world.get(id)).toMatchObject({ state: 'draft', reason: '缺骑缝章' })
  await maker.send(fileAgreementPaper, { id, version: 3, signedOn: Date.now() }, { files: scan })
  expect((await checker.ask(confirmAgreementPaper, verdict)).http).toBe(409)
  await checker.send(confirmAgreementPaper, { ...verdict, version: 4 })
  expect(await world.get(id, 'shipper')).toMatchObject({
    state: 'signed',
    method: 'PAPER',
    signed: 2,
    confirmer: '平台管理员',
  })
  const legs = await world.server.db(tx => findAgreementLegs(tx, [waybill.id]))
  expect(legs.get(waybill.id)).toEqual({ consign: 'signed', carry: 'none' })
})

test('one lives of a kind for a waybill, however many draft at once; the carrier drafts none and reads no price of the other side', async () => {
  const { id, agreementNo, waybill } = await world.draft()
  const again = { templateId: templateId('CARRY'), waybillNo: waybill.waybillNo, values }
  const all = await Promise.all(Array.from({ length: 8 }, () => world.as('platform-ops').ask(makeAgreement, again)))
  expect(all.map(({ envelope }) => envelope.code)).toEqual(Array.from({ length: 8 }, () => 3401))
  expect(all[0]?.envelope.message).toContain(agreementNo)
  expect((await world.as('carrier').ask(makeAgreement, again)).envelope.code).toBe(3402)
  expect((await world.as('platform-ops').ask(makeAgreement, { ...again, values: {} })).http).toBe(400)
  expect((await world.as('carrier').ask(getAgreement, { id })).http).toBe(404)
  const seen = await world.get(id)
  expect(seen.body).toContain(waybill.waybillNo)
  await world.as('platform-ops').send(changeAgreement, { id, version: 1, values: { ...values, 回单天数: '10' } })
  const changed = await world.get(id)
  expect(changed.body).toContain('10 日内上传')
  expect(changed.sha256).not.toBe(seen.sha256)
  expect((await world.as('platform-ops').ask(changeAgreement, { id, version: 1, values })).http).toBe(409)
  const counts = await world.as('platform-ops').send(countAgreements, { waybillNo: waybill.waybillNo })
  expect(counts.state).toMatchObject({ draft: 1 })
  expect((await world.as('carrier2').send(listAgreements, { waybillNo: waybill.waybillNo })).rows).toEqual([])
})

test('a signed frame lets both companies publish and work together', async () => {
  const shipper = world.as('shipper')
  const { rows } = await shipper.send(listAgreementRelations, {})
  const relationId = rows[0]?.id ?? ''
  const { id } = await shipper.send(makeAgreement, { templateId: templateId('FRAME'), relationId, values })
  await world.server.db(tx =>
    tx.run(q.updateTable('companies').set({ is_contract: false }).where('id', '=', demoCompanyId('shipper'))),
  )
  await shipper.send(fileAgreementPaper, { id, version: 1, signedOn: Date.now() }, { files: scan })
  await world.as('branch').send(confirmAgreementPaper, { id, version: 2, move: 'confirmPaper' })
  const company = await world.server.db(tx =>
    tx.one(q.selectFrom('companies').select('is_contract').where('id', '=', demoCompanyId('shipper'))),
  )
  expect(company.is_contract).toBe(true)
})

test('templates have editions; what was drafted keeps its text', async () => {
  const admin = world.as('admin')
  const body = '{托运人}与{承运平台}约定：{特别约定}。'
  expect((await admin.ask(saveAgreementTemplate, { kind: 'CONSIGN', name: '简式', body: `${body}{` })).http).toBe(400)
  const { id } = await admin.send(saveAgreementTemplate, { kind: 'CONSIGN', name: '简式', body })
  const [waybill] = await world.waybills(1)
  const made = await admin.send(makeAgreement, {
    templateId: id,
    waybillNo: waybill?.waybillNo ?? '',
    values: { 特别约定: '{货物}' },
  })
  const before = (await world.get(made.id)).body
  expect(before).toContain('约定：{货物}。')
  const next = await admin.send(saveAgreementTemplate, {
    id,
    version: 1,
    kind: 'CONSIGN',
    name: '简式',
    body: `${body}其他。`,
  })
  expect(next.edition).toBe(2)
  expect((await admin.ask(saveAgreementTemplate, { id, version: 1, kind: 'CONSIGN', name: '简式', body })).http).toBe(
    409,
  )
  expect((await world.get(made.id)).body).toBe(before)
  await admin.send(closeAgreementTemplate, { id, version: 2 })
  expect((await admin.send(listAgreementTemplates, {})).rows.some(row => row.id === id)).toBe(false)
  expect(
    (await world.as('platform-ops').ask(saveAgreementTemplate, { kind: 'FRAME', name: '甲', body: '乙' })).http,
  ).toBe(403)
})
