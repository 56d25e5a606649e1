// Parameters of terminals: one table of ids, widths and units (standard of 2019, table 12), read and written by it.
import { readBcd, writeBcd } from './bcd.ts'
import { Reader, Writer } from './cursor.ts'
import { readGbk, writeGbk } from './gbk.ts'

/** Bytes of a number, `text`, or a number of bytes as they are. */
type Width = 1 | 2 | 4 | 'text' | { readonly bytes: number }

interface Param {
  readonly id: number
  readonly width: Width
  readonly label: string
  readonly unit?: string
  /** Least and most of a number. */
  readonly range?: readonly [number, number]
  /** Edition that has it alone. */
  readonly in?: 2013 | 2019
  /** True where a value can cut the terminal off, make it another vehicle's, or let a phone reset or hear it. */
  readonly isDangerous?: true
}

const seconds = { width: 4, unit: '秒' } as const
const metres = { width: 4, unit: '米' } as const
const link = { width: 'text', isDangerous: true } as const
const port = { width: 4, range: [0, 65_535], isDangerous: true } as const

/** Parameters with a meaning, by name. */
export const params = {
  heartbeatS: { id: 0x0001, label: '心跳间隔', ...seconds },
  tcpTimeoutS: { id: 0x0002, label: 'TCP 应答超时', ...seconds },
  tcpRetries: { id: 0x0003, width: 4, label: 'TCP 重传次数' },
  udpTimeoutS: { id: 0x0004, label: 'UDP 应答超时', ...seconds },
  udpRetries: { id: 0x0005, width: 4, label: 'UDP 重传次数' },
  smsTimeoutS: { id: 0x0006, label: '短信应答超时', ...seconds },
  smsRetries: { id: 0x0007, width: 4, label: '短信重传次数' },
  mainApn: { id: 0x0010, label: '主服务器 APN', ...link },
  mainUser: { id: 0x0011, label: '主服务器拨号用户名', ...link },
  mainPassword: { id: 0x0012, label: '主服务器拨号密码', ...link },
  mainServer: { id: 0x0013, label: '主服务器地址', ...link },
  spareApn: { id: 0x0014, label: '备份服务器 APN', ...link },
  spareUser: { id: 0x0015, label: '备份服务器拨号用户名', ...link },
  sparePassword: { id: 0x0016, label: '备份服务器拨号密码', ...link },
  spareServer: { id: 0x0017, label: '备份服务器地址', ...link },
  tcpPort: { id: 0x0018, label: '服务器 TCP 端口', in: 2013, ...port },
  udpPort: { id: 0x0019, label: '服务器 UDP 端口', in: 2013, ...port },
  cardServer: { id: 0x001a, label: 'IC 卡认证主服务器地址', ...link },
  cardTcpPort: { id: 0x001b, label: 'IC 卡认证服务器 TCP 端口', ...port },
  cardUdpPort: { id: 0x001c, label: 'IC 卡认证服务器 UDP 端口', ...port },
  cardSpareServer: { id: 0x001d, label: 'IC 卡认证备份服务器地址', ...link },
  reportStrategy: { id: 0x0020, width: 4, label: '位置汇报策略', range: [0, 2] },
  reportScheme: { id: 0x0021, width: 4, label: '位置汇报方案', range: [0, 1] },
  reportNoDriverS: { id: 0x0022, label: '未登录汇报间隔', ...seconds },
  secondApn: { id: 0x0023, width: 'text', label: '从服务器 APN', in: 2019 },
  secondUser: { id: 0x0024, width: 'text', label: '从服务器拨号用户名', in: 2019 },
  secondPassword: { id: 0x0025, width: 'text', label: '从服务器拨号密码', in: 2019 },
  secondServer: { id: 0x0026, width: 'text', label: '从服务器地址', in: 2019 },
  reportAsleepS: { id: 0x0027, label: '休眠汇报间隔', ...seconds },
  reportAlarmS: { id: 0x0028, label: '紧急报警汇报间隔', ...seconds },
  reportS: { id: 0x0029, label: '缺省汇报间隔', ...seconds },
  reportM: { id: 0x002c, label: '缺省汇报距离', ...metres },
  reportNoDriverM: { id: 0x002d, label: '未登录汇报距离', ...metres },
  reportAsleepM: { id: 0x002e, label: '休眠汇报距离', ...metres },
  reportAlarmM: { id: 0x002f, label: '紧急报警汇报距离', ...metres },
  turnDegrees: { id: 0x0030, width: 4, label: '拐点补传角度', unit: '度', range: [0, 179] },
  fenceRadiusM: { id: 0x0031, width: 2, label: '电子围栏半径', unit: '米' },
  forbiddenHours: { id: 0x0032, width: { bytes: 4 }, label: '违规行驶时段', in: 2019 },
  platformPhone: { id: 0x0040, width: 'text', label: '监控平台电话' },
  resetPhone: { id: 0x0041, width: 'text', label: '复位电话', isDangerous: true },
  factoryPhone: { id: 0x0042, width: 'text', label: '恢复出厂电话', isDangerous: true },
  smsPhone: { id: 0x0043, width: 'text', label: '监控平台短信号码' },
  alarmSmsPhone: { id: 0x0044, width: 'text', label: '报警短信号码' },
  answerStrategy: { id: 0x0045, width: 4, label: '电话接听策略', range: [0, 1] },
  callMostS: { id: 0x0046, label: '每次最长通话', ...seconds },
  callMonthMostS: { id: 0x0047, label: '当月最长通话', ...seconds },
  listenPhone: { id: 0x0048, width: 'text', label: '监听电话', isDangerous: true },
  privilegedPhone: { id: 0x0049, width: 'text', label: '监管平台特权短信号码', isDangerous: true },
  alarmMask: { id: 0x0050, width: 4, label: '报警屏蔽字' },
  alarmSms: { id: 0x0051, width: 4, label: '报警发送短信开关' },
  alarmPhoto: { id: 0x0052, width: 4, label: '报警拍摄开关' },
  alarmPhotoKept: { id: 0x0053, width: 4, label: '报警拍摄存储标志' },
  alarmKey: { id: 0x0054, width: 4, label: '关键标志' },
  speedMostKmh: { id: 0x0055, width: 4, label: '最高速度', unit: 'km/h' },
  overspeedS: { id: 0x0056, label: '超速持续时间', ...seconds },
  drivingMostS: { id: 0x0057, label: '连续驾驶门限', ...seconds },
  drivingDayMostS: { id: 0x0058, label: '当天累计驾驶门限', ...seconds },
  restLeastS: { id: 0x0059, label: '最小休息时间', ...seconds },
  parkingMostS: { id: 0x005a, label: '最长停车时间', ...seconds },
  overspeedWarnTenthKmh: { id: 0x005b, width: 2, label: '超速预警差值', unit: '0.1 km/h' },
  fatigueWarnS: { id: 0x005c, width: 2, label: '疲劳驾驶预警差值', unit: '秒' },
  collision: { id: 0x005d, width: 2, label: '碰撞报警参数' },
  rolloverDegrees: { id: 0x005e, width: 2, label: '侧翻报警角度', unit: '度' },
  photoByTime: { id: 0x0064, width: 4, label: '定时拍照控制' },
  photoByDistance: { id: 0x0065, width: 4, label: '定距拍照控制' },
  quality: { id: 0x0070, width: 4, label: '图像质量', range: [1, 10] },
  brightness: { id: 0x0071, width: 4, label: '亮度', range: [0, 255] },
  contrast: { id: 0x0072, width: 4, label: '对比度', range: [0, 127] },
  saturation: { id: 0x0073, width: 4, label: '饱和度', range: [0, 127] },
  chroma: { id: 0x0074, width: 4, label: '色度', range: [0, 255] },
  odometerTenthKm: { id: 0x0080, width: 4, label: '里程表读数', unit: '0.1 km' },
  province: { id: 0x0081, width: 2, label: '省域 ID' },
  city: { id: 0x0082, width: 2, label: '市县域 ID' },
  plate: { id: 0x0083, width: 'text', label: '车牌号', isDangerous: true },
  plateColor: { id: 0x0084, width: 1, label: '车牌颜色', isDangerous: true },
  gnssMode: { id: 0x0090, width: 1, label: 'GNSS 定位模式' },
  gnssBaud: { id: 0x0091, width: 1, label: 'GNSS 波特率' },
  gnssOutput: { id: 0x0092, width: 1, label: 'GNSS 输出频率' },
  gnssSamplingS: { id: 0x0093, label: 'GNSS 采集间隔', ...seconds },
  gnssUpload: { id: 0x0094, width: 1, label: 'GNSS 上传方式' },
  gnssUploadSetting: { id: 0x0095, width: 4, label: 'GNSS 上传设置' },
  can1SamplingMs: { id: 0x0100, width: 4, label: 'CAN 1 采集间隔', unit: '毫秒' },
  can1UploadS: { id: 0x0101, width: 2, label: 'CAN 1 上传间隔', unit: '秒' },
  can2SamplingMs: { id: 0x0102, width: 4, label: 'CAN 2 采集间隔', unit: '毫秒' },
  can2UploadS: { id: 0x0103, width: 2, label: 'CAN 2 上传间隔', unit: '秒' },
  canId: { id: 0x0110, width: { bytes: 8 }, label: 'CAN ID 单独采集' },
} as const satisfies Readonly<Record<string, Param>>

