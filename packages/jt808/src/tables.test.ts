// The tables: texts in GBK, times, parameters, alarms, statuses, extras.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alarmBits, alarmsOf, knownAlarms } from './alarms.ts'
import { bcdOfInstant } from './bcd.ts'
import { Writer } from './cursor.ts'
import { plainText, readGbk, writeGbk } from './gbk.ts'
import { params, readParam, writeParam, type ParamKey } from './params.ts'
import { hasStatus, loadOf, placeOf, statusBits, statusesOf } from './status.ts'
import { safetyAlarms, safetyBodies, safetyToldOf, toldAlarms } from './safety.ts'
import { extrasOf, readExtras } from './tlv.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const hexOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

test('any bytes are text without loss, and the text of people is what the platform reads', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), bytes => {
      expect(hexOf(writeGbk(readGbk(bytes)))).toBe(hexOf(bytes))
    }),
    { numRuns: 2000 },
  )
  expect(readGbk(bytesOf('c9c24b3132333435'))).toBe('陕K12345')
  expect(hexOf(writeGbk('测【123@456#abc!...结束'))).toBe('b2e2a1be3132334034353623616263212e2e2ebde1caf8')
})

test('control: the decoder of the platform loses bytes that are no text', () => {
  const lossy = fc.property(fc.uint8Array({ maxLength: 8 }), bytes => {
    expect(hexOf(writeGbk(new TextDecoder('gbk').decode(bytes)))).toBe(hexOf(bytes))
  })
  expect(fc.check(lossy, { numRuns: 2000 }).failed).toBe(true)
})

test('NULs and broken text reach neither people nor the database', () => {
  expect(plainText(readGbk(bytesOf('0000 c9c2 00 ff 41 81 00')))).toBe('陕\ufffdA\ufffd')
})

test('times are of GMT+8, and of UTC where it is asked for', () => {
  expect(bcdOfInstant(Date.UTC(2026, 10, 24, 0, 30, 15))).toBe('261124083015')
  expect(bcdOfInstant(Date.UTC(2026, 10, 24, 0, 30, 15), 'utc')).toBe('261124003015')
  expect([bcdOfInstant(0), bcdOfInstant(Number.NaN)]).toEqual([undefined, undefined])
})

// typed by hand from table 12, not from the code: ids that the tables of others have wrong
const typed: readonly (readonly [number, ParamKey, number | string])[] = [
  [0x0001, 'heartbeatS', 4],
  [0x0013, 'mainServer', 'text'],
  [0x0018, 'tcpPort', 4],
  [0x0020, 'reportStrategy', 4],
  [0x0027, 'reportAsleepS', 4],
  [0x0028, 'reportAlarmS', 4],
  [0x0029, 'reportS', 4],
  [0x002c, 'reportM', 4],
  [0x0030, 'turnDegrees', 4],
  [0x0031, 'fenceRadiusM', 2],
  [0x0050, 'alarmMask', 4],
  [0x0055, 'speedMostKmh', 4],
  [0x0057, 'drivingMostS', 4],
  [0x005a, 'parkingMostS', 4],
  [0x005b, 'overspeedWarnTenthKmh', 2],
  [0x0080, 'odometerTenthKm', 4],
  [0x0081, 'province', 2],
  [0x0082, 'city', 2],
  [0x0083, 'plate', 'text'],
  [0x0084, 'plateColor', 1],
]

test('parameters have the ids and widths of the standard', () => {
  expect(typed.map(([, key]) => [params[key].id, key, params[key].width])).toEqual(typed)
  const ids = Object.values(params).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every parameter is read as it was written', () => {
  const samples = (Object.keys(params) as ParamKey[]).map(key => {
    const { width } = params[key]
    return [key, width === 'text' ? '陕K12345' : typeof width === 'object' ? '01'.repeat(width.bytes) : 1] as const
  })
  for (const [key, value] of samples) {
    const item = writeParam(key, value)
    expect(item && readParam(item), key).toEqual({ key, value })
  }
})

