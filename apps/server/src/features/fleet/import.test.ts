// Vehicles and drivers by file: templates, dry runs with faults by row, all or exactly the good ones, and races with
// people.
import { maskIdNo } from '@yunshu/domain/identity/masking'
import { addDriver, listDrivers } from '@yunshu/contract/fleet/driver'
import { checkImport, getImportTemplate, runImport, type ImportDetail } from '@yunshu/contract/importing'
import { addPayee, blacklistPayee, getPayee } from '@yunshu/contract/fleet/payee'
import { addVehicle, blacklistVehicle, getVehicle, listVehicles } from '@yunshu/contract/fleet/vehicle'
import { driverColumns, payeeColumns, vehicleColumns } from '@yunshu/domain/fleet/columns'
import type { ImportColumns } from '@yunshu/domain/importing/cells'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoIdNo } from '../../../demo/invented.ts'
import { startFreightWorld, type FreightAccount, type FreightWorld } from '../../../../../tests/server/freightWorld.ts'
import { card, driver, idNoOf, person, vehicle } from '../../../../../tests/server/fleetWorld.ts'

let world: FreightWorld
beforeAll(async () => {
  world = await startFreightWorld()
})
afterAll(() => world.stop())

type Cells = Readonly<Record<string, string | number>>
async function fileOf(columns: ImportColumns, rows: readonly Cells[]): Promise<{ name: string; bytes: Buffer }> {
  const keys = Object.keys(columns)
  return {
    name: '车队.xlsx',
    bytes: Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: '车队',
            rows: [
              keys.map(key => columns[key]?.title ?? ''),
              ...rows.map(cells => keys.map(key => cells[key] ?? null)),
            ],
          },
        ],
      }),
    ),
  }
}
const truck = (plate: string, over: Cells = {}): Cells => ({
  plate,
  plateColor: '黄色',
  typeCode: '重型普通货车',
  energy: '柴油',
  tonnageG: '18',
  grossG: '31',
  licenceExpiry: '2029-06-30',
  transportCertNo: '130102123456',
  transportCertExpiry: '2029/6/30',
  length: '9.6',
  useCharacter: '货运',
  ...over,
})
const man = (n: number, over: Cells = {}): Cells => ({
  name: `导入${n}`,
  idNo: idNoOf(n),
  mobile: '199 0000 1234',
  licenceClass: 'a2',
  licenceExpiry: '2030年3月15日',
  idCardExpiry: '2035-01-01',
  qualificationExpiry: '2029-08-01',
  ...over,
})
const columnsOf = { vehicles: vehicleColumns, drivers: driverColumns, payees: payeeColumns } as const
const check = async (kind: keyof typeof columnsOf, rows: readonly Cells[], who: FreightAccount = 'carrier') =>
  world.as(who).ask(checkImport, { kind }, { files: [await fileOf(columnsOf[kind], rows)] })
const run = ({ id, version }: ImportDetail, mode: 'ALL' | 'GOOD') =>
  world.as('carrier').ask(runImport, { id, version, mode })
const said = (detail: ImportDetail): string[] =>
  detail.faults.map(({ row, title = '', reason }) => `${row} ${title} ${reason}`)

