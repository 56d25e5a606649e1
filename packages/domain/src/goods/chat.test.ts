// Chat messages that are hard to read: what is in doubt is left out, and no text costs more than an ordinary one.
import { expect, test } from 'vitest'
import { printUnitPrice } from '../figures/unitPrice.ts'
import { formatDateTime } from '../figures/time.ts'
import { grams, printTons } from '../figures/weight.ts'
import { chatTextMax, plainChat, readChat, type ChatLane } from './chat.ts'

/** Monday in the morning, China. */
const now = Date.parse('2026-11-23T10:00:00+08:00')
const read = (text: string): ChatLane => readChat(plainChat(text), [], now)[0] ?? {}
/** 300 吨 | 210/PER_TON | 11-25: `-` for what it does not say. */
function told(text: string): string {
  const { weight, price, pricing, loadFrom } = read(text)
  return [
    weight === undefined ? '-' : Number(printTons(grams(weight))),
    price === undefined ? '-' : `${Number(printUnitPrice(price))}/${pricing}`,
    loadFrom === undefined ? '-' : formatDateTime(loadFrom).slice(5, 10),
  ].join(' | ')
}

test.each([
  // a single price beside a range of tons, and of dates
  ['煤300吨 120元/吨', '300 | 120/PER_TON | -'],
  ['煤33-35吨 价格85元/吨', '- | 85/PER_TON | -'],
  // ranges of prices
  ['煤300吨 120-130元/吨', '300 | - | -'],
  ['煤300吨 120~130元/吨', '300 | - | -'],
  ['煤300吨 120～130/吨', '300 | - | -'],
  ['煤300吨 120到130元一吨', '300 | - | -'],
  ['煤300吨 120/130一吨', '300 | - | -'],
  ['煤300吨 120元-130元/吨', '300 | - | -'],
  ['煤300吨 运费120-130', '300 | - | -'],
  ['煤300吨 每吨120到130', '300 | - | -'],
  ['煤300吨 120元/吨到130', '300 | - | -'],
  ['煤300吨 -10元/吨', '300 | - | -'],
  // other sums and weights
  ['定金500元，32吨，运价另议', '32 | - | -'],
  ['押金2000元 300吨 运价面议', '300 | - | -'],
  ['2000元押金 300吨 运价面议', '300 | - | -'],
  ['罚款200元/车 300吨', '300 | - | -'],
  ['信息费：200元，300吨', '300 | - | -'],
  ['300吨 扣款100 预付5000元 订金300元 过磅费30元/车', '300 | - | -'],
  ['车长13米 自重15吨', '- | - | -'],
  ['皮重约15吨，210元/吨', '- | 210/PER_TON | -'],
  ['押金500元，煤300吨，运费210元/吨', '300 | 210/PER_TON | -'],
  // numbers of things and dates
  ['2号煤300吨', '300 | - | -'],
  ['1号井装煤300吨', '300 | - | -'],
  ['13号门 300吨', '300 | - | -'],
  ['25号装，300吨', '300 | - | 11-25'],
  ['300吨25号', '300 | - | 11-25'],
  ['25号，300吨', '300 | - | 11-25'],
  ['25号下午 300吨', '300 | - | 11-25'],
  ['25日 300吨', '300 | - | 11-25'],
  ['12月1号 300吨', '300 | - | 12-01'],
  ['2号煤300吨，25号装', '300 | - | 11-25'],
])('%s → %s', (text, expected) => {
  expect(told(text)).toBe(expected)
})

test.each([
  ['榆林→南阳 动力煤 33吨 栏高', '动力煤 0100 H19'],
  ['动力煤33吨，煤质好，高栏车', '动力煤 0100 H19'],
  ['货物：再生颗粒 30吨', '再生颗粒'],
  ['货名:精洗动力煤 30吨', '精洗动力煤 0100'],
  ['饲料 9.6米高栏', '饲料 H19 96'],
  ['饲料 6.8米高栏', '饲料 H29 68'],
  ['饲料 4米2厢式', '饲料 H32 42'],
  // places, vessels and other words that hold one
  ['一号煤场装 33吨', ''],
  ['煤矿门口 煤气公司', ''],
  ['水泥罐车 30吨', 'H14'],
  ['盐城 纸坊 糖厂', ''],
  // two cargoes, two bodies, two lengths; a trailer's body is no type of a truck
  ['煤和焦炭各30吨', ''],
  ['钢卷 高栏平板都行', '钢卷 0400'],
  ['钢卷 9.6米或13米', '钢卷 0400'],
  ['钢卷 13米高栏', '钢卷 0400 130'],
  ['钢卷 13米半挂', '钢卷 0400 Q11 130'],
  // neither widths nor counts are lengths
  ['设备 13米2台 宽2.7米', '设备 1200 130'],
])('%s → cargo and truck %s', (text, expected) => {
  const { cargo, cargoCode, types = [], lengthsDm = [] } = read(text)
  expect([cargo, cargoCode, ...types, ...lengthsDm].filter(part => part !== undefined).join(' ')).toBe(expected)
})

test('a text made to be tried again and again costs little more than an ordinary one', () => {
  const phones = Array.from({ length: 150 }, (_, n) => `1389201${1000 + n}`).join('\n')
  const ordinary = '榆林到南阳动力煤300吨，今天下午3点装，210元/吨。'.repeat(100).slice(0, chatTextMax)
  const cost = (text: string): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const start = performance.now()
        read(text)
        return performance.now() - start
      }),
    )
  read(ordinary)
  const usual = cost(ordinary)
  for (const text of [
    `单号2026112300015\n${phones}`,
    `123456789012${'\n'.repeat(1900)}`,
    `司机名单 共320\n${phones}`,
    '1'.repeat(chatTextMax),
    `${'1'.repeat(1000)}${' \r'.repeat(500)}`,
  ])
    expect(cost(text) / usual, text.slice(0, 20)).toBeLessThan(50)
})
