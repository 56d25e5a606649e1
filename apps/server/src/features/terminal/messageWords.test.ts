// Words of messages: no number of a table and no name of the codec stands where people read.
import type { FaultWord } from '@yunshu/jt808/fault'
import { alarmBits } from '@yunshu/jt808/alarms'
import { writeGbk } from '@yunshu/jt808/gbk'
import type { Location } from '@yunshu/jt808/location'
import type { Message } from '@yunshu/jt808/message'
import { params, writeParam } from '@yunshu/jt808/params'
import { statusBits } from '@yunshu/jt808/status'
import { expect, test } from 'vitest'
import { faultWords, messageFields, messageName } from './messageWords.ts'

const bit = (one: { readonly bit: number }): number => 2 ** one.bit
const location: Location = {
  alarm: bit(alarmBits.sos) + bit(alarmBits.overspeed),
  status: bit(statusBits.ignition) + bit(statusBits.fixed),
  latE6: 38_285_390,
  lonE6: 109_734_567,
  altitudeM: 1050,
  speedTenthKmh: 684,
  heading: 90,
  time: '261124083015',
  extras: Buffer.from('01040000c350300108e00101', 'hex'),
}
const said = (message: Message, is2019 = false) =>
  messageFields(message, is2019).map(({ name, value }) => `${name} ${value}`)

test('a location is told by its tables: moment, place, statuses, alarms and extras with their units; an unknown extra keeps its bytes', () => {
  expect(said({ kind: 'location', value: location })).toEqual([
    '终端时间 2026-11-24 08:30:15',
    '位置 109.734567,38.285390',
    '速度 68.4 km/h',
    '方向 90 度',
    '海拔 1050 米',
    '状态 ACC 开、已定位、空载',
    '报警 紧急报警、超速报警',
    '里程 5000.0 公里',
    '无线信号强度 8',
    '其他附加信息 0xE0 01',
  ])
})

test('alarms of active safety are told by their tables: the kind, its level, what they measured, and the identity of their photos', () => {
  const identity = '31'.repeat(16)
  const at = `35 0064 01e0d40a 073e6ac4 241127154210 0001 ${identity}`
  const bodies = `6430 00000001 01 03 02 32 0c 00 00 00 ${at} 00 6629 00000001 00 ${at} 00`
  const extras = Buffer.from(bodies.replaceAll(' ', ''), 'hex')
  expect(said({ kind: 'location', value: { ...location, extras } }).slice(-2)).toEqual([
    `高级驾驶辅助报警 车距过近报警，二级，前车 50 km/h，距前方 1.2 秒，开始，车速 53 km/h，报警标识 ${identity}`,
    `胎压监测报警 无异常，车速 53 km/h，报警标识 ${identity}`,
  ])
  expect(said({ kind: 'batch', value: { type: 0, locations: [{ ...location, alarm: 0, extras }] } }).at(-1)).toMatch(
    /报警：车距过近报警$/,
  )
})

test('a batch is a row for each of its locations', () => {
  const quiet = { ...location, alarm: 0, extras: new Uint8Array(0) }
  expect(said({ kind: 'batch', value: { type: 1, locations: [location, quiet] } })).toEqual([
    '类型 盲区补传',
    '第 1 条 2026-11-24 08:30:15　109.734567,38.285390　68.4 km/h　ACC 开、已定位、空载　报警：紧急报警、超速报警',
    '第 2 条 2026-11-24 08:30:15　109.734567,38.285390　68.4 km/h　ACC 开、已定位、空载',
  ])
})

test('answers, registrations, cards, waybills and what is passed through are told in words; a code is not', () => {
  expect(said({ kind: 'terminalReply', value: { serial: 7, id: 0x8300, result: 3 } })).toEqual([
    '应答 文本下发（0x8300）',
    '应答流水号 7',
    '结果 不支持',
  ])
  expect(said({ kind: 'auth', value: { code: 'geheim' } })).toEqual(['鉴权码 已提供'])
  const item = writeParam('heartbeatS', 60)
  if (!item) throw new Error('no item')
  expect(said({ kind: 'paramsReply', value: { serial: 9, items: [item] } })).toEqual(['应答流水号 9', '心跳间隔 60秒'])
  const text = writeGbk('煤炭 32 吨')
  if (!text) throw new Error('no text')
  expect(said({ kind: 'electronicWaybill', value: { data: text } })).toEqual(['电子运单内容 煤炭 32 吨'])
  expect(said({ kind: 'transparentUp', value: { type: 0xf0, data: Buffer.from('0102', 'hex') } })).toEqual([
    '类型 0xF0',
    '内容 0102',
  ])
  expect(said({ kind: 'driverCard', value: { state: 1, time: '261124083015', result: 2 } })).toEqual([
    '动作 插卡',
    '时间 2026-11-24 08:30:15',
    '结果 卡被锁定',
  ])
})

test('every reason a message cannot be read is told in words, and a message nobody knows has a name', () => {
  const words: FaultWord[] = [
    'long',
    'short',
    'escape',
    'checksum',
    'length',
    'part',
    'encrypted',
    'unsupported',
    'body',
    'value',
  ]
  for (const word of words) expect(faultWords[word]).toMatch(/\p{Script=Han}/u)
  expect([messageName(0x0200), messageName(0x0f01)]).toEqual(['位置汇报', '未知报文'])
})

test('NULs, controls and bytes that are no text within the words of a terminal are not among the fields', () => {
  const torn = 'A\0B\u001b\udc81C\n'
  const card = { name: torn, certificate: torn, agency: torn, expiry: '20301231', idNumber: torn }
  const items = [{ id: params.mainServer.id, value: Buffer.from('4100421b81', 'hex') }]
  const register = { province: 1, city: 2, maker: torn, model: torn, deviceNo: torn, plateColor: 1, plate: torn }
  const messages: Message[] = [
    { kind: 'driverCard', value: { state: 1, time: location.time, result: 0, card } },
    { kind: 'paramsReply', value: { serial: 1, items } },
    { kind: 'register', value: register },
    { kind: 'auth', value: { code: 'x', imei: torn, software: torn } },
  ]
  const words = messages.flatMap(message => said(message, true))
  expect(words).toEqual(
    expect.arrayContaining(['司机 AB\ufffdC', '主服务器地址 AB\ufffd', '车牌 AB\ufffdC', 'IMEI AB\ufffdC']),
  )
  expect(words.filter(word => /[\p{Cc}\p{Cs}]/u.test(word))).toEqual([])
  // of a body that is no text the digits are told
  expect(said({ kind: 'electronicWaybill', value: { data: Buffer.from('4181', 'hex') } })).toEqual([
    '电子运单内容 4181',
  ])
})
