// Certificates over HTTP: each is judged, sent back, changed and runs out alone, and the record stands as its
// certificates do.
import type { Input } from '@yunshu/contract/call'
import { getDriver, listDrivers, updateDriver, uploadDriverFiles, verifyDriver } from '@yunshu/contract/fleet/driver'
import {
  getPayee,
  submitPayee,
  updatePayee,
  uploadPayeeFiles,
  verifyPayee,
  addPayee,
} from '@yunshu/contract/fleet/payee'
import {
  countVehicles,
  getVehicle,
  listVehicles,
  submitVehicle,
  updateVehicle,
  uploadVehicleFiles,
  verifyVehicle,
} from '@yunshu/contract/fleet/vehicle'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import {
  driver,
  handInVehicle,
  inAYear,
  makeDriver,
  person,
  photo,
  vehicle,
} from '../../../../../tests/server/fleetWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const as: FreightWorld['as'] = account => world.as(account)
const vehicleOf = (id: string) => as('carrier').send(getVehicle, { id })
/** The state of each certificate of a vehicle, in the words of its page. */
const stand = async (id: string): Promise<string> =>
  (await vehicleOf(id)).certificates.map(({ key, state }) => `${key} ${state}`).join(', ')
const faults = (answer: { envelope: { data: unknown } }): Record<string, string> =>
  (answer.envelope.data as { fields?: Record<string, string> } | null)?.fields ?? {}
const told = async (account: string): Promise<string[]> => {
  await world.server.relayed()
  return (
    await world.server.db(tx =>
      tx.rows(
        q
          .selectFrom('messages as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select('m.content')
          .where('u.account', '=', account)
          .orderBy('m.id'),
      ),
    )
  ).map(({ content }) => content)
}
const house = () => as('platform-ops')

/** A vehicle whose papers are verified. */
async function verified(
  plate: string,
  over: Parameters<typeof vehicle>[0] = {},
): Promise<{ id: string; version: number }> {
  const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate, insuranceExpiry: inAYear, ...over }))
  return house().send(verifyVehicle, { id, version, verdict: 'approve' })
}

test('each certificate is judged alone; the record waits for the last, and the carrier hears once all are verified', async () => {
  const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀C10001', insuranceExpiry: inAYear }))
  expect(await stand(id)).toBe('licence pending, transportCert pending, annualCheck unsubmitted, insurance pending')
  const before = (await told('carrier')).length
  const one = await house().send(verifyVehicle, {
    id,
    version,
    verdict: 'approve',
    certificate: 'licence',
    reason: '与公安登记一致',
  })
  expect(await stand(id)).toBe('licence approved, transportCert pending, annualCheck unsubmitted, insurance pending')
  expect(await vehicleOf(id)).toMatchObject({
    paper: 'pending',
    certificates: [{ key: 'licence', isPending: false, reason: '与公安登记一致' }, {}, { isNeeded: false }, {}],
  })
  expect(await told('carrier')).toHaveLength(before)
  const two = await house().send(verifyVehicle, {
    id,
    version: one.version,
    verdict: 'approve',
    certificate: 'insurance',
  })
  await house().send(verifyVehicle, { id, version: two.version, verdict: 'approve', certificate: 'transportCert' })
  expect(await vehicleOf(id)).toMatchObject({ paper: 'approved', verifiedAt: expect.any(Number) as number })
  expect((await told('carrier')).slice(before)).toEqual(['车辆冀C10001 已通过审核'])
  expect(
    (await vehicleOf(id)).log
      .slice(0, 3)
      .map(({ action, diff }) => `${action} ${diff?.map(({ field, new: now }) => `${field}${now}`).join() ?? ''}`),
  ).toEqual(['通过 道路运输证已认证', '通过 交强险已认证', '通过 行驶证已认证'])
})

