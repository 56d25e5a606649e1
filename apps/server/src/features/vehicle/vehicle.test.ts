// The fleet over HTTP: registered and changed by its own carrier, masked for who may not see people, verified anew after changes.
import type { Input } from '@yunshu/contract/call'
import { addDriver, addVehicle, listDrivers, listVehicles, updateDriver, updateVehicle } from '@yunshu/contract/vehicle'
import { DAY_MS } from '@yunshu/domain/time'
import { grams } from '@yunshu/domain/weight'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoIdNo } from '../../demo/invented.ts'
import { startFreightWorld, type FreightWorld } from '../goods/freightWorld.testing.ts'

let world: FreightWorld
beforeAll(async () => { world = await startFreightWorld() })
afterAll(() => world.stop())

const inAYear = Date.now() + 365 * DAY_MS
const vehicle = (over: Partial<Input<typeof addVehicle>> = {}): Input<typeof addVehicle> => ({
  plate: '冀B88888', plateColor: '2', typeCode: 'Q11', energy: 'B', tonnageG: grams(33_000_000), grossG: grams(49_000_000), transportCertNo: '130200123456', transportCertExpiry: inAYear, licenceExpiry: inAYear, ...over,
})
const idNo = demoIdNo('130102', '19800115', 3)
const driver = (over: Partial<Input<typeof addDriver>> = {}): Input<typeof addDriver> => ({ name: '陈长顺', idNo, mobile: '19900007777', licenceClass: 'A2', licenceExpiry: inAYear, qualificationNo: idNo, qualificationExpiry: inAYear, ...over })
const paperOf = (id: string) => world.server.db(async (tx) => (await tx.one(q.selectFrom('vehicles').select('paper').where('id', '=', id))).paper)

describe('vehicles', () => {
  it('wait for verification when they are new, and are refused a second time even to another carrier', async () => {
    const { id } = await world.as('carrier').send(addVehicle, vehicle())
    expect((await world.as('carrier').send(listVehicles, { text: '冀B88888' })).rows).toMatchObject([{ id, paper: 'pending', openWaybills: 0, carrierName: '河北顺达运输有限公司' }])
    for (const account of ['carrier', 'carrier2'] as const) expect((await world.as(account).ask(addVehicle, vehicle())).envelope).toMatchObject({ code: 1406, message: '车牌冀B88888已登记' })
    await world.as('carrier').send(addVehicle, vehicle({ plate: '冀B88889' }))
  })

  it.each([
    ['a colour that does not fit the plate', { plateColor: '94' }, 'plateColor'], ['a type that does not exist', { typeCode: 'ZZZ' }, 'typeCode'], ['an energy that does not exist', { energy: 'Q' }, 'energy'],
    ['a gross weight below the payload', { grossG: grams(1) }, 'grossG'], ['a certificate with letters', { transportCertNo: 'A1' }, 'transportCertNo'], ['a wrong VIN', { vin: '123' }, 'vin'],
  ])('are refused with %s at its field', async (_name, over, field) => {
    const { envelope, http } = await world.as('carrier').ask(addVehicle, vehicle({ plate: '冀B77777', ...over }))
    expect([http, Object.keys((envelope.data as { fields: object }).fields)]).toEqual([400, [field]])
  })

  it('are verified anew when a paper changes, not when the owner does, and the history says what changed', async () => {
    const [truck] = await world.trucks(1)
    const row = (await world.as('carrier').send(listVehicles, { text: truck?.plate ?? '' })).rows[0]
    if (!row) throw new Error('no vehicle')
    const input = vehicle({ plate: row.plate, transportCertNo: row.transportCertNo, transportCertExpiry: row.transportCertExpiry, licenceExpiry: row.licenceExpiry, tonnageG: grams(33_500_000) })
    const owned = await world.as('carrier').send(updateVehicle, { id: row.id, version: row.version, ...input, owner: '顺达运输' })
    expect(await paperOf(row.id)).toBe('approved')
    await world.as('carrier').send(updateVehicle, { id: row.id, version: owned.version, ...input, owner: '顺达运输', tonnageG: grams(34_000_000) })
    expect(await paperOf(row.id)).toBe('pending')
    const events = await world.server.db((tx) => tx.rows(q.selectFrom('events').select('diff').where('entity_id', '=', row.id).orderBy('id')))
    expect(events.map((event) => event.diff)).toEqual([[{ field: '所有人', old: '--', new: '顺达运输' }], [{ field: '核定载质量', old: '33.500 吨', new: '34.000 吨' }]])
    expect((await world.as('carrier').ask(updateVehicle, { id: row.id, version: 1, ...input })).envelope.code).toBe(4090)
    expect((await world.as('carrier').ask(updateVehicle, { id: row.id, version: owned.version + 1, ...input, plate: '冀B88889' })).envelope.code).toBe(1406)
  })

  it('[PM-08] are a carrier’s own; the house looks and does not change, shippers do not look', async () => {
    const [truck] = await world.trucks(1, 'carrier2')
    const sees = async (account: 'carrier' | 'carrier2' | 'branch' | 'platform-ops') => (await world.as(account).send(listVehicles, { text: truck?.plate ?? '' })).rows.length
    expect([await sees('carrier'), await sees('carrier2'), await sees('branch'), await sees('platform-ops')]).toEqual([0, 1, 1, 1])
    expect((await world.as('shipper').ask(listVehicles, {})).http).toBe(403)
    expect((await world.as('carrier').ask(updateVehicle, { id: truck?.vehicleId ?? '', version: 1, ...vehicle({ plate: '冀B66666' }) })).http).toBe(404)
    for (const account of ['platform-ops', 'carrier-finance'] as const) expect((await world.as(account).ask(addVehicle, vehicle({ plate: '冀B66666' }))).http).toBe(403)
  })

  it('count the waybills they still have open', async () => {
    const [waybill] = await world.waybills(1)
    expect((await world.as('carrier').send(listVehicles, { text: waybill?.plate ?? '' })).rows[0]?.openWaybills).toBe(1)
    await world.walk(waybill ?? { id: '', waybillNo: '', plate: '', version: 0 }, ['cancel'])
    expect((await world.as('carrier').send(listVehicles, { text: waybill?.plate ?? '' })).rows[0]?.openWaybills).toBe(0)
  })
})

