// Vehicles over HTTP: registered and changed by their own carrier, handed in and verified, blacklisted, retired.
import type { Input } from '@yunshu/contract/call'
import {
  addVehicle,
  blacklistVehicle,
  countVehicles,
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
import { handInVehicle, inAYear, photo, vehicle } from '../../../../../tests/server/fleetWorld.ts'
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
  await expect
    .poll(async () => (await world.server.db(tx => tx.rows(q.selectFrom('outbox').select('id')))).length)
    .toBe(0)
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

describe('registering', () => {
  it('keeps every field; nothing is handed in yet, and what is missing is named', async () => {
    const whole = vehicle({
      owner: '顺达运输',
      vin: '1M8GDM9AXKP042788',
      trailerPlate: '冀B1234挂',
      lengthDm: 96,
      axles: 4,
      engineNo: 'WP12-375',
      useCharacter: 'freight',
      issuer: '唐山市公安局交通警察支队',
      registerDate: inAYear - 900 * DAY_MS,
      issueDate: inAYear - 800 * DAY_MS,
      annualCheckExpiry: inAYear,
      insuranceExpiry: inAYear,
      terminalId: '13912345678',
      terminalProvider: '中交兴路',
    })
    const { id } = await as('carrier').send(addVehicle, whole)
    const details = await as('carrier').send(getVehicle, { id })
    expect(details).toMatchObject({
      ...whole,
      paper: 'unsubmitted',
      openWaybills: 0,
      carrierName: '河北顺达运输有限公司',
      acts: ['submit', 'edit', 'blacklist', 'retire'],
      version: 1,
    })
    expect(Object.keys(details.missing)).toEqual(['licenceFront', 'licenceBack', 'transportCert'])
    expect(details.log.map(({ action }) => action)).toEqual(['登记'])
  })

  it('is refused a second time even to another carrier, and a terminal is in one vehicle only', async () => {
    for (const account of ['carrier', 'carrier2'] as const)
      expect((await as(account).ask(addVehicle, vehicle())).envelope).toMatchObject({
        code: 1406,
        message: '车牌冀B88888已登记',
        data: { fields: { plate: '已登记' } },
      })
    const { id, version } = await as('carrier').send(addVehicle, vehicle({ plate: '冀B88889' }))
    expect(
      (
        await as('carrier').ask(updateVehicle, {
          id,
          version,
          ...vehicle({ plate: '冀B88889', terminalId: '13912345678' }),
        })
      ).envelope,
    ).toMatchObject({ code: 1415, data: { fields: { terminalId: '已绑定其他车辆' } } })
  })

  it('of one plate by two carriers at once makes one vehicle', async () => {
    const answers = await Promise.all(
      (['carrier', 'carrier2', 'carrier', 'carrier2'] as const).map(account =>
        as(account).ask(addVehicle, vehicle({ plate: '冀B55555' })),
      ),
    )
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 1406, 1406, 1406])
    expect(answers.every(({ http }) => http === 200)).toBe(true)
  })

  it('makes one vehicle for a repeated key', async () => {
    const input = vehicle({ plate: '冀B55556' })
    const [first, again] = [
      await as('carrier').send(addVehicle, input, { key: 'register-once' }),
      await as('carrier').send(addVehicle, input, { key: 'register-once' }),
    ]
    expect(again).toEqual(first)
  })

  it.each<[string, Partial<Input<typeof addVehicle>>, string]>([
    ['a colour that does not fit the plate', { plateColor: '94' }, 'plateColor'],
    ['a type that does not exist', { typeCode: 'ZZZ' }, 'typeCode'],
    ['an energy that does not exist', { energy: 'Q' }, 'energy'],
    ['a gross weight below the payload', { grossG: grams(1) }, 'grossG'],
    ['a trailer whose plate is none of a trailer', { trailerPlate: '冀B12345' }, 'trailerPlate'],
    ['a registration in the future', { registerDate: inAYear }, 'registerDate'],
    [
      'a licence issued before registration',
      { registerDate: 1_000_000_000_000, issueDate: 900_000_000_000 },
      'issueDate',
    ],
  ])('is refused with %s at its field', async (_name, over, field) => {
    const answer = await as('carrier').ask(addVehicle, vehicle({ plate: '冀B77777', ...over }))
    expect([answer.http, faults(answer)]).toEqual([400, [field]])
  })

  it.each([
    ['vin', '123'],
    ['transportCertNo', 'A1'],
    ['terminalId', '12'],
    ['plate', '川AI2345'],
    ['trailerPlate', '挂'],
    ['useCharacter', 'none'],
    ['axles', '99'],
  ])('is refused with a wrong %s at its field', async (field, text) => {
    const answer = await as('carrier').ask(addVehicle, vehicle({ plate: '冀B77777' }), { raw: { [field]: text } })
    expect([answer.http, faults(answer)]).toEqual([400, [field]])
  })

  it('asks no certificate of a truck up to 4.5 t, and a tractor may pull more than it weighs', async () => {
    const {
      transportCertNo: _n,
      transportCertExpiry: _e,
      ...light
    } = vehicle({
      plate: '冀BL1111',
      plateColor: '1',
      typeCode: 'H32',
      tonnageG: grams(1_495_000),
      grossG: grams(4_495_000),
    })
    const { id } = await as('carrier').send(addVehicle, light)
    expect(Object.keys((await as('carrier').send(getVehicle, { id })).missing)).toEqual([
      'licenceFront',
      'licenceBack',
      'owner',
      'useCharacter',
      'vin',
      'issuer',
      'registerDate',
      'issueDate',
    ])
    expect(
      (await as('carrier').ask(addVehicle, { ...light, plate: '冀BL1112', transportCertNo: '1' })).envelope.message,
    ).toContain('道路运输证有效期')
    await as('carrier').send(
      addVehicle,
      vehicle({ plate: '冀BQ1111', typeCode: 'Q11', tonnageG: grams(40_000_000), grossG: grams(25_000_000) }),
    )
  })
})

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
      [{ field: '终端号', old: '--', new: '13900000001' }],
      [
        { field: '核定载质量', old: '33.500 吨', new: '34.000 吨' },
        { field: '行驶证', old: '已认证', new: '待审核' },
      ],
    ])
    expect((await as('carrier').ask(updateVehicle, { id: row.id, version: 1, ...input })).envelope.code).toBe(4090)
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