test('vehicles: faults by row, then exactly the good ones, as if they had been typed in', async () => {
  await world.as('carrier2').send(addVehicle, vehicle({ plate: '冀D00001' }))
  const { data } = await check('vehicles', [
    truck('冀D·10001', { vin: '1M8GDM9AXKP042788', terminalId: '13900001111', axles: '4' }),
    truck('冀D00001'),
    truck('冀D10001', { terminalId: '13900001111' }),
    truck('冀D10004', { plateColor: '渐变绿色' }),
    truck('冀D10005', { grossG: '9' }),
    truck('冀D10006', { length: '99', axles: '1' }),
    truck('冀D10007', { transportCertNo: '' }),
    truck('川AI2345'),
    truck('冀D10009', { typeCode: '飞船' }),
    truck('冀DL0010', {
      plateColor: '蓝色',
      typeCode: 'H32',
      tonnageG: '1.495',
      grossG: '4.495吨',
      transportCertNo: '',
      transportCertExpiry: '',
    }),
  ])
  expect(said(data)).toEqual([
    '3 车牌号 已登记',
    '4 车牌号 与第2行重复',
    '4 终端号 与第2行重复',
    '5 车牌颜色 车牌颜色与车牌号不匹配',
    '6 总质量 不能小于核定载质量',
    '7 车长 应为1至30米',
    '7 轴数 应为2至8',
    '8 道路运输证号 请填写道路运输证号',
    '9 车牌号 车牌号格式不正确，新能源车牌为8位',
    expect.stringContaining('10 车辆类型 不是可选的值'),
  ])
  expect((await run(data, 'ALL')).envelope.message).toContain('有 8 行不正确，没有导入任何数据')
  expect((await world.as('carrier').send(listVehicles, { text: '冀D' })).rows).toEqual([])
  const done = (await run(data, 'GOOD')).data
  expect(done).toMatchObject({
    state: 'done',
    rowsWritten: 2,
    made: [
      { row: 2, label: '冀D10001' },
      { row: 11, label: '冀DL0010' },
    ],
  })
  const made = await world.as('carrier').send(getVehicle, { id: done.made[0]?.id ?? '' })
  expect(made).toMatchObject({
    plate: '冀D10001',
    plateColor: '2',
    typeCode: 'H11',
    energy: 'B',
    tonnageG: 18_000_000,
    grossG: 31_000_000,
    vin: '1M8GDM9AXKP042788',
    lengthDm: 96,
    axles: 4,
    useCharacter: 'freight',
    terminalId: '13900001111',
    paper: 'unsubmitted',
  })
  expect(made.log.map(({ action }) => action)).toEqual(['导入登记'])
})

const masked = (n: number): string => maskIdNo(idNoOf(n), '6+4')

test('drivers: kept whole on the way in, masked on the way out, told twins and elders, numbers of papers follow the 身份证号', async () => {
  await world.as('carrier2').send(addDriver, driver(301))
  const { data } = await check('drivers', [
    man(300),
    man(301),
    man(300),
    man(303, { idNo: demoIdNo('130102', '19400101', 1) }),
    man(304, { licenceClass: 'Z9' }),
    man(305, { mobile: '123' }),
    man(306, { idNo: '13010219800115000' }),
    man(307, { licenceClass: 'C1', qualificationExpiry: '' }),
  ])
  expect(said(data)).toEqual([
    '3 身份证号 已登记',
    '4 身份证号 与第2行重复',
    '5 身份证号 驾驶员年龄须在18至70周岁之间',
    '6 准驾车型 格式不正确，例如 A2、B2',
    '7 手机号 手机号格式不正确',
    '8 身份证号 身份证号不正确，请核对后重新填写',
  ])
  expect((await run(data, 'GOOD')).data.rowsWritten).toBe(2)
  const rows = (await world.as('carrier').send(listDrivers, { text: '导入' })).rows
  expect(
    rows.map(({ name, idNo, mobile, licenceNo, licenceClass, qualificationNo }) => [
      name,
      idNo,
      mobile,
      licenceNo,
      licenceClass,
      qualificationNo,
    ]),
  ).toEqual([
    ['导入307', masked(307), '19900001234', masked(307), 'C1', undefined],
    ['导入300', masked(300), '19900001234', masked(300), 'A2', masked(300)],
  ])
})

