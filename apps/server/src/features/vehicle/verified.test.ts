// Vehicles over HTTP: handed in, verified, and blacklisted.
import {
  addVehicle,
  blacklistVehicle,
  getVehicle,
  listVehicles,
  retireVehicle,
  submitVehicle,
  updateVehicle,
  uploadVehicleFiles,
  verifyVehicle,
} from '@yunshu/contract/fleet/vehicle'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { grams } from '@yunshu/domain/figures/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { handInVehicle, photo, vehicle } from '../../../../../tests/server/fleetWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const as: FreightWorld['as'] = account => world.as(account)
const rowOf = async (text: string, standing?: 'retired' | 'blacklisted') =>
  (await as('carrier').send(listVehicles, { text, ...(standing ? { standing } : {}) })).rows[0]
const faults = (answer: { envelope: { data: unknown } }): string[] =>
  Object.keys((answer.envelope.data as { fields?: object } | null)?.fields ?? {})
const messages = async (account: string): Promise<string[]> => {
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

describe('verification', () => {
  it('needs every document: what lacks is refused at its field, what is whole waits for the house', async () => {
    const { id, version } = await as('carrier').send(addVehicle, vehicle({ plate: '冀B60001' }))
    expect(faults(await as('carrier').ask(submitVehicle, { id, version }))).toEqual([
      'licenceFront',
      'licenceBack',
      'transportCert',
    ])
    for (const category of ['licenceFront', 'licenceBack', 'transportCert'] as const)
      await as('carrier').send(uploadVehicleFiles, { id, category }, { files: [photo] })
    expect((await as('carrier').ask(submitVehicle, { id, version })).envelope.code).toBe(4090)
    await as('carrier').send(submitVehicle, { id, version: 4 })
    expect((await as('carrier').send(getVehicle, { id })).paper).toBe('pending')
    expect((await messages('platform-ops')).at(-1)).toBe('冀B60001 提交了证件，请审核')
    expect((await messages('branch')).at(-1)).toBe('冀B60001 提交了证件，请审核')
    expect((await as('carrier').ask(submitVehicle, { id, version: 5 })).envelope.code).toBe(1101)
  })

  it('is the house’s: rejected with reason and parts, mended, handed in again, approved; the carrier hears of both', async () => {
    const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀B60002' }))
    expect((await as('carrier').ask(verifyVehicle, { id, version, verdict: 'approve' })).http).toBe(403)
    expect(
      faults(await as('platform-ops').ask(verifyVehicle, { id, version, verdict: 'reject', reason: '照片不清' })),
    ).toEqual(['fields'])
    expect(
      faults(await as('platform-ops').ask(verifyVehicle, { id, version, verdict: 'reject', fields: ['licenceFront'] })),
    ).toEqual(['reason'])
    await as('platform-ops').send(verifyVehicle, {
      id,
      version,
      verdict: 'reject',
      reason: '照片不清',
      fields: ['licenceFront', 'plate'],
    })
    expect(await as('carrier').send(getVehicle, { id })).toMatchObject({
      paper: 'rejected',
      certificates: [
        { key: 'licence', state: 'rejected', reason: '照片不清', fields: ['licenceFront', 'plate'] },
        { key: 'transportCert', state: 'pending' },
        { key: 'annualCheck', state: 'unsubmitted' },
        { key: 'insurance' },
      ],
    })
    expect((await messages('carrier')).at(-1)).toBe(
      '车辆冀B60002 的行驶证未通过审核：照片不清，需修改：行驶证正页、车牌号',
    )
    const again = await as('carrier').send(submitVehicle, { id, version: version + 1 })
    await as('branch').send(verifyVehicle, { id, version: again.version, verdict: 'approve' })
    const details = await as('carrier').send(getVehicle, { id })
    expect(details).toMatchObject({
      paper: 'approved',
      certificates: [
        { state: 'approved', by: expect.any(String) as string, fields: [] },
        { state: 'approved' },
        { state: 'unsubmitted' },
        { state: 'unsubmitted' },
      ],
    })
    expect([details.certificates[0]?.reason, typeof details.verifiedAt]).toEqual([undefined, 'number'])
    expect(
      (await as('platform-ops').ask(verifyVehicle, { id, version: details.version, verdict: 'approve' })).envelope.code,
    ).toBe(1101)
  })

  it('of two verifiers at once one decides', async () => {
    const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀B60003' }))
    const answers = await Promise.all([
      as('platform-ops').ask(verifyVehicle, { id, version, verdict: 'approve' }),
      as('branch').ask(verifyVehicle, { id, version, verdict: 'reject', reason: '重复', fields: ['plate'] }),
    ])
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
  })

  it('refuses what ran out while it waited', async () => {
    const { id, version } = await handInVehicle(as('carrier'), vehicle({ plate: '冀B60004' }))
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('vehicles')
          .set({ licence_expiry: Date.now() - 3 * DAY_MS })
          .where('id', '=', id),
      ),
    )
    expect(faults(await as('platform-ops').ask(verifyVehicle, { id, version, verdict: 'approve' }))).toEqual([
      'licenceExpiry',
    ])
  })

  it('walks through those that wait, the newest first', async () => {
    const details = async (id: string) => as('platform-ops').send(getVehicle, { id })
    const waiting = (await as('platform-ops').send(listVehicles, { paper: 'pending' })).rows.map(row => row.id)
    expect(waiting.length).toBeGreaterThan(1)
    const [first = '', second = ''] = waiting
    expect((await details(first)).queue).toEqual({ waiting: waiting.length, next: second })
    expect((await details(second)).queue).toMatchObject({ previous: first })
    expect((await as('carrier').send(getVehicle, { id: first })).queue).toBeUndefined()
  })

  it('starts anew when a paper changes, not when the terminal does, and the history says what changed', async () => {
    const [truck] = await world.trucks(1)
    const row = await rowOf(truck?.plate ?? '')
    if (!row) throw new Error('no vehicle')
    const input = vehicle({
      plate: row.plate,
      typeCode: row.typeCode,
      transportCertNo: row.transportCertNo,
      transportCertExpiry: row.transportCertExpiry,
      licenceExpiry: row.licenceExpiry,
      tonnageG: grams(33_500_000),
      grossG: grams(49_000_000),
    })
    const bound = await as('carrier').send(updateVehicle, {
      id: row.id,
      version: row.version,
      ...input,
      terminalId: '13900000001',
    })
    expect((await rowOf(row.plate))?.paper).toBe('approved')
    const changed = await as('carrier').send(updateVehicle, {
      id: row.id,
      version: bound.version,
      ...input,
      terminalId: '13900000001',
      tonnageG: grams(34_000_000),
    })
    expect((await rowOf(row.plate))?.paper).toBe('pending')
    expect(
      await as('carrier').send(updateVehicle, {
        id: row.id,
        version: changed.version,
        ...input,
        terminalId: '13900000001',
        tonnageG: grams(34_000_000),
      }),
    ).toEqual(changed)
    const events = await world.server.db(tx =>
      tx.rows(q.selectFrom('events').select('diff').where('entity_id', '=', row.id).orderBy('id')),
    )
    expect(events.map(event => event.diff)).toEqual([
      [{ field: '终端号', old: '', new: '13900000001' }],
      [
        { field: '核定载质量', old: '33.500 吨', new: '34.000 吨' },
        { field: '行驶证', old: '已认证', new: '待审核' },
      ],
    ])
    expect((await as('carrier').ask(updateVehicle, { id: row.id, version: 1, ...input })).envelope.code).toBe(4090)
    await as('carrier').send(addVehicle, vehicle({ plate: '冀B88889' }))
    expect(
      (await as('carrier').ask(updateVehicle, { id: row.id, version: changed.version, ...input, plate: '冀B88889' }))
        .envelope.code,
    ).toBe(1406)
  })

  it('starts anew when a document is added to a verified vehicle, not when a photo of it is', async () => {
    const [truck] = await world.trucks(1)
    const id = truck?.vehicleId ?? ''
    await as('carrier').send(uploadVehicleFiles, { id, category: 'photo' }, { files: [photo] })
    expect((await rowOf(truck?.plate ?? ''))?.paper).toBe('approved')
    await as('carrier').send(uploadVehicleFiles, { id, category: 'insurance' }, { files: [photo] })
    expect((await rowOf(truck?.plate ?? ''))?.paper).toBe('pending')
    expect(
      (
        await as('carrier').ask(
          uploadVehicleFiles,
          { id, category: 'insurance' },
          { files: [{ name: 'a.png', bytes: Buffer.from('no picture') }] },
        )
      ).envelope.code,
    ).toBe(1601)
    expect((await as('carrier').ask(uploadVehicleFiles, { id, category: 'insurance' })).envelope.code).toBe(1603)
  })
})