test('values beyond their range, of another width or of another kind are refused', () => {
  expect(writeParam('turnDegrees', 180)).toBeUndefined()
  expect(writeParam('plateColor', 256)).toBeUndefined()
  expect(writeParam('plateColor', '黄')).toBeUndefined()
  expect(writeParam('plate', '😀')).toBeUndefined()
  expect(writeParam('plate', '陕'.repeat(128))).toBeUndefined()
  expect(readParam({ id: 0x0031, value: bytesOf('0000003c') })).toBeUndefined()
  expect(readParam({ id: 0xf000, value: bytesOf('00') })).toBeUndefined()
  expect(writeParam('turnDegrees', 179)).toEqual({ id: 0x30, value: bytesOf('000000b3') })
})

test('two people set what cuts a terminal off or makes it another vehicle', () => {
  const dangerous = Object.values(params).filter(one => 'isDangerous' in one)
  const ids = dangerous.map(({ id }) => id).toSorted((a, b) => a - b)
  // servers and their accounts; numbers that may reset it, listen in or order it about; its plate
  const servers = Array.from({ length: 0x1d - 0x10 + 1 }, (_, at) => 0x10 + at)
  expect(ids).toEqual([...servers, 0x41, 0x42, 0x48, 0x49, 0x83, 0x84])
})

test('alarms: 32 bits, each once; those that end with our answer are events; some can be confirmed by hand', () => {
  expect(Object.values(alarmBits).map(({ bit }) => bit)).toEqual(Array.from({ length: 32 }, (_, bit) => bit))
  expect(alarmsOf(0x8000_0001)).toEqual(['sos', 'doorOpened'])
  // 15 to 17 are of 2019
  expect([knownAlarms(0x8003_8001, false), knownAlarms(0x8003_8001, true)]).toEqual([0x8000_0001, 0x8003_8001])
  const events = Object.values(alarmBits).filter(one => 'isEvent' in one)
  expect(events.map(({ bit }) => bit)).toEqual([0, 3, 20, 21, 22, 27, 28, 31])
})

test('statuses: bits as the standard numbers them, hemispheres as bits or as signs', () => {
  expect(Object.values(statusBits).map(({ bit }) => bit)).toEqual([
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    ...Array.from({ length: 13 }, (_, at) => 10 + at),
  ])
  expect(statusesOf(0b11)).toEqual(['ignition', 'fixed'])
  expect([loadOf(0), loadOf(0x100), loadOf(0x300), hasStatus(0x20, 'shifted')]).toEqual(['empty', 'half', 'full', true])
  expect(placeOf({ status: 0, latE6: 40_018_848, lonE6: 116_222_480 })).toEqual({
    latE6: 40_018_848,
    lonE6: 116_222_480,
  })
  expect(placeOf({ status: 0b1100, latE6: 1, lonE6: 0 })).toEqual({ latE6: -1, lonE6: 0 })
  expect(placeOf({ status: 0, latE6: 2 ** 32 - 5, lonE6: 7 })).toEqual({ latE6: -5, lonE6: 7 })
})

test('extras: known ones by name, unknown and cut ones as bytes', () => {
  const identity = '69643030303033241127154217000500'
  const adas = `642f 0000001f 00 02 01 32 32 01 00 00 35 0064 01e0d40a 073e6ac4 241127154210 ffff ${identity}`
  const bytes = bytesOf(`01040000c350 0202 01d4 0602 8005 1101 00 1206 01 00000009 01 e105 0102030405 ${adas} 33 05 01`)
  expect(readExtras(bytes)).toEqual({
    odometerTenthKm: 50_000,
    fuelTenthL: 468,
    cabinTemperature: -5,
    overspeed: { shape: 0, areaId: undefined },
    crossing: { shape: 1, areaId: 9, isExit: true },
    adas: {
      alarmId: 31,
      flag: 0,
      type: 2,
      level: 1,
      frontSpeedKmh: 50,
      distance: 50,
      lane: 1,
      sign: 0,
      signValue: 0,
      speedKmh: 53,
      altitudeM: 100,
      latE6: 31_511_562,
      lonE6: 121_531_076,
      time: '241127154210',
      vehicle: 0xffff,
      identity,
      rest: new Uint8Array(0),
    },
  })
  expect(
    extrasOf(bytes)
      .map(({ id, isCut }) => [id, isCut])
      .slice(-3),
  ).toEqual([
    [0xe1, false],
    [0x64, false],
    [0x33, true],
  ])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), any => {
      readExtras(any)
      expect(extrasOf(any).flatMap(one => [...one.bytes]).length).toBeLessThanOrEqual(any.length)
    }),
    { numRuns: 2000 },
  )
})

