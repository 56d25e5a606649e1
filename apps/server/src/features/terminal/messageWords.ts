// Words for messages of terminals: each field with its name, locations as rows, statuses, alarms and extras by their tables.
import { printCentre } from '@yunshu/domain/fence'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { photoEvents } from '@yunshu/domain/terminal/terminalCommand'
import { alarmBits, alarmsOf, knownAlarms } from '@yunshu/jt808/alarms'
import type { FaultWord } from '@yunshu/jt808/fault'
import { plainText, readGbk } from '@yunshu/jt808/gbk'
import type { Location } from '@yunshu/jt808/location'
import { messageKinds, type Message } from '@yunshu/jt808/message'
import { loadOf, placeOf, statusBits, statusesOf } from '@yunshu/jt808/status'
import { extraKinds, extrasOf, readExtras, type ExtraKey } from '@yunshu/jt808/tlv'
import { momentOf } from '@yunshu/track/clockFix'
import { paramWords } from './orderParams.ts'
import { isSafetyExtra, safetyLabels, safetyText } from './safetyWords.ts'

interface Field {
  readonly name: string
  readonly value: string
}

/** Reasons a message could not be read, in words. */
export const faultWords: Readonly<Record<FaultWord, string>> = {
  long: '报文过长',
  short: '报文过短',
  escape: '转义不正确',
  checksum: '校验码不正确',
  length: '长度与消息头不符',
  part: '分包序号不正确',
  encrypted: '内容已加密，平台不解密',
  unsupported: '平台不认识这种报文，只保存原文',
  body: '内容与标准格式不符',
  value: '字段值超出范围',
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()
const codeOf = (id: number): string => `0x${id.toString(16).toUpperCase().padStart(4, '0')}`
const kinds = Object.values(messageKinds)
/** The name of a message by its number. */
export const messageName = (id: number): string => kinds.find(kind => kind.id === id)?.label ?? '未知报文'
const named = (id: number): string => `${messageName(id)}（${codeOf(id)}）`

/** The moment a terminal told, as it told it. */
const timeOf = (told: string): string => {
  const at = momentOf(told)
  return at === undefined ? `${told}（不是时间）` : formatDateTime(at)
}

const loads = { empty: '空载', half: '半载', reserved: '', full: '满载' } as const
const statusText = (status: number): string =>
  [...statusesOf(status).map(key => statusBits[key].label), loads[loadOf(status)]].filter(Boolean).join('、') || '无'
const alarmText = (word: number, is2019: boolean): string =>
  alarmsOf(knownAlarms(word, is2019))
    .map(key => alarmBits[key].label)
    .join('、') || '无'

const extraKeys = Object.keys(extraKinds) as ExtraKey[]
/** Extras a person reads by a unit of their own. */
const inUnit: { readonly [K in ExtraKey]?: { readonly name: string; readonly text: (value: number) => string } } = {
  odometerTenthKm: { name: '里程', text: value => `${(value / 10).toFixed(1)} 公里` },
  fuelTenthL: { name: '油量', text: value => `${(value / 10).toFixed(1)} 升` },
  recorderSpeedTenthKmh: { name: '行驶记录速度', text: value => `${(value / 10).toFixed(1)} km/h` },
  cabinTemperature: { name: '车厢温度', text: value => `${value} ℃` },
}

function extraFields(bytes: Uint8Array): Field[] {
  const read = readExtras(bytes)
  const known = extraKeys.flatMap((key): Field[] => {
    const value = read[key]
    if (value === undefined) return []
    if (isSafetyExtra(key)) return [{ name: extraKinds[key].label, value: safetyText(read, key) ?? '' }]
    const unit = inUnit[key]
    if (unit && typeof value === 'number') return [{ name: unit.name, value: unit.text(value) }]
    return [{ name: extraKinds[key].label, value: typeof value === 'number' ? String(value) : extraText(value) }]
  })
  const ids = new Set(extraKeys.filter(key => read[key] !== undefined).map(key => extraKinds[key].id))
  const others = extrasOf(bytes).filter(({ id }) => !ids.has(id))
  return [
    ...known,
    ...others.map(({ id, bytes: value }) => ({
      name: `其他附加信息 0x${id.toString(16).toUpperCase().padStart(2, '0')}`,
      value: hexOf(value) || '空',
    })),
  ]
}

const extraWords: Readonly<Record<string, string>> = {
  shape: '区域类型',
  areaId: '区域编号',
  isExit: '离开',
  segmentId: '路段编号',
  seconds: '行驶秒数',
  isTooLong: '过长',
}
const sayPart = (part: unknown): string => {
  if (typeof part === 'boolean') return part ? '是' : '否'
  return typeof part === 'number' || typeof part === 'string' ? String(part) : ''
}
const extraText = (value: object): string =>
  Array.isArray(value)
    ? value.map(sayPart).join('、')
    : Object.entries(value)
        .map(([name, part]) => `${extraWords[name] ?? name} ${sayPart(part)}`)
        .join('，')

/** The fields of a location. */
function locationFields(location: Location, is2019: boolean): Field[] {
  return [
    { name: '终端时间', value: timeOf(location.time) },
    { name: '位置', value: printCentre(placeOf(location)) },
    { name: '速度', value: `${(location.speedTenthKmh / 10).toFixed(1)} km/h` },
    { name: '方向', value: `${location.heading} 度` },
    { name: '海拔', value: `${location.altitudeM} 米` },
    { name: '状态', value: statusText(location.status) },
    { name: '报警', value: alarmText(location.alarm, is2019) },
    ...extraFields(location.extras),
  ]
}

/** A location of several, on one line. */
const locationLine = (location: Location, is2019: boolean): string => {
  const word = alarmText(location.alarm, is2019)
  const alarms = [...(word === '无' ? [] : [word]), ...safetyLabels(readExtras(location.extras))].join('、')
  return [
    timeOf(location.time),
    printCentre(placeOf(location)),
    `${(location.speedTenthKmh / 10).toFixed(1)} km/h`,
    statusText(location.status),
    ...(alarms === '' ? [] : [`报警：${alarms}`]),
  ].join('　')
}

const generalResults = ['成功', '失败', '消息有误', '不支持', '报警处理确认'] as const
const shotResults = ['成功', '失败', '通道不支持'] as const
const cardResults = ['读卡成功', '认证失败', '卡被锁定', '卡被拔出', '卡校验失败'] as const
const mediaTypes = ['照片', '录音', '视频'] as const
const mediaFormats = ['JPEG', 'TIF', 'MP3', 'WAV', 'WMV'] as const
const wordOf = (words: readonly string[], value: number): string => words[value] ?? `其他（${value}）`
/** Text of bytes where they are one, else their digits. */
const textOrHex = (bytes: Uint8Array): string => {
  const text = readGbk(bytes)
  return /^[^\p{Cc}\p{Cs}]*$/u.test(text) && text !== '' ? text : hexOf(bytes)
}

const mediaFields = (value: {
  readonly mediaId: number
  readonly type: number
  readonly format: number
  readonly event: number
  readonly channel: number
}): Field[] => [
  { name: '编号', value: String(value.mediaId) },
  { name: '类型', value: `${wordOf(mediaTypes, value.type)} ${wordOf(mediaFormats, value.format)}` },
  { name: '触发原因', value: photoEvents[value.event] ?? `其他（${value.event}）` },
  { name: '通道', value: String(value.channel) },
]

const facts = (words: Readonly<Record<string, string | number | undefined>>): Field[] =>
  Object.entries(words).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [{ name, value: String(value) }],
  )