/** Parameters as people set them: a number within its least and most, a text, or nibbles of some bytes. */
export interface ParamForm {
  readonly key: ParamKey
  readonly label: string
  readonly unit: string | undefined
  readonly form: 'number' | 'text' | 'hex'
  readonly least: number | undefined
  readonly most: number | undefined
  readonly bytes: number | undefined
  readonly isDangerous: boolean
}

/** The parameters an edition has. */
export const paramForms = (version: 2011 | 2013 | 2019): ParamForm[] =>
  (Object.keys(params) as ParamKey[]).flatMap(key => {
    const param: Param = params[key]
    return (param.in ?? 0) <= version ? [formOf(key, param)] : []
  })

function formOf(key: ParamKey, { width, label, unit, range, isDangerous }: Param): ParamForm {
  const isNumber = typeof width === 'number'
  return {
    key,
    label,
    unit,
    form: isNumber ? 'number' : width === 'text' ? 'text' : 'hex',
    least: isNumber ? (range?.[0] ?? 0) : undefined,
    most: isNumber ? (range?.[1] ?? 2 ** (8 * width) - 1) : undefined,
    bytes: typeof width === 'object' ? width.bytes : undefined,
    isDangerous: isDangerous === true,
  }
}

/** A parameter by its name. */
export type ParamKey = keyof typeof params
/** A parameter on the wire. */
export interface ParamItem {
  readonly id: number
  readonly value: Uint8Array
}
/** A number, a text, or nibbles of bytes. */
export type ParamValue = number | string

