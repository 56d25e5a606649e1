// Drivers over HTTP: registered and changed by their own carrier, masked for who may not see people, verified, moving
// between carriers.
import type { Input } from '@yunshu/contract/call'
import {
  addDriver,
  blacklistDriver,
  countDrivers,
  getDriver,
  listDrivers,
  retireDriver,
  submitDriver,
  updateDriver,
  uploadDriverFiles,
  verifyDriver,
} from '@yunshu/contract/fleet/driver'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoIdNo } from '../../../demo/invented.ts'
import { driver, idNoOf, inAYear, makeDriver, photo } from '../../../../../tests/server/fleetWorld.ts'
import { startFreightWorld, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

const as: FreightWorld['as'] = account => world.as(account)
const faults = (answer: { envelope: { data: unknown } }): string[] =>
  Object.keys((answer.envelope.data as { fields?: object } | null)?.fields ?? {})
const clerk = async () => {
  await world.server.db(tx =>
    tx.run(
      q
        .updateTable('roles')
        .set({ functions: ['driver.view', 'driver.edit'] })
        .where('name', '=', '财务')
        .where('company_id', '=', q.selectFrom('users').select('company_id').where('account', '=', 'carrier-finance')),
    ),
  )
  return world.server.login('carrier-finance')
}
/** A row as it can be sent back. */
const changed = async (client: ReturnType<typeof as>, id: string): Promise<Input<typeof updateDriver>> => {
  const { name, licenceClass, licenceExpiry, licenceNo, qualificationNo, qualificationExpiry, idCardExpiry, version } =
    await client.send(getDriver, { id })
  return {
    id,
    version,
    name,
    licenceClass,
    licenceExpiry,
    licenceNo,
    qualificationNo,
    qualificationExpiry,
    idCardExpiry,
  }
}

describe('as a taxpayer', () => {
  it('is a person by his 身份证号 or a business by its credit code, kept and told, without a new verification', async () => {
    const { id, version } = await makeDriver(
      as('carrier'),
      as('platform-ops'),
      driver(70, { name: '税一', taxKind: 'PERSON', taxOffice: '国家税务总局石家庄市税务局' }),
    )
    expect(await as('carrier').send(getDriver, { id })).toMatchObject({
      taxKind: 'PERSON',
      taxOffice: '国家税务总局石家庄市税务局',
    })
    await as('carrier').send(updateDriver, {
      ...(await changed(as('carrier'), id)),
      version,
      taxKind: 'BUSINESS',
      taxNo: '91350100M000100Y43',
    })
    const details = await as('carrier').send(getDriver, { id })
    expect(details).toMatchObject({ taxKind: 'BUSINESS', taxNo: '91350100M000100Y43', paper: 'approved' })
    expect(details.taxOffice).toBeUndefined()
    expect(details.log[0]?.diff).toEqual([
      { field: '纳税人类型', old: '自然人', new: '个体工商户' },
      { field: '税号', old: '', new: '91350100M000100Y43' },
      { field: '主管税务机关', old: '国家税务总局石家庄市税务局', new: '' },
    ])
  })

  it.each([
    ['a business without its code', { taxKind: 'BUSINESS' } as const, {}],
    ['a code without a business', { taxNo: '91350100M000100Y43' }, {}],
    ['a code with a wrong digit', { taxKind: 'BUSINESS' } as const, { taxNo: '91350100M000100Y44' }],
  ])('is refused at its field with %s', async (_what, over, raw) => {
    const answer = await as('carrier').ask(addDriver, driver(71, over), { raw })
    expect([answer.http, faults(answer)]).toEqual([400, ['taxNo']])
  })
})

describe('numbers of people', () => {
  it('stand once by 身份证号, also when two register at once, and are masked for everybody in lists and details', async () => {
    const answers = await Promise.all(
      (['carrier', 'carrier2', 'carrier'] as const).map(account => as(account).ask(addDriver, driver(3))),
    )
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 1408, 1408])
    const keeper = answers[1]?.envelope.code === 0 ? 'carrier2' : 'carrier'
    const masked = (n: number) => `${idNoOf(n).slice(0, 6)}********${idNoOf(n).slice(-4)}`
    const own = (await as(keeper).send(listDrivers, { text: '陈长顺' })).rows[0]
    expect(own).toMatchObject({
      idNo: masked(3),
      mobile: '19900007777',
      qualificationNo: masked(3),
      licenceNo: masked(3),
      paper: 'unsubmitted',
    })
    const { id } = await as('carrier').send(addDriver, driver(4, { name: '赵四海' }))
    for (const account of ['carrier', 'carrier-finance', 'platform-ops', 'admin'] as const) {
      // the owner of the fleet may call the driver; the others have nothing under way with him
      const mobile = account.startsWith('carrier') ? '19900007777' : '199****7777'
      const row = (await as(account).send(listDrivers, { text: '赵四海' })).rows[0]
      expect(row).toMatchObject({ idNo: masked(4), mobile })
      const text = JSON.stringify([row, await as(account).send(getDriver, { id })])
      expect(text).not.toContain(idNoOf(4))
      expect(text.includes('19900007777')).toBe(account.startsWith('carrier'))
    }
  })

  it('are never written back masked, and stay when they are left out', async () => {
    const { id } = await as('carrier').send(addDriver, driver(5, { name: '钱五' }))
    const them = await clerk()
    const input = await changed(them, id)
    expect(input.qualificationNo).toContain('*')
    expect(
      (await them.ask(updateDriver, input, { raw: { idNo: '130102********0051', mobile: '199****7777' } })).envelope
        .code,
    ).toBe(4001)
    await them.send(updateDriver, { ...input, licenceExpiry: inAYear + DAY_MS })
    expect(
      await world.server.db(tx =>
        tx.one(
          q
            .selectFrom('drivers')
            .select(['id_no', 'mobile', 'qualification_no', 'licence_no', 'licence_expiry'])
            .where('id', '=', id),
        ),
      ),
    ).toEqual({
      id_no: idNoOf(5),
      mobile: '19900007777',
      qualification_no: idNoOf(5),
      licence_no: idNoOf(5),
      licence_expiry: inAYear + DAY_MS,
    })
  })

  it('stay out of the history', async () => {
    const { id } = await as('carrier').send(addDriver, driver(6, { name: '孙六' }))
    await as('carrier').send(updateDriver, {
      ...(await changed(as('carrier'), id)),
      mobile: '19900008888',
      idNo: idNoOf(7),
      qualificationNo: idNoOf(7),
    })
    const events = await world.server.db(tx =>
      tx.rows(q.selectFrom('events').select('diff').where('entity_id', '=', id)),
    )
    expect(JSON.stringify(events)).toContain('（已隐藏）')
    expect(JSON.stringify(events)).not.toMatch(/1990000|1301021980/)
  })

  it('show photos to who keeps the fleet, verifies it or may see them, and to nobody else', async () => {
    const { id } = await as('carrier').send(addDriver, driver(8, { name: '周八' }))
    await as('carrier').send(uploadDriverFiles, { id, category: 'idFront' }, { files: [photo] })
    await world.server.db(tx =>
      tx.run(
        q
          .updateTable('roles')
          .set({ functions: ['driver.view'] })
          .where('name', '=', '财务')
          .where(
            'company_id',
            '=',
            q.selectFrom('users').select('company_id').where('account', '=', 'carrier-finance'),
          ),
      ),
    )
    const looker = await world.server.login('carrier-finance')
    const photos = async (client: ReturnType<typeof as>) => (await client.send(getDriver, { id })).files?.length
    expect([
      await photos(looker),
      await photos(await clerk()),
      await photos(as('carrier')),
      await photos(as('platform-ops')),
    ]).toEqual([undefined, 1, 1, 1])
  })
})