describe('who sees', () => {
  it('[PM-08] are a carrier’s own; the house looks and does not change, shippers do not look', async () => {
    const [truck] = await world.trucks(1, 'carrier2')
    const sees = async (account: 'carrier' | 'carrier2' | 'branch' | 'platform-ops') =>
      (await as(account).send(listVehicles, { text: truck?.plate ?? '' })).rows.length
    expect([await sees('carrier'), await sees('carrier2'), await sees('branch'), await sees('platform-ops')]).toEqual([
      0, 1, 1, 1,
    ])
    expect((await as('shipper').ask(listVehicles, {})).http).toBe(403)
    const id = truck?.vehicleId ?? ''
    for (const ask of [
      () => as('carrier').ask(getVehicle, { id }),
      () => as('carrier').ask(updateVehicle, { id, version: 1, ...vehicle({ plate: '冀B66666' }) }),
      () => as('carrier').ask(submitVehicle, { id, version: 1 }),
      () => as('carrier').ask(retireVehicle, { id, version: 1, isRetired: true, reason: '卖出' }),
      () => as('carrier').ask(blacklistVehicle, { id, version: 1, isBlacklisted: true, reason: '逃单' }),
      () => as('carrier').ask(uploadVehicleFiles, { id, category: 'photo' }, { files: [photo] }),
    ])
      expect((await ask()).http).toBe(404)
    for (const account of ['platform-ops', 'carrier-finance', 'admin'] as const)
      expect((await as(account).ask(addVehicle, vehicle({ plate: '冀B66666' }))).http).toBe(403)
    for (const account of ['platform-ops', 'admin'] as const)
      expect((await as(account).ask(submitVehicle, { id, version: 1 })).http).toBe(403)
  })

  it('shows photos of papers to who keeps the fleet, verifies it, or may see people’s numbers; to nobody else', async () => {
    const { id } = await handInVehicle(as('carrier'), vehicle({ plate: '冀B60005' }))
    const files = async (account: 'carrier' | 'carrier-finance' | 'platform-ops') =>
      (await as(account).send(getVehicle, { id })).files?.length
    expect([await files('carrier'), await files('carrier-finance'), await files('platform-ops')]).toEqual([
      3,
      undefined,
      3,
    ])
  })

  it('count the waybills they still have open', async () => {
    const [waybill] = await world.waybills(1)
    expect((await rowOf(waybill?.plate ?? ''))?.openWaybills).toBe(1)
    await world.walk(waybill ?? { id: '', waybillNo: '', plate: '', version: 0 }, ['cancel'])
    expect((await rowOf(waybill?.plate ?? ''))?.openWaybills).toBe(0)
  })

  it('finds by the end of papers and by type, and counts under the same filter', async () => {
    const [soon, ended] = await world.trucks(2, 'carrier2')
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('vehicles')
          .set({ insurance_expiry: Date.now() + 20 * DAY_MS })
          .where('id', '=', soon?.vehicleId ?? ''),
      ),
    )
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('vehicles')
          .set({ annual_check_expiry: Date.now() - 2 * DAY_MS, insurance_expiry: Date.now() + 3 * DAY_MS })
          .where('id', '=', ended?.vehicleId ?? ''),
      ),
    )
    const plates = async (expiry: 'soon' | 'ended') =>
      (await as('carrier2').send(listVehicles, { expiry })).rows.map(row => row.plate)
    expect([await plates('soon'), await plates('ended')]).toEqual([[soon?.plate], [ended?.plate]])
    expect(
      (await as('carrier2').send(listVehicles, { typeCode: 'H11' })).rows.every(row => row.typeCode === 'H11'),
    ).toBe(true)
    expect((await as('carrier2').send(countVehicles, { expiry: 'soon' })).state).toEqual({ approved: 1 })
    const { state } = await as('carrier').send(countVehicles, {})
    for (const [paper, n] of Object.entries(state))
      expect(
        (await as('carrier').send(listVehicles, { paper: paper as 'approved', limit: 100 })).rows.length,
        paper,
      ).toBe(n)
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