test('payees: a driver’s own account is known by his number, others need theirs; twins, wrong cards and the platform’s blacklist are told', async () => {
  const { id: driverId } = await world.as('carrier').send(addDriver, driver(970, { name: '卫本人' }))
  const { id: bannedId } = await world.as('carrier2').send(addPayee, person(971))
  await world.as('platform-ops').send(blacklistPayee, { id: bannedId, version: 1, isBlacklisted: true, reason: '冒名' })
  await world.as('carrier').send(addPayee, person(972))
  const row = (n: number, over: Cells = {}): Cells => ({
    name: `收款${n}`,
    idNo: demoIdNo('130102', '19750310', n),
    mobile: '199 0000 6666',
    bank: '中国银行',
    accountNo: card(n).replace(/(.{4})/g, '$1 '),
    ...over,
  })
  const { data } = await check('payees', [
    row(973, { name: '卫本人', idNo: idNoOf(970), mobile: '' }),
    row(974),
    row(975, { accountNo: '6222020000000000019' }),
    row(974),
    row(976, { name: '别人', idNo: idNoOf(970) }),
    row(977, { mobile: '' }),
    row(978, { accountNo: card(971) }),
    row(979, { idNo: person(971).idNo ?? '' }),
    row(980, { accountNo: card(972) }),
    row(981, { kind: '企业', accountNo: '1100001' }),
  ])
  expect(said(data)).toEqual([
    '4 银行账号 银行卡号校验失败',
    '5 银行账号 与第3行重复',
    '6 户名 本人账户的户名须与司机姓名一致',
    '7 手机号 请填写手机号',
    '8 银行账号 已被平台列入黑名单',
    '9 证件号 已被平台列入黑名单',
    '10 银行账号 已登记',
    expect.stringMatching(/^11 证件号 /),
    '11 联行号 对公账户须填写联行号',
  ])
  const { data: done } = await run(data, 'GOOD')
  expect(done.made.map(({ label }) => label)).toEqual(['卫本人', '收款974'])
  expect(await world.as('carrier').send(getPayee, { id: done.made[0]?.id ?? '' })).toMatchObject({
    driverId,
    kind: 'PERSON',
    mobile: '19900007777',
    accountNo: `****${card(973).slice(-4)}`,
    paper: 'unsubmitted',
    log: [{ action: '导入登记' }],
  })
  expect((await world.as('carrier').send(getPayee, { id: done.made[1]?.id ?? '' })).driverId).toBeUndefined()
})

test('a row with a cell that cannot be read is told all its faults at once, and none for what the unread cell alone could decide', async () => {
  await world.as('carrier2').send(addVehicle, vehicle({ plate: '冀F00001', terminalId: '13900002222' }))
  const vehicles = (
    await check('vehicles', [
      truck('冀F00001', { tonnageG: '很重', trailerPlate: '冀F1234', terminalId: '13900002222', grossG: '1' }),
      truck('冀F10001', { plateColor: '彩色', registerDate: '2099-01-01' }),
      truck('冀F10002', { transportCertNo: '#N/A' }),
      truck('冀F10003', { typeCode: '飞船', grossG: '9' }),
      truck('冀F10001'),
      truck('冀F10004', { licenceExpiry: '某天' }),
      truck('冀F10004'),
    ])
  ).data
  expect(said(vehicles)).toEqual([
    '2 核定载质量 重量格式不正确，例如 32.400',
    '2 挂车号牌 车牌号格式不正确，新能源车牌为8位',
    '2 车牌号 已登记',
    '2 终端号 已绑定其他车辆',
    expect.stringMatching(/^3 车牌颜色 不是可选的值/),
    '3 注册日期 不能晚于今天',
    '4 道路运输证号 是 Excel 错误值 #N/A',
    expect.stringMatching(/^5 车辆类型 不是可选的值/),
    '7 行驶证有效期 不是可识别的时间，例如 2026-11-21 08:30',
    '8 车牌号 与第7行重复',
  ])
  expect(vehicles.rowsBad).toBe(6)
  const drivers = (
    await check('drivers', [
      man(301, { mobile: '123' }),
      man(311, { licenceExpiry: '某天', licenceClass: 'Z9' }),
      man(312, { idNo: '#REF!', licenceFrom: '2035-01-01' }),
    ])
  ).data
  expect(said(drivers)).toEqual([
    '2 手机号 手机号格式不正确',
    '2 身份证号 已登记',
    '3 驾驶证有效期 不是可识别的时间，例如 2026-11-21 08:30',
    '3 准驾车型 格式不正确，例如 A2、B2',
    '4 身份证号 是 Excel 错误值 #REF!',
    '4 驾驶证有效期起 不能晚于今天',
  ])
  const payees = (
    await check('payees', [
      {
        name: '#N/A',
        idNo: demoIdNo('130102', '19750310', 5),
        mobile: '19900006666',
        bank: '中国银行',
        accountNo: card(972),
      },
    ])
  ).data
  expect(said(payees)).toEqual(['2 户名 是 Excel 错误值 #N/A', '2 银行账号 已登记'])
})