describe('rules', () => {
  it.each<[string, Partial<Input<typeof addDriver>>, string]>([
    ['too young', { idNo: demoIdNo('130102', '20150115', 4) }, 'idNo'],
    ['too old', { idNo: demoIdNo('130102', '19400115', 4) }, 'idNo'],
    ['of a class that is none', { licenceClass: 'XX' }, 'licenceClass'],
    [
      'whose licence begins after it ends',
      { licenceFrom: Date.now() - DAY_MS, licenceExpiry: Date.now() - 9 * DAY_MS },
      'licenceFrom',
    ],
    ['whose licence begins tomorrow', { licenceFrom: Date.now() + DAY_MS }, 'licenceFrom'],
    ['with a qualification without end', { qualificationExpiry: undefined }, 'qualificationExpiry'],
  ])('refuse a driver %s at the field', async (_name, over, field) => {
    const answer = await as('carrier').ask(addDriver, driver(20, over))
    expect([answer.http, faults(answer)]).toEqual([400, [field]])
  })

  it.each([
    ['idNo', '130102198001150000'],
    ['mobile', '12345'],
    ['qualificationNo', '1'],
    ['licenceNo', '##'],
  ])('refuse a wrong %s', async (field, text) => {
    expect(faults(await as('carrier').ask(addDriver, driver(20), { raw: { [field]: text } }))).toEqual([field])
  })

  it('ask no qualification of a driver of light vehicles', async () => {
    const { qualificationNo: _n, qualificationExpiry: _e, ...light } = driver(21, { licenceClass: 'C1', name: '吴轻' })
    const { id } = await as('carrier').send(addDriver, light)
    expect(Object.keys((await as('carrier').send(getDriver, { id })).missing)).toEqual(['idFront', 'idBack', 'licence'])
  })

  it('leave a verified driver verified when the mobile number changes, not when a paper does', async () => {
    const { id } = await makeDriver(as('carrier'), as('platform-ops'), driver(22, { name: '郑安' }))
    const input = await changed(as('carrier'), id)
    const kept = await as('carrier').send(updateDriver, { ...input, mobile: '19900001111' })
    expect((await as('carrier').send(getDriver, { id })).paper).toBe('approved')
    await as('carrier').send(updateDriver, { ...input, version: kept.version, licenceClass: 'B2' })
    expect((await as('carrier').send(getDriver, { id })).paper).toBe('pending')
    expect((await as('carrier').ask(updateDriver, input)).envelope.code).toBe(4090)
  })
})