function cardFields(value: Extract<Message, { kind: 'driverCard' }>['value']): Field[] {
  if ('old' in value) {
    const { name, idNumber, certificate, agency } = value.old
    return facts({ 司机: name, 身份证: idNumber, 从业资格证: certificate, 发证机构: agency })
  }
  const { state, time, result, card } = value
  return facts({
    动作: state === 1 ? '插卡' : '拔卡',
    时间: timeOf(time),
    结果: result === undefined ? undefined : wordOf(cardResults, result),
    司机: card?.name,
    从业资格证: card?.certificate,
    发证机构: card?.agency,
    有效期至: card?.expiry,
    身份证: card?.idNumber,
  })
}

/** The fields of a message in words, without bytes that are no text. */
export const messageFields = (message: Message, is2019: boolean): Field[] =>
  fieldsOf(message, is2019).map(({ name, value }) => ({ name, value: plainText(value) }))

function fieldsOf(message: Message, is2019: boolean): Field[] {
  switch (message.kind) {
    case 'location':
      return locationFields(message.value, is2019)
    case 'locationAnswer':
    case 'vehicleControlAnswer':
      return [
        { name: '应答流水号', value: String(message.value.serial) },
        ...locationFields(message.value.location, is2019),
      ]
    case 'batch': {
      const { type, locations } = message.value
      return [
        { name: '类型', value: type === 1 ? '盲区补传' : '正常批量' },
        ...locations.map((one, n) => ({ name: `第 ${n + 1} 条`, value: locationLine(one, is2019) })),
      ]
    }
    case 'terminalReply': {
      const { serial, id, result } = message.value
      return facts({ 应答: named(id), 应答流水号: serial, 结果: wordOf(generalResults, result) })
    }
    case 'register': {
      const { province, city, maker, model, deviceNo, plateColor, plate } = message.value
      return facts({
        省域: province,
        市县域: city,
        厂商: maker,
        型号: model,
        终端编号: deviceNo,
        [plateColor === 0 ? '车架号' : '车牌']: plate,
      })
    }
    case 'auth':
      return facts({ 鉴权码: '已提供', IMEI: message.value.imei, 软件版本: message.value.software })
    case 'attributes': {
      const { maker, model, deviceNo, iccid, hardware, firmware } = message.value
      return facts({
        厂商: maker,
        型号: model,
        终端编号: deviceNo,
        ICCID: iccid,
        硬件版本: hardware,
        固件版本: firmware,
      })
    }
    case 'paramsReply':
      return [
        { name: '应答流水号', value: String(message.value.serial) },
        ...message.value.items
          .map(({ id, value }) => paramWords({ id, hex: Buffer.from(value).toString('hex') }))
          .map(({ name, value }) => ({ name, value })),
      ]
    case 'driverCard':
      return cardFields(message.value)
    case 'electronicWaybill':
      return [{ name: '电子运单内容', value: textOrHex(message.value.data) }]
    case 'transparentUp':
      return facts({ 类型: `0x${message.value.type.toString(16).toUpperCase()}`, 内容: textOrHex(message.value.data) })
    case 'compressed':
      return [{ name: '压缩内容', value: `${message.value.data.length} 字节，平台不解压` }]
    case 'media':
      return [...mediaFields(message.value), { name: '大小', value: `${message.value.data.length} 字节` }]
    case 'mediaEvent':
      return mediaFields(message.value)
    case 'shot': {
      const { serial, result, mediaIds = [] } = message.value
      return facts({ 应答流水号: serial, 结果: wordOf(shotResults, result), 照片编号: mediaIds.join('、') })
    }
    case 'packagesAskedUp':
      return facts({ 首包流水号: message.value.serial, 要求补传: message.value.indexes.join('、') })
    default:
      return otherFields(message.value)
  }
}

/** Fields of messages terminals seldom send, by the names of the codec. */
const otherFields = (value: unknown): Field[] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, one]) => ({
    name,
    value: one instanceof Uint8Array ? hexOf(one) : (JSON.stringify(one) ?? ''),
  }))