describe('drivers', () => {
  it('are registered once by 身份证号 and shown masked without pii.view', async () => {
    const { id } = await world.as('carrier').send(addDriver, driver())
    expect((await world.as('carrier2').ask(addDriver, driver())).envelope.code).toBe(1408)
    const whole = (await world.as('carrier').send(listDrivers, { text: '陈长顺' })).rows[0]
    expect(whole).toMatchObject({ id, idNo, mobile: '19900007777', qualificationNo: idNo, paper: 'pending' })
    const masked = (await world.as('carrier-finance').send(listDrivers, { text: '陈长顺' })).rows[0]
    expect(masked).toMatchObject({ idNo: `${idNo.slice(0, 6)}********${idNo.slice(-4)}`, mobile: '199****7777' })
    expect(JSON.stringify(masked)).not.toContain(idNo)
  })

  it('never have masked text written back', async () => {
    await world.server.db((tx) => tx.run(q.updateTable('roles').set({ functions: ['driver.view', 'driver.edit'] }).where('name', '=', '财务').where('company_id', '=', q.selectFrom('users').select('company_id').where('account', '=', 'carrier-finance'))))
    const clerk = await world.server.login('carrier-finance')
    const row = (await clerk.send(listDrivers, { text: '陈长顺' })).rows[0]
    if (!row) throw new Error('no driver')
    const { name, licenceClass, licenceExpiry, qualificationNo, qualificationExpiry } = row
    const changed = { id: row.id, version: row.version, name, licenceClass, licenceExpiry: licenceExpiry + DAY_MS, qualificationNo, qualificationExpiry }
    expect((await clerk.ask(updateDriver, changed, { raw: { idNo: row.idNo, mobile: row.mobile } })).envelope.code).toBe(4001)
    await clerk.send(updateDriver, changed)
    const kept = await world.server.db((tx) => tx.one(q.selectFrom('drivers').select(['id_no', 'mobile', 'qualification_no', 'licence_expiry']).where('id', '=', row.id)))
    expect(kept).toEqual({ id_no: idNo, mobile: '19900007777', qualification_no: idNo, licence_expiry: licenceExpiry + DAY_MS })
  })

  it('are refused too young, with a wrong number, or a class that is none', async () => {
    const young = demoIdNo('130102', '20150115', 4)
    expect((await world.as('carrier').ask(addDriver, driver({ idNo: young }))).envelope.message).toContain('18至70周岁')
    expect((await world.as('carrier').ask(addDriver, driver({ licenceClass: 'XX' }))).envelope.code).toBe(4001)
    expect((await world.as('carrier').ask(addDriver, driver(), { raw: { idNo: '130102198001150000' } })).envelope.code).toBe(4001)
  })

  it('keep numbers of people out of the history', async () => {
    const row = (await world.as('carrier').send(listDrivers, { text: '陈长顺' })).rows[0]
    if (!row) throw new Error('no driver')
    await world.as('carrier').send(updateDriver, { id: row.id, version: row.version, name: row.name, licenceClass: row.licenceClass, licenceExpiry: row.licenceExpiry, qualificationNo: row.qualificationNo, qualificationExpiry: row.qualificationExpiry, mobile: '19900008888' })
    const events = await world.server.db((tx) => tx.rows(q.selectFrom('events').select('diff').where('entity_id', '=', row.id)))
    expect(JSON.stringify(events)).not.toMatch(/1990000|1301021980/)
  })
})