test('one is sent back alone with its reason; mended and handed in again it waits alone, what was verified stays verified', async () => {
  const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀C10002' }))
  const passed = await house().send(verifyVehicle, { id, version, verdict: 'approve', certificate: 'licence' })
  const back = await house().send(verifyVehicle, {
    id,
    version: passed.version,
    verdict: 'reject',
    certificate: 'transportCert',
    reason: '证号看不清',
    fields: ['transportCert'],
  })
  expect(await vehicleOf(id)).toMatchObject({ paper: 'rejected', acts: ['submit', 'edit', 'blacklist', 'retire'] })
  expect((await told('carrier')).at(-1)).toBe('车辆冀C10002 的道路运输证未通过审核：证号看不清，需修改：道路运输证')
  await as('carrier').send(uploadVehicleFiles, { id, category: 'transportCert' }, { files: [photo] })
  const again = await as('carrier').send(submitVehicle, { id, version: back.version + 1 })
  expect(await stand(id)).toBe(
    'licence approved, transportCert pending, annualCheck unsubmitted, insurance unsubmitted',
  )
  expect(
    (await house().ask(verifyVehicle, { id, version: again.version, verdict: 'approve', certificate: 'licence' }))
      .envelope.code,
  ).toBe(1101)
  await house().send(verifyVehicle, { id, version: again.version, verdict: 'approve' })
  expect((await vehicleOf(id)).paper).toBe('approved')
})

test('while one is sent back the house may go on with the others; the record stays sent back', async () => {
  const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀C10003' }))
  const back = await house().send(verifyVehicle, {
    id,
    version,
    verdict: 'reject',
    certificate: 'licence',
    reason: '照片不清',
  })
  expect((await house().send(getVehicle, { id })).acts).toContain('verify')
  await house().send(verifyVehicle, { id, version: back.version, verdict: 'approve' })
  expect(await vehicleOf(id)).toMatchObject({ paper: 'rejected' })
  expect(await stand(id)).toMatch(/^licence rejected, transportCert approved/)
  expect((await house().send(getVehicle, { id })).acts).not.toContain('verify')
})

test('a verdict that does not fit is refused at its field, and a record seen in an older state with 409', async () => {
  const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀C10004' }))
  const ask = (over: Partial<Input<typeof verifyVehicle>>, raw: Record<string, string> = {}) =>
    house().ask(verifyVehicle, { id, version, verdict: 'reject', ...over }, { raw })
  expect(faults(await ask({ certificate: 'licence', reason: '不清', fields: ['insurance'] }))).toEqual({
    fields: '含有不属于该证件的内容',
  })
  expect(faults(await ask({ certificate: 'licence' }))).toEqual({ reason: '请填写原因' })
  expect(faults(await ask({ reason: '不清' }, { certificate: 'passport' }))).toHaveProperty('certificate')
  expect((await ask({ certificate: 'annualCheck', reason: '没有' })).envelope).toMatchObject({
    code: 1101,
    message: expect.stringContaining('年检未提交') as string,
  })
  expect((await ask({ version: version - 1, certificate: 'licence', reason: '不清' })).http).toBe(409)
  expect(
    (await as('carrier').ask(verifyVehicle, { id, version, verdict: 'approve', certificate: 'licence' })).http,
  ).toBe(403)
  expect(
    (await as('carrier2').ask(verifyVehicle, { id, version, verdict: 'approve', certificate: 'licence' })).http,
  ).toBe(403)
  expect(await stand(id)).toMatch(/^licence pending, transportCert pending/)
})

test('of two verdicts on two certificates seen in one state the second is told to look again', async () => {
  const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀C10005' }))
  const answers = await Promise.all(
    (['licence', 'transportCert'] as const).map(certificate =>
      house().ask(verifyVehicle, { id, version, verdict: 'approve', certificate }),
    ),
  )
  expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
})