test('alarms of active safety: bodies come back byte for byte, told by their table; one that ends within a tyre keeps its bytes', () => {
  const identity = '69643030303033241127154217000500'
  const at = `35 0064 01e0d40a 073e6ac4 241127154210 0001 ${identity}`
  const bodies = {
    adas: `0000001f 01 04 02 32 14 00 01 50 ${at} aabb`,
    driverState: `00000020 02 02 02 03 00000000 ${at}`,
    tyreAlarm: `00000021 00 ${at} 02 00 0002 0384 0028 0064 05 0040 01f4 ffec 0064`,
    blindSpot: `00000022 01 03 ${at}`,
  } as const
  const extra = (id: number, text: string): number[] => [id, bytesOf(text).length, ...bytesOf(text)]
  const read = readExtras(
    Uint8Array.from([
      ...extra(0x64, bodies.adas),
      ...extra(0x65, bodies.driverState),
      ...extra(0x66, bodies.tyreAlarm),
      ...extra(0x67, bodies.blindSpot),
    ]),
  )
  const { adas, driverState, tyreAlarm, blindSpot } = read
  if (!adas || !driverState || !tyreAlarm || !blindSpot) throw new Error('a body is not read')
  const written = (write: (to: Writer) => void): string => {
    const to = new Writer(2019)
    write(to)
    return to.refused ?? Buffer.from(to.written).toString('hex')
  }
  expect([
    written(to => safetyBodies.adas.write(to, adas)),
    written(to => safetyBodies.driverState.write(to, driverState)),
    written(to => safetyBodies.tyreAlarm.write(to, tyreAlarm)),
    written(to => safetyBodies.blindSpot.write(to, blindSpot)),
  ]).toEqual(Object.values(bodies).map(text => text.replaceAll(' ', '')))
  expect(safetyToldOf(read)).toEqual([
    { key: 'pedestrian', level: 2, isEnd: false },
    { key: 'phoning', level: 2, isEnd: true },
    { key: 'tyreHigh', level: 0, isEnd: false },
    { key: 'tyreLeak', level: 0, isEnd: false },
    { key: 'rightRearClose', level: 0, isEnd: false },
  ])
  // levels the standard has not are none
  const level = (of: number) => safetyToldOf({ driverState: { ...driverState, level: of } }).map(one => one.level)
  expect([0, 1, 2, 3, 255].flatMap(level)).toEqual([0, 1, 2, 0, 0])
  // three tyres are told, and two are there
  const lying = bytesOf(bodies.tyreAlarm.replace(`${identity} 02`, `${identity} 03`))
  expect(readExtras(Uint8Array.from([0x66, lying.length, ...lying]))).toEqual({})
  expect(new Set(Object.keys(toldAlarms)).size).toBe(Object.keys(alarmBits).length + Object.keys(safetyAlarms).length)
  fc.assert(
    fc.property(fc.constantFrom(0x64, 0x65, 0x66, 0x67), fc.uint8Array({ maxLength: 120 }), (id, any) => {
      const told = readExtras(Uint8Array.from([id, any.length, ...any]))
      expect(safetyToldOf(told).length).toBeLessThanOrEqual(8)
    }),
    { numRuns: 2000 },
  )
})