const keyById = new Map((Object.keys(params) as ParamKey[]).map(key => [params[key].id as number, key]))

/**
 * The parameter of an item with its value, or undefined when the table does not know it or its width is another: then
 * its bytes are all there is to show.
 */
export function readParam({
  id,
  value,
}: ParamItem): { readonly key: ParamKey; readonly value: ParamValue } | undefined {
  const key = keyById.get(id)
  if (key === undefined) return undefined
  const { width }: Param = params[key]
  if (width === 'text') return { key, value: readGbk(value) }
  if (typeof width === 'object')
    return value.length === width.bytes ? { key, value: readBcd(value, 0, value.length) } : undefined
  if (value.length !== width) return undefined
  const from = new Reader(value, 2019)
  return { key, value: width === 1 ? from.u8() : width === 2 ? from.u16() : from.u32() }
}

/**
 * The item of a parameter, or undefined when the value does not fit its width or range.
 */
export function writeParam(key: ParamKey, value: ParamValue): ParamItem | undefined {
  const { id, width, range }: Param = params[key]
  if (typeof value === 'string') {
    const bytes =
      width === 'text' ? writeGbk(value) : typeof width === 'object' ? writeBcd(value, width.bytes) : undefined
    return bytes && bytes.length < 256 ? { id, value: bytes } : undefined
  }
  if (typeof width !== 'number' || (range && (value < range[0] || value > range[1]))) return undefined
  const to = new Writer(2019)
  if (width === 1) to.u8(value)
  else if (width === 2) to.u16(value)
  else to.u32(value)
  return to.refused === undefined ? { id, value: to.written } : undefined
}