test('a changed certificate goes back to verification alone', async () => {
  const { id, version } = await verified('冀C10006')
  const input = vehicle({ plate: '冀C10006', insuranceExpiry: inAYear + 30 * DAY_MS })
  const changed = await as('carrier').send(updateVehicle, { id, version, ...input })
  expect(await stand(id)).toBe('licence approved, transportCert approved, annualCheck unsubmitted, insurance pending')
  expect((await vehicleOf(id)).paper).toBe('pending')
  expect((await told('platform-ops')).at(-1)).toBe('冀C10006 的交强险已变更，请重新审核')
  // a paper that was never handed in is judged too before the vehicle goes on
  await as('carrier').send(uploadVehicleFiles, { id, category: 'annualCheck' }, { files: [photo] })
  expect(await stand(id)).toBe('licence approved, transportCert approved, annualCheck pending, insurance pending')
  await house().send(verifyVehicle, { id, version: changed.version + 1, verdict: 'approve' })
  expect((await vehicleOf(id)).paper).toBe('approved')
  // the plate stands on two of them
  const { version: last } = await vehicleOf(id)
  await as('carrier').send(updateVehicle, { id, version: last, ...input, plate: '冀C10066' })
  expect(await stand(id)).toBe('licence pending, transportCert pending, annualCheck approved, insurance approved')
})

test('what a change makes needed is not taken for verified with the rest', async () => {
  const light = {
    plateColor: '1',
    typeCode: 'H32',
    tonnageG: grams(1_495_000),
    grossG: grams(4_495_000),
    owner: '顺达',
    useCharacter: 'freight',
    vin: '1M8GDM9AXKP042788',
    issuer: '唐山',
    registerDate: 1_600_000_000_000,
    issueDate: 1_600_000_000_000,
  } as const
  const { transportCertNo: _n, transportCertExpiry: _e, ...written } = vehicle({ plate: '冀C10007', ...light })
  const { id, version } = await handInVehicle(as('carrier'), written).then(one =>
    house().send(verifyVehicle, { id: one.id, version: one.version, verdict: 'approve' }),
  )
  await as('carrier').send(updateVehicle, {
    id,
    version,
    ...written,
    grossG: grams(7_300_000),
    typeCode: 'H21',
    plateColor: '2',
  })
  const heavy = await vehicleOf(id)
  expect(heavy).toMatchObject({
    paper: 'pending',
    certificates: [{ key: 'licence', state: 'pending' }, { key: 'transportCert', isNeeded: true }, {}, {}],
  })
  // its photo was there all along, its number was not
  expect(
    Object.keys(faults(await house().ask(verifyVehicle, { id, version: heavy.version, verdict: 'approve' }))),
  ).toEqual(['transportCertNo', 'transportCertExpiry'])
})

test('a paper that was sent back and then taken out altogether does not hold the vehicle up', async () => {
  const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀C10009', insuranceExpiry: inAYear }))
  const back = await house().send(verifyVehicle, {
    id,
    version,
    verdict: 'reject',
    certificate: 'insurance',
    reason: '没有保单',
  })
  const rest = await house().send(verifyVehicle, { id, version: back.version, verdict: 'approve' })
  const without = await as('carrier').send(updateVehicle, {
    id,
    version: rest.version,
    ...vehicle({ plate: '冀C10009' }),
  })
  expect(await stand(id)).toBe(
    'licence approved, transportCert approved, annualCheck unsubmitted, insurance unsubmitted',
  )
  const again = await as('carrier').send(submitVehicle, { id, version: without.version })
  expect(
    (await house().ask(verifyVehicle, { id, version: again.version, verdict: 'approve', certificate: 'insurance' }))
      .envelope.code,
  ).toBe(1101)
  await house().send(verifyVehicle, { id, version: again.version, verdict: 'approve' })
  expect((await vehicleOf(id)).paper).toBe('approved')
})