describe('verification', () => {
  it('names what is missing, goes to the house, comes back with what to mend', async () => {
    const { id, version } = await as('carrier').send(addDriver, driver(30, { name: '王认' }))
    expect(faults(await as('carrier').ask(submitDriver, { id, version }))).toEqual([
      'idFront',
      'idBack',
      'licence',
      'qualification',
    ])
    for (const category of ['idFront', 'idBack', 'licence', 'qualification'] as const)
      await as('carrier').send(uploadDriverFiles, { id, category }, { files: [photo] })
    const handed = await as('carrier').send(submitDriver, { id, version: 5 })
    expect((await as('carrier').ask(verifyDriver, { id, version: handed.version, verdict: 'approve' })).http).toBe(403)
    await as('branch').send(verifyDriver, {
      id,
      version: handed.version,
      verdict: 'reject',
      reason: '身份证模糊',
      fields: ['idFront'],
    })
    const details = await as('carrier').send(getDriver, { id })
    expect(details).toMatchObject({
      paper: 'rejected',
      certificates: [
        { key: 'licence', state: 'pending' },
        { key: 'qualification', state: 'pending' },
        { key: 'idCard', state: 'rejected', reason: '身份证模糊', fields: ['idFront'] },
      ],
    })
    expect(details.acts).toContain('submit')
    expect(
      (
        await as('carrier').ask(
          verifyDriver,
          { id, version: details.version, verdict: 'approve' },
          { raw: { fields: '["none"]' } },
        )
      ).http,
    ).toBe(403)
    expect(
      faults(
        await as('platform-ops').ask(
          verifyDriver,
          { id, version: details.version, verdict: 'reject', reason: '不符' },
          { raw: { fields: '["none"]' } },
        ),
      ),
    ).toEqual(['fields.0'])
  })

  it('counts by state under the filter of the list', async () => {
    const { state } = await as('carrier').send(countDrivers, {})
    expect(Object.values(state).reduce((sum, n) => sum + n, 0)).toBe(
      (await as('carrier').send(listDrivers, { limit: 100 })).rows.length,
    )
    expect((await as('carrier').send(countDrivers, { licenceClass: 'C1' })).state).toEqual({ unsubmitted: 1 })
  })
})

describe('moving on', () => {
  it('lets a driver go to another carrier once the old one retires him; a ban of the platform goes with him', async () => {
    const mine = await as('carrier').send(addDriver, driver(40, { name: '冯走' }))
    expect((await as('carrier2').ask(addDriver, driver(40, { name: '冯走' }))).envelope.code).toBe(1408)
    const retired = await as('carrier').send(retireDriver, { id: mine.id, version: 1, isRetired: true, reason: '离职' })
    const theirs = await as('carrier2').send(addDriver, driver(40, { name: '冯走' }))
    expect(
      (
        await as('carrier').ask(retireDriver, {
          id: mine.id,
          version: retired.version,
          isRetired: false,
          reason: '回来',
        })
      ).envelope.code,
    ).toBe(1408)
    await as('platform-ops').send(blacklistDriver, {
      id: theirs.id,
      version: 1,
      isBlacklisted: true,
      reason: '伪造证件',
    })
    await as('carrier2').send(retireDriver, { id: theirs.id, version: 2, isRetired: true, reason: '辞退' })
    expect((await as('carrier').ask(addDriver, driver(40, { name: '冯走' }))).envelope).toMatchObject({
      code: 1413,
      data: { fields: { idNo: '已被平台列入黑名单' } },
    })
    expect(
      (
        await as('carrier').ask(retireDriver, {
          id: mine.id,
          version: retired.version,
          isRetired: false,
          reason: '回来',
        })
      ).envelope.code,
    ).toBe(1413)
    expect((await as('carrier').ask(addDriver, driver(41, { name: '别人' }))).envelope.code).toBe(0)
  })

  it('refuses to retire a driver who is on the road, and whoever may not', async () => {
    await world.waybills(1)
    const busy = (await as('carrier').send(listDrivers, { limit: 100 })).rows.find(row => row.openWaybills > 0)
    expect(busy).toMatchObject({
      plate: expect.stringMatching(/./) as unknown,
      waybillNo: expect.stringMatching(/^YD/) as unknown,
    })
    // the list leads to that waybill
    expect(await as('carrier').send(getWaybill, { id: busy?.waybillId ?? '' })).toMatchObject({
      waybillNo: busy?.waybillNo,
    })
    expect(
      (
        await as('carrier').ask(retireDriver, {
          id: busy?.id ?? '',
          version: busy?.version ?? 0,
          isRetired: true,
          reason: '离职',
        })
      ).envelope.code,
    ).toBe(1412)
    expect(
      (
        await as('platform-ops').ask(retireDriver, {
          id: busy?.id ?? '',
          version: busy?.version ?? 0,
          isRetired: true,
          reason: '离职',
        })
      ).http,
    ).toBe(403)
    expect(
      (await as('carrier2').ask(retireDriver, { id: busy?.id ?? '', version: 1, isRetired: true, reason: '离职' }))
        .http,
    ).toBe(404)
  })
})
