// Messages: one table of ids and layouts, read and written in the edition a frame is in.
import { areaQuestion, circles, deletion, polygon, rectangles, route, storedAreas } from './areas.ts'
import { Reader, Writer, type Version } from './cursor.ts'
import type { Fault } from './fault.ts'
import type { Frame } from './frame.ts'
import { empty, type Layout, type ValueOf } from './layout.ts'
import { location } from './location.ts'
import * as commands from './messages/commands.ts'
import * as mediaBodies from './messages/media.ts'
import * as positions from './messages/positions.ts'
import * as session from './messages/session.ts'

interface Kind<T> {
  readonly id: number
  readonly label: string
  readonly layout: Layout<T>
}
const kind = <T>(id: number, label: string, layout: Layout<T>): Kind<T> => ({ id, label, layout })

/** Messages with a layout. */
export const messageKinds = {
  terminalReply: kind(0x0001, '终端通用应答', session.generalReply),
  heartbeat: kind(0x0002, '心跳', empty),
  logout: kind(0x0003, '终端注销', empty),
  timeQuestion: kind(0x0004, '查询服务器时间', empty),
  packagesAskedUp: kind(0x0005, '终端补传分包请求', session.packagesAsked),
  register: kind(0x0100, '终端注册', session.register),
  auth: kind(0x0102, '终端鉴权', session.auth),
  paramsReply: kind(0x0104, '查询参数应答', commands.paramsReply),
  attributes: kind(0x0107, '查询属性应答', session.attributes),
  location: kind(0x0200, '位置汇报', location),
  locationAnswer: kind(0x0201, '位置查询应答', positions.answeredLocation),
  vehicleControlAnswer: kind(0x0500, '车辆控制应答', positions.answeredLocation),
  storedAreas: kind(0x0608, '查询区域或线路应答', storedAreas),
  electronicWaybill: kind(0x0701, '电子运单上报', commands.countedData),
  driverCard: kind(0x0702, '驾驶员身份采集', session.driverCard),
  batch: kind(0x0704, '定位数据批量上传', positions.batch),
  mediaEvent: kind(0x0800, '多媒体事件', mediaBodies.mediaEvent),
  media: kind(0x0801, '多媒体数据', mediaBodies.media),
  shot: kind(0x0805, '立即拍摄应答', mediaBodies.shot),
  transparentUp: kind(0x0900, '数据上行透传', commands.transparent),
  compressed: kind(0x0901, '数据压缩上报', commands.countedData),
  reply: kind(0x8001, '平台通用应答', session.generalReply),
  packagesAsked: kind(0x8003, '补传分包请求', session.packagesAsked),
  serverTime: kind(0x8004, '服务器时间应答', session.serverTime),
  registerReply: kind(0x8100, '终端注册应答', session.registerReply),
  setParams: kind(0x8103, '设置参数', commands.setParams),
  allParams: kind(0x8104, '查询参数', empty),
  control: kind(0x8105, '终端控制', commands.control),
  someParams: kind(0x8106, '查询指定参数', commands.someParams),
  attributesQuestion: kind(0x8107, '查询属性', empty),
  locationQuestion: kind(0x8201, '位置查询', empty),
  tracking: kind(0x8202, '临时位置跟踪', positions.tracking),
  confirmAlarm: kind(0x8203, '人工确认报警', commands.confirmAlarm),
  linkTest: kind(0x8204, '链路检测', empty),
  text: kind(0x8300, '文本下发', commands.text),
  setCircles: kind(0x8600, '设置圆形区域', circles),
  deleteCircles: kind(0x8601, '删除圆形区域', deletion),
  setRectangles: kind(0x8602, '设置矩形区域', rectangles),
  deleteRectangles: kind(0x8603, '删除矩形区域', deletion),
  setPolygon: kind(0x8604, '设置多边形区域', polygon),
  deletePolygons: kind(0x8605, '删除多边形区域', deletion),
  setRoute: kind(0x8606, '设置路线', route),
  deleteRoutes: kind(0x8607, '删除路线', deletion),
  areaQuestion: kind(0x8608, '查询区域或线路', areaQuestion),
  driverQuestion: kind(0x8702, '驾驶员身份请求', empty),
  mediaReply: kind(0x8800, '多媒体上传应答', mediaBodies.mediaReply),
  shoot: kind(0x8801, '立即拍摄', mediaBodies.shoot),
} as const

/** A message by its name. */
export type MessageKey = keyof typeof messageKinds
/** A message: its name and the values of its body. */
export type Message = {
  readonly [K in MessageKey]: { readonly kind: K; readonly value: ValueOf<(typeof messageKinds)[K]['layout']> }
}[MessageKey]

const keyById = new Map((Object.keys(messageKinds) as MessageKey[]).map(key => [messageKinds[key].id, key]))
const isColor = (byte: number | undefined): boolean => byte !== undefined && byte >= 1 && byte <= 9

/**
 * The edition of a frame's body. The header tells 2019 from the others; 2011 from 2013 tell a registration, by its
 * length or the place of its plate colour (a VIN makes the older body 42 bytes long), and a driver's card.
 */
export function versionOf({ is2019, id, body }: Pick<Frame, 'is2019' | 'id' | 'body'>): Version {
  if (is2019) return 2019
  if (id === 0x0100 && (body.length < 37 || (isColor(body[24]) && !isColor(body[36])))) return 2011
  if (id === 0x0702 && body[0] !== 1 && body[0] !== 2) return 2011
  return 2013
}

/** The message of a frame. Bodies of packages are parts of one: they are read when all have come. */
export function readMessage(frame: Frame): Message | Fault {
  if (frame.part) return { fault: 'part', at: 'body' }
  if (frame.encryption !== 0) return { fault: 'encrypted', at: 'body' }
  return readBody(frame.id, frame.body, versionOf(frame))
}

/** The message of a whole body, such as one put together of packages. */
export function readBody(id: number, body: Uint8Array, version: Version): Message | Fault {
  const key = keyById.get(id)
  if (key === undefined) return { fault: 'unsupported', at: 'id' }
  const from = new Reader(body, version)
  const value = messageKinds[key].layout.read(from)
  if (from.isShort || from.left > 0) return { fault: 'body', at: from.at }
  return { kind: key, value } as Message
}

/** The body of a message in an edition, or the fault of the field that does not fit. */
export function writeBody(message: Message, version: Version): Uint8Array | Fault {
  const to = new Writer(version)
  to.field = message.kind
  const layout: Layout<unknown> = messageKinds[message.kind].layout
  layout.write(to, message.value)
  return to.refused === undefined ? to.written : { fault: 'value', at: to.refused }
}