test('a verified vehicle whose paper ran out reads 已过期 everywhere, from the day after; renewed, that paper alone waits', async () => {
  const { id, version } = await verified('冀C10008')
  const set = (column: 'transport_cert_expiry' | 'insurance_expiry', at: number) =>
    world.server.db(tx =>
      tx.run(
        q
          .updateTable('vehicles')
          .set({ [column]: at })
          .where('id', '=', id),
      ),
    )
  const listed = async (paper: 'approved' | 'expired' | 'pending') =>
    (await as('carrier').send(listVehicles, { text: '冀C10008', paper })).rows.map(row => row.paper)
  const count = async () => (await as('carrier').send(countVehicles, { text: '冀C10008' })).state
  await set('transport_cert_expiry', startOfDay(Date.now()))
  expect([await listed('approved'), await listed('expired'), await count()]).toEqual([
    ['approved'],
    [],
    { approved: 1 },
  ])
  await set('transport_cert_expiry', startOfDay(Date.now()) - 1)
  expect([await listed('approved'), await listed('expired'), await count()]).toEqual([[], ['expired'], { expired: 1 }])
  expect(await stand(id)).toBe('licence approved, transportCert expired, annualCheck unsubmitted, insurance approved')
  expect((await vehicleOf(id)).paper).toBe('expired')
  await as('carrier').send(updateVehicle, { id, version, ...vehicle({ plate: '冀C10008', insuranceExpiry: inAYear }) })
  expect(await stand(id)).toBe('licence approved, transportCert pending, annualCheck unsubmitted, insurance approved')
  expect([await listed('pending'), await listed('expired')]).toEqual([['pending'], []])
})

test('a driver whose 身份证 ran out is told so; his name stands on all three papers, his licence class on one', async () => {
  const { id, version } = await makeDriver(as('carrier'), house(), driver(950, { name: '周到期' }))
  const states = async () =>
    (await as('carrier').send(getDriver, { id })).certificates.map(({ key, state }) => `${key} ${state}`)
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('drivers')
        .set({ id_card_expiry: Date.now() - 2 * DAY_MS })
        .where('id', '=', id),
    ),
  )
  expect(await states()).toEqual(['licence approved', 'qualification approved', 'idCard expired'])
  expect((await as('carrier').send(listDrivers, { text: '周到期', paper: 'expired' })).rows.map(row => row.id)).toEqual(
    [id],
  )
  const { idNo: _i, mobile: _m, ...input } = driver(950, { name: '周到期' })
  const renewed = await as('carrier').send(updateDriver, { id, version, ...input })
  expect(await states()).toEqual(['licence approved', 'qualification approved', 'idCard pending'])
  await house().send(verifyDriver, { id, version: renewed.version, verdict: 'approve', certificate: 'idCard' })
  await as('carrier').send(updateDriver, { id, version: renewed.version + 1, ...input, name: '周改名' })
  expect(await states()).toEqual(['licence pending', 'qualification pending', 'idCard pending'])
  await as('carrier').send(uploadDriverFiles, { id, category: 'photo' }, { files: [photo] })
})

test('the four elements of a card are checked by a person who says how; a new card or mobile number is checked anew, who somebody is stays proven', async () => {
  const { id } = await as('carrier').send(addPayee, person(960))
  for (const category of ['card', 'idFront', 'idBack'] as const)
    await as('carrier').send(uploadPayeeFiles, { id, category }, { files: [photo] })
  const handed = await as('carrier').send(submitPayee, { id, version: 4 })
  const identity = await house().send(verifyPayee, {
    id,
    version: handed.version,
    verdict: 'approve',
    certificate: 'identity',
  })
  expect((await as('carrier').send(getPayee, { id })).paper).toBe('pending')
  const done = await house().send(verifyPayee, {
    id,
    version: identity.version,
    verdict: 'approve',
    certificate: 'account',
    reason: '银行柜面四要素核对一致',
  })
  expect(await as('carrier').send(getPayee, { id })).toMatchObject({
    paper: 'approved',
    certificates: [
      { key: 'account', state: 'approved', reason: '银行柜面四要素核对一致', by: expect.any(String) as string },
      { key: 'identity', state: 'approved' },
    ],
  })
  const { name, bank } = person(960)
  await as('carrier').send(updatePayee, { id, version: done.version, name, bank: bank, mobile: '19900006667' })
  const again = await as('carrier').send(getPayee, { id })
  expect(again.certificates.map(({ key, state }) => `${key} ${state}`)).toEqual([
    'account pending',
    'identity approved',
  ])
  expect(again.certificates[0]?.by).toBeUndefined()
})
