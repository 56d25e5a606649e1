// Cargo and trucks named in a chat message: words of the trade with their class and type; of several nothing is said.
import type { CargoClassCode } from '../codes.ts'
import type { VehicleTypeCode } from '../fleet/vehicleTypes.ts'
import { usualLengthsDm } from './words.ts'

/** The cargo as the message calls it, its class where the word tells one, and the trucks it asks for. */
export interface ChatCargo {
  readonly cargo?: string
  readonly cargoCode?: CargoClassCode
  readonly types?: readonly VehicleTypeCode[]
  /** Loading lengths in metres × 10. */
  readonly lengthsDm?: readonly number[]
}

const words: Readonly<Partial<Record<CargoClassCode, string>>> = {
  '0100':
    '动力煤 洗精煤 精煤 洗煤 原煤 沫煤 末煤 块煤 籽煤 面煤 电煤 焦煤 肥煤 气煤 瘦煤 贫煤 褐煤 无烟煤 喷吹煤 烟煤 煤泥 煤矸石 煤炭 煤 兰炭 焦炭 焦粒 焦末 焦粉',
  '0200': '石油焦 沥青 润滑油',
  '0300': '铁矿粉 铁精粉 铁矿石 铁矿 球团 锰矿 铬矿 铜精矿 铝矾土 铝土矿',
  '0400':
    '螺纹钢 螺纹 盘螺 线材 盘条 高线 钢卷 卷板 卷钢 热卷 冷卷 中厚板 钢板 H型钢 型钢 角钢 槽钢 工字钢 钢管 焊管 无缝管 带钢 钢坯 生铁 硅铁 硅锰 废钢 钢材',
  '0500': '砂石 石子 沙子 砂子 河沙 机制砂 碎石 红砖 砖 瓷砖 石材',
  '0600': '水泥 熟料',
  '0700': '木材 原木 木方',
  '0800': '石灰石 石灰 石膏 石英砂 高岭土 膨润土 白云石',
  '0900': '化肥 复合肥 尿素 磷肥 钾肥 氮肥 二铵',
  '1000': '工业盐 食盐',
  '1100': '玉米 小麦 水稻 稻谷 大米 大豆 黄豆 面粉 高粱 豆粕 麸皮',
  '1200': '机械设备 设备 机械 家用电器 电器 家电 摩托车配件 汽车配件 配件',
  '1300': '家具 棉花 白糖 糖 纸浆 纸箱 纸 日用品 百货 小百货 服装 饮料 食品 调味品',
  '1400': '铝锭 电解铜 锌锭 铅锭 铝材 铜杆 氧化铝',
  '1601': '蔬菜 水果 苹果 香梨 土豆 大蒜 白菜 鲜花',
  '1602': '冻品 冻肉 冷冻食品',
}
/** Goods whose class nobody can tell by the word. */
const unclassed = '饲料 玻璃 板材 枸杞 果干 塑料 塑料颗粒'

const classOf = new Map<string, CargoClassCode | undefined>([
  ...(Object.keys(words) as CargoClassCode[]).flatMap(code =>
    (words[code] ?? '').split(' ').map(word => [word, code] as const),
  ),
  ...unclassed.split(' ').map(word => [word, undefined] as const),
])
// the longer word is meant where both are read; a coal yard and a tank truck for cement are no cargo
const cargoShape = new RegExp(
  `(?:${[...classOf.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map(word => (word.length > 1 ? word : `${word === '煤' ? '' : '(?<![\\u4e00-\\u9fff])'}${word}${ends(word)}`))
    .join('|')})(?![场台矿厂站库棚城田罐车行])`,
  'g',
)

/** A single character is a cargo where it stands alone; coal is written behind and before other words. */
function ends(word: string): string {
  return word === '煤' ? '(?![气油电管化业田层])' : '(?![\\u4e00-\\u9fff])'
}

/** 货物：沫煤 names it, whatever it is. */
const said = /(?:货物|货名|品名|品种|货品)(?:名称)?\s{0,2}[:：]\s{0,2}([\u4e00-\u9fffA-Za-z()（）]{1,20})/

/** The cargo of a text, where one only is named. */
export function cargoIn(text: string): Pick<ChatCargo, 'cargo' | 'cargoCode'> {
  const [, own] = said.exec(text) ?? []
  const found = new Set(own === undefined ? [...text.matchAll(cargoShape)].map(([word]) => word) : [own])
  // 动力煤 is meant where 煤 is said of it again
  const named = [...found].filter(word => ![...found].some(longer => longer !== word && longer.includes(word)))
  const [cargo] = named
  if (cargo === undefined || named.length > 1) return {}
  const known = classOf.get(cargo) ?? [...classOf].find(([word]) => word.length > 1 && cargo.includes(word))?.[1]
  return { cargo, ...(known === undefined ? {} : { cargoCode: known }) }
}

/** Bodies by the words for them, 栏高 as people type it among them: heavy, medium, light. */
const bodies: readonly (readonly [RegExp, readonly [VehicleTypeCode, VehicleTypeCode?, VehicleTypeCode?]])[] = [
  [/高栏|栏高|仓栅/, ['H19', 'H29', 'H39']],
  [/厢式|厢货|厢车|箱货|箱式/, ['H12', 'H22', 'H32']],
  [/平板(?!电脑)/, ['H15']],
  [/低栏|栏板/, ['H11']],
  [/自卸|翻斗/, ['H17']],
  [/罐车|罐式/, ['H14']],
  [/冷藏车|冷藏/, ['H13']],
  [/半挂|牵引/, ['Q11']],
]
// 9.6米, 13米, 9米6; one of two digits is no length with a tenth behind it: 13米2台
const lengthShape = /(?<![\d.])(?:(\d)米(\d)(?![\d车台辆])|(\d{1,2})(?:\.(\d))?\s{0,2}米)/g
/** The least length of a truck, in metres × 10: widths and heights are said in metres too. */
const leastDm = 38

/** The trucks a text asks for; a body longer than a truck's own is a trailer's, so its type is not told. */
export function trucksIn(text: string): Pick<ChatCargo, 'types' | 'lengthsDm'> {
  const lengths = new Set(
    [...text.matchAll(lengthShape)]
      .map(
        ([, spoken, rest = '0', metres = '', tenth = '0']) =>
          Number(spoken ?? metres) * 10 + Number(spoken ? rest : tenth),
      )
      .filter(dm => dm >= leastDm),
  )
  const [length] = lengths
  const isOne = lengths.size === 1 && usualLengthsDm.some(known => known === length)
  const found = bodies.filter(([shape]) => shape.test(text))
  const [body] = found
  const size = !isOne || length === undefined ? 0 : length >= 117 ? 3 : length >= 80 ? 0 : length > 50 ? 1 : 2
  const isTrailer = size === 3 && body?.[1][0] !== 'Q11'
  const type = found.length === 1 && lengths.size < 2 && !isTrailer ? body?.[1][size === 3 ? 0 : size] : undefined
  return {
    ...(type === undefined ? {} : { types: [type] }),
    ...(isOne && length !== undefined ? { lengthsDm: [length] } : {}),
  }
}