test('what is registered between the check and the run is told, nothing is written twice', async () => {
  const { data } = await check('vehicles', [truck('冀E10001'), truck('冀E10002')])
  expect(data.rowsBad).toBe(0)
  await world.as('carrier2').send(addVehicle, vehicle({ plate: '冀E10001' }))
  const all = (await run(data, 'ALL')).data
  expect(all).toMatchObject({ state: 'checked', changed: [2], rowsWritten: 0 })
  expect((await run(all, 'GOOD')).data).toMatchObject({ state: 'done', rowsWritten: 1 })
})

test('two files with the same vehicle at once: each vehicle stands once, nobody gets a 5xx', async () => {
  const [a, b] = [
    (await check('vehicles', [truck('冀E20001'), truck('冀E20002')])).data,
    (await check('vehicles', [truck('冀E20002'), truck('冀E20003')])).data,
  ]
  const answers = await Promise.all([run(a, 'ALL'), run(b, 'ALL')])
  expect(answers.every(({ http }) => http < 500)).toBe(true)
  const plates = (await world.as('carrier').send(listVehicles, { text: '冀E2000' })).rows
    .map(row => row.plate)
    .toSorted()
  expect(plates.filter(plate => plate === '冀E20002')).toHaveLength(1)
  expect(plates).toHaveLength(2)
})

test('what the platform blacklisted is refused in files too', async () => {
  const { id } = await world.as('carrier2').send(addVehicle, vehicle({ plate: '冀E30001' }))
  await world.as('platform-ops').send(blacklistVehicle, { id, version: 1, isBlacklisted: true, reason: '套牌' })
  await world.server.db(tx => tx.run(q.updateTable('vehicles').set({ retired_at: Date.now() }).where('id', '=', id)))
  expect(said((await check('vehicles', [truck('冀E30001')])).data)).toEqual(['2 车牌号 已被平台列入黑名单'])
})

test('the templates have an example that would be taken, and notes for every column', async () => {
  for (const [kind, columns] of [
    ['vehicles', vehicleColumns],
    ['drivers', driverColumns],
    ['payees', payeeColumns],
  ] as const) {
    const answer = await world.as('carrier').blob(getImportTemplate, { kind })
    const { sheets } = await readXlsx(answer.bytes)
    expect(sheets[0]?.rows[0]).toHaveLength(Object.keys(columns).length)
    expect(sheets[1]?.rows.length).toBeGreaterThan(Object.keys(columns).length)
    const example = Object.fromEntries(Object.entries(columns).map(([key, { example: text }]) => [key, text]))
    // one cell differs from the example, else it is taken for the example itself
    const { data } = await check(kind, [
      { ...example, ...(kind === 'vehicles' ? { plate: '冀E40001' } : { name: '王建军' }) },
    ])
    expect(said(data)).toEqual([])
  }
})

test('is for who keeps a fleet: not for the house, a finance clerk, or a shipper', async () => {
  for (const account of ['platform-ops', 'admin', 'carrier-finance', 'shipper'] as const)
    expect((await check('vehicles', [truck('冀E50001')], account)).http).toBe(403)
})

test('5,000 vehicles with 40 wrong ones are checked and written within the time of a call', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) =>
    truck(`冀F${String(10_000 + n)}`, n % 125 === 7 ? { plateColor: '渐变绿色' } : {}),
  )
  const start = performance.now()
  const { data } = await check('vehicles', rows)
  const checked = performance.now()
  expect(data).toMatchObject({ rowsTotal: 5000, rowsBad: 40 })
  const done = await run(data, 'GOOD')
  console.log(
    `5,000 vehicles: checked in ${Math.round(checked - start)} ms, 4,960 written in ${Math.round(performance.now() - checked)} ms`,
  )
  expect(done.data).toMatchObject({ state: 'done', rowsWritten: 4960 })
})
