// Vehicles over HTTP: registered and changed by their own carrier, seen by whom, retired.
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

  it('count the waybills they still have open, and name the driver and number of the first', async () => {
    const [waybill] = await world.waybills(1)
    expect(await rowOf(waybill?.plate ?? '')).toMatchObject({
      openWaybills: 1,
      waybillNo: waybill?.waybillNo,
      driverName: expect.stringMatching(/./) as unknown,
    })
    await world.walk(waybill ?? { id: '', waybillNo: '', plate: '', version: 0 }, ['cancel'])
    const free = await rowOf(waybill?.plate ?? '')
    expect([free?.openWaybills, free?.waybillNo, free?.driverName]).toEqual([0, undefined, undefined])
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