describe('blacklist', () => {
  it('of a carrier is for itself and taken off by itself; of the platform for all, and only the platform takes it off', async () => {
    const { id } = await as('carrier').send(addVehicle, vehicle({ plate: '冀B70001' }))
    const own = await as('carrier').send(blacklistVehicle, { id, version: 1, isBlacklisted: true, reason: '逃单' })
    expect(await rowOf('冀B70001', 'blacklisted')).toMatchObject({ id, isBlacklisted: true })
    expect(
      (await as('carrier').ask(blacklistVehicle, { id, version: own.version, isBlacklisted: true, reason: '逃单' }))
        .envelope.code,
    ).toBe(1101)
    const house = await as('platform-ops').send(blacklistVehicle, {
      id,
      version: own.version,
      isBlacklisted: true,
      reason: '套牌',
    })
    expect((await as('carrier').send(getVehicle, { id })).blacklisting).toMatchObject({ isHouse: true, reason: '套牌' })
    expect((await messages('carrier')).at(-1)).toBe('平台将车辆冀B70001列入黑名单：套牌')
    expect(
      (await as('carrier').ask(blacklistVehicle, { id, version: house.version, isBlacklisted: false, reason: '误会' }))
        .envelope.code,
    ).toBe(1414)
    // retired by its carrier, it is not registered by anybody else either
    await as('carrier').send(retireVehicle, { id, version: house.version, isRetired: true, reason: '卖出' })
    expect((await as('carrier2').ask(addVehicle, vehicle({ plate: '冀B70001' }))).envelope).toMatchObject({
      code: 1413,
      data: { fields: { plate: '已被平台列入黑名单' } },
    })
    // nor put back into use by a carrier who had it before
    expect(
      (await as('carrier').ask(retireVehicle, { id, version: house.version + 1, isRetired: false, reason: '买回' }))
        .envelope.code,
    ).toBe(1413)
    await as('platform-ops').send(blacklistVehicle, {
      id,
      version: house.version + 1,
      isBlacklisted: false,
      reason: '核实无误',
    })
    await as('carrier2').send(addVehicle, vehicle({ plate: '冀B70001' }))
    expect(
      (await as('carrier').send(getVehicle, { id })).log
        .slice(0, 4)
        .map(({ action, remark }) => `${action} ${remark ?? ''}`),
    ).toEqual(['移出黑名单 核实无误', '停用 卖出', '列入黑名单 套牌', '列入黑名单 逃单'])
  })

  it('of the platform falls on the record of whoever keeps the vehicle now, and bars those who kept it before', async () => {
    const before = await as('carrier').send(addVehicle, vehicle({ plate: '冀B70003' }))
    const retired = await as('carrier').send(retireVehicle, {
      id: before.id,
      version: 1,
      isRetired: true,
      reason: '卖出',
    })
    const now = await as('carrier2').send(addVehicle, vehicle({ plate: '冀B70003' }))
    await as('platform-ops').send(blacklistVehicle, {
      id: before.id,
      version: retired.version,
      isBlacklisted: true,
      reason: '套牌',
    })
    expect(await as('carrier2').send(getVehicle, { id: now.id })).toMatchObject({
      isBlacklisted: true,
      version: 2,
      blacklisting: { isHouse: true, reason: '套牌' },
      log: [{ action: '列入黑名单' }, { action: '登记' }],
    })
    expect((await messages('carrier2')).at(-1)).toBe('平台将车辆冀B70003列入黑名单：套牌')
    await as('carrier2').send(retireVehicle, { id: now.id, version: 2, isRetired: true, reason: '卖出' })
    expect(
      (
        await as('carrier').ask(retireVehicle, {
          id: before.id,
          version: retired.version + 1,
          isRetired: false,
          reason: '买回',
        })
      ).envelope,
    ).toMatchObject({ code: 1413, message: '车辆冀B70003已被平台列入黑名单，不能登记或恢复使用' })
  })

  it('asks for a reason, a permit and the newest version', async () => {
    const { id, version } = await as('carrier').send(addVehicle, vehicle({ plate: '冀B70002' }))
    expect(
      faults(
        await as('carrier').ask(
          blacklistVehicle,
          { id, version, isBlacklisted: true, reason: '逃单' },
          { raw: { reason: ' ' } },
        ),
      ),
    ).toEqual(['reason'])
    expect(
      (await as('carrier-finance').ask(blacklistVehicle, { id, version, isBlacklisted: true, reason: '逃单' })).http,
    ).toBe(403)
    expect(
      (await as('carrier').ask(blacklistVehicle, { id, version: 9, isBlacklisted: true, reason: '逃单' })).envelope
        .code,
    ).toBe(4090)
    expect(
      (await as('carrier').ask(blacklistVehicle, { id, version, isBlacklisted: false, reason: '误会' })).envelope.code,
    ).toBe(1101)
  })
})