describe('out of use', () => {
  it('is offered no more and free for another carrier; back in use it is verified anew, unless somebody has it', async () => {
    const [truck] = await world.trucks(1)
    const [id, plate] = [truck?.vehicleId ?? '', truck?.plate ?? '']
    const retired = await as('carrier').send(retireVehicle, { id, version: 1, isRetired: true, reason: '卖出' })
    expect([await rowOf(plate), (await rowOf(plate, 'retired'))?.id]).toEqual([undefined, id])
    expect(
      (await as('carrier').ask(updateVehicle, { id, version: retired.version, ...vehicle({ plate }) })).envelope.code,
    ).toBe(1411)
    const theirs = await as('carrier2').send(addVehicle, vehicle({ plate }))
    expect(
      (await as('carrier').ask(retireVehicle, { id, version: retired.version, isRetired: false, reason: '买回' }))
        .envelope.code,
    ).toBe(1406)
    await as('carrier2').send(retireVehicle, { id: theirs.id, version: 1, isRetired: true, reason: '卖回' })
    await as('carrier').send(retireVehicle, { id, version: retired.version, isRetired: false, reason: '买回' })
    expect(await rowOf(plate)).toMatchObject({ id, paper: 'unsubmitted' })
    expect(
      (await as('carrier').ask(retireVehicle, { id, version: retired.version + 1, isRetired: false, reason: '再来' }))
        .envelope.code,
    ).toBe(1101)
  })

  it('is refused while waybills are open', async () => {
    const [waybill] = await world.waybills(1)
    const row = await rowOf(waybill?.plate ?? '')
    expect(
      (
        await as('carrier').ask(retireVehicle, {
          id: row?.id ?? '',
          version: row?.version ?? 0,
          isRetired: true,
          reason: '卖出',
        })
      ).envelope,
    ).toMatchObject({ code: 1412, message: `车辆${row?.plate ?? ''}还有 1 张未完成的运单，不能停用` })
  })
})
