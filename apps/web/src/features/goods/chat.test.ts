// Chat messages as freight people write them, and what is read out of them: at least nine fields of ten right or empty.
import { plainChat, readChat, type ChatLane } from '@yunshu/domain/goods/chat'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printUnitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams, printTons } from '@yunshu/domain/figures/weight'
import { placesIn } from '@yunshu/regions/inText'
import { loadRegions } from '@yunshu/regions/load'
import { expect, test } from 'vitest'

/** Monday in the morning, China. */
const now = Date.parse('2026-11-23T10:00:00+08:00')
const { index } = loadRegions()

/** A message and its lanes: 装→卸 | 吨 | 车 | 单价/单位 | 电话 | 装货时间起 | 货物 | 车型 车长; `-` for what it does not say. */
const messages: readonly (readonly [text: string, ...lanes: string[]])[] = [
  ['榆林→南阳 煤 33吨 210元/吨 13892010001', '榆林市→南阳市|33|-|210/PER_TON|13892010001|-|煤|-'],
  [
    '榆阳区到唐河县 动力煤3000吨，210一吨，明天装，电话139 3251 0002',
    '榆阳区→唐河县|3000|-|210/PER_TON|13932510002|11-24 00:00|动力煤|-',
  ],
  [
    '🔥🔥急！神木装煤到唐山曹妃甸卸，10车，运费235/吨，联系13800138000',
    '神木市→曹妃甸区|-|10|235/PER_TON|13800138000|-|煤|-',
  ],
  [
    '装货地：陕西省榆林市横山区\n卸货地：河南省南阳市宛城区\n货物：沫煤\n数量：1000吨\n运价：198元/吨\n电话：15929001234',
    '横山区→宛城区|1000|-|198/PER_TON|15929001234|-|沫煤|-',
  ],
  [
    '唐山发郑州 钢卷 32.5吨 一车 85元/吨 随到随装 王经理13731512345',
    '唐山市→郑州市|32.5|1|85/PER_TON|13731512345|-|钢卷|-',
  ],
  ['求车：石家庄—西安，13米高栏2车，6800一车，后天上午装', '石家庄市→西安市|-|2|6800/PER_TRUCK|-|11-25 06:00|-|130'],
  ['鄂尔多斯去天津港 煤炭 5000吨 185/吨 日发20车', '鄂尔多斯市→滨海新区|5000|-|185/PER_TON|-|-|煤炭|-'],
  ['榆林到南阳，10车，每车33吨，210', '榆林市→南阳市|-|10|-|-|-|-|-'],
  [
    '包头 → 成都 硅铁 60t 2台车 430元/吨 今天下午3点装 18647201234',
    '包头市→成都市|60|2|430/PER_TON|18647201234|11-23 15:00|硅铁|-',
  ],
  ['临汾到日照 焦炭 1.2万吨 175元一吨 长期有货', '临汾市→日照市|12000|-|175/PER_TON|-|-|焦炭|-'],
  ['神木大柳塔—唐河 200吨 价格220 电13891234567', '神木市→唐河县|200|-|220/PER_TON|13891234567|-|-|-'],
  ['乌鲁木齐发兰州棉花，9.6米一车，包车价12000，25号装', '乌鲁木齐市→兰州市|-|1|12000/PER_TRUCK|-|11-25 00:00|棉花|96'],
  [
    '杭州萧山区到上海浦东新区，设备18吨，17.5米平板一台，一口价4200元，明早8点装',
    '萧山区→浦东新区|18|1|4200/PER_TRUCK|-|11-24 08:00|设备|175',
  ],
  ['广州—武汉 电器 一车 7500块 电话 18620001111 李', '广州市→武汉市|-|1|7500/PER_TRUCK|18620001111|-|电器|-'],
  [
    '运城到商丘化肥33吨，运费140一吨；运城到菏泽化肥66吨，运费150一吨。13593590001',
    '运城市→商丘市|33|-|140/PER_TON|13593590001|-|化肥|-',
    '运城市→菏泽市|66|-|150/PER_TON|13593590001|-|化肥|-',
  ],
  [
    '1、榆林-邯郸 煤 165/吨\n2、榆林-安阳 煤 178/吨\n3、榆林-聊城 煤 190/吨',
    '榆林市→邯郸市|-|-|165/PER_TON|-|-|煤|-',
    '榆林市→安阳市|-|-|178/PER_TON|-|-|煤|-',
    '榆林市→聊城市|-|-|190/PER_TON|-|-|煤|-',
  ],
  ['从银川拉到西安，枸杞，5吨，明天下午', '银川市→西安市|5|-|-|-|11-24 12:00|枸杞|-'],
  ['内蒙古鄂托克旗到宁夏中卫 石灰石 800吨 62元/吨', '鄂托克旗→中卫市|800|-|62/PER_TON|-|-|石灰石|-'],
  [
    '【急找车】山西吕梁孝义市——河北邢台 焦煤 6车 135/t 18035801234',
    '孝义市→邢台市|-|6|135/PER_TON|18035801234|-|焦煤|-',
  ],
  ['成都青白江区装，卸贵阳南明区，钢材34吨，188元/吨', '青白江区→南明区|34|-|188/PER_TON|-|-|钢材|-'],
  ['商丘面粉发广州，32吨/车，来5台车，运费400/吨，12月1号装货', '商丘市→广州市|-|5|400/PER_TON|-|12-01 00:00|面粉|-'],
  ['遵义水泥到重庆 散装罐车 300吨 58元每吨', '遵义市→重庆市|300|-|58/PER_TON|-|-|水泥|H14'],
  ['找13米半挂 济南到沈阳 纸 31吨 价格电议 13805311234', '济南市→沈阳市|31|-|-|13805311234|-|纸|Q11 130'],
  ['哈市到长春，玉米，两车，每吨90，13900451234', '哈尔滨市→长春市|-|2|90/PER_TON|13900451234|-|玉米|-'],
  ['库尔勒—西宁 香梨 28吨 冷藏车 每吨650元 后天晚上8点装', '库尔勒市→西宁市|28|-|650/PER_TON|-|11-25 20:00|香梨|H13'],
  ['今天装，明天到！徐州去南京 板材 30吨 2600元/车', '徐州市→南京市|30|-|2600/PER_TRUCK|-|11-23 00:00|板材|-'],
  [
    '货在榆林，送到南阳、信阳，各2车，210/吨',
    '榆林市→南阳市|-|-|210/PER_TON|-|-|-|-',
    '榆林市→信阳市|-|2|210/PER_TON|-|-|-|-',
  ],
  [
    '大同南郊煤到秦皇岛 2000吨 月底前发完 96/吨 电话：+86 13703521234',
    '大同市→秦皇岛市|2000|-|96/PER_TON|13703521234|-|煤|-',
  ],
  ['车找货，榆林空车，去哪都行 13488881234', '榆林市→-|-|-|-|13488881234|-|-|-'],
  ['有从张家港到合肥的车吗？卷板33-35吨，价格85', '张家港市→合肥市|-|-|85/PER_TON|-|-|卷板|-'],
  ['@所有人 忻州原平氧化铝到郑州荥阳，40车，单价一百五', '原平市→荥阳市|-|40|-|-|-|氧化铝|-'],
  ['府谷兰炭→唐山丰润 4000吨 240元/吨 装卸费自理 每天30车', '府谷县→丰润区|4000|-|240/PER_TON|-|-|兰炭|-'],
  [
    '绥德 到 平顶山 煤 ３３吨 ２１５元／吨 １３８９２０１０００１',
    '绥德县→平顶山市|33|-|215/PER_TON|13892010001|-|煤|-',
  ],
  ['淮南—湖州 煤 船运转汽运 500吨 55一吨 26号早上装', '淮南市→湖州市|500|-|55/PER_TON|-|11-26 06:00|煤|-'],
  ['南宁到昆明 糖 3车 运费9800/车 联系人韦13977112345 备用13977154321', '南宁市→昆明市|-|3|9800/PER_TRUCK|-|-|糖|-'],
  ['装:神木锦界 卸:聊城茌平 煤33吨*5车 价230', '神木市→茌平区|-|5|230/PER_TON|-|-|煤|-'],
  ['阳泉煤，发石市，100吨，70/吨，今天晚上装', '阳泉市→石家庄市|100|-|70/PER_TON|-|11-23 18:00|煤|-'],
  ['长沙到深圳宝安区，家具9米6一车，5300，明天装', '长沙市→宝安区|-|1|-|-|11-24 00:00|家具|96'],
  ['太原装车，卸车地点洛阳，铁矿粉，每车35吨，共20车，130元/吨，现金', '太原市→洛阳市|-|20|130/PER_TON|-|-|铁矿粉|-'],
  ['信阳淮滨——武汉，水稻60吨，65块一吨，老板电话15637612345', '淮滨县→武汉市|60|-|65/PER_TON|15637612345|-|水稻|-'],
  ['【货源】宝鸡凤翔区至成都龙泉驿区 玻璃 33吨 一口价 7600', '凤翔区→龙泉驿区|33|-|7600/PER_TRUCK|-|-|玻璃|-'],
  ['乌兰察布到天津，硅锰50吨，含税180元/吨，不含税165元/吨', '乌兰察布市→天津市|50|-|-|-|-|硅锰|-'],
  ['喀什到乌市，果干20吨，2千一车？不行，3.5千/车', '喀什地区→乌鲁木齐市|20|-|-|-|-|果干|-'],
  ['宁波—义乌 小百货 一台4米2 900元一车 今天装', '宁波市→义乌市|-|1|900/PER_TRUCK|-|11-23 00:00|小百货|42'],
  ['青岛港到潍坊 大豆 10000吨 32元/吨 12/5号前提完', '青岛市→潍坊市|10000|-|32/PER_TON|-|-|大豆|-'],
  [
    '需要三台高栏，宿迁到漯河，饲料99吨，110元/吨，13901480000',
    '宿迁市→漯河市|99|3|110/PER_TON|13901480000|-|饲料|H19',
  ],
  ['路况不好慢点开[抱拳][抱拳]', ''],
  ['群主发个红包😄 200元', ''],
  [
    '延安甘泉发西安鄠邑，洗精煤，3趟，1800一趟，☎️13309110000',
    '甘泉县→鄠邑区|-|3|1800/PER_TRUCK|13309110000|-|洗精煤|-',
  ],
  [
    '重庆江津→昆明 摩托车配件26吨，运费260元/吨，11.28号装，电话13608311234',
    '江津区→昆明市|26|-|260/PER_TON|13608311234|11-28 00:00|摩托车配件|-',
  ],
]

const read = (text: string): ChatLane[] => {
  const plain = plainChat(text)
  return readChat(plain, placesIn(index, plain), now)
}
const names = ['load', 'unload', 'weight', 'trucks', 'price', 'mobile', 'loadFrom', 'cargo', 'need'] as const

/** A lane in the words of the list above. */
function told({ load, unload, weight, trucks, price, pricing, mobile, loadFrom, ...rest }: ChatLane): string[] {
  const end = (place: ChatLane['load']): string => place?.path.split(' / ').at(-1) ?? '-'
  return [
    end(load),
    end(unload),
    weight === undefined ? '-' : String(Number(printTons(grams(weight)))),
    trucks === undefined ? '-' : String(trucks),
    price === undefined ? '-' : `${Number(printUnitPrice(price))}/${pricing}`,
    mobile ?? '-',
    loadFrom === undefined ? '-' : formatDateTime(loadFrom).slice(5, 16),
    rest.cargo ?? '-',
    [...(rest.types ?? []), ...(rest.lengthsDm ?? [])].join(' ') || '-',
  ]
}

function wanted(lane: string): string[] {
  const [ends = '', ...rest] = lane.split('|')
  return [...ends.split('→'), ...rest]
}

test('of the fields of fifty messages nine in ten and more are right or empty, and most are right', () => {
  expect(messages).toHaveLength(50)
  const count = { right: 0, empty: 0, wrong: 0 }
  const faults: string[] = []
  for (const [text, ...lanes] of messages) {
    const expected = lanes.filter(lane => lane !== '').map(wanted)
    const found = read(text).map(told)
    for (let at = 0; at < Math.max(expected.length, found.length); at += 1)
      for (const [field, name] of names.entries()) {
        const [want, got] = [expected[at]?.[field] ?? '-', found[at]?.[field] ?? '-']
        if (want === '-' && got === '-') continue
        const kind = want === got ? 'right' : got === '-' ? 'empty' : 'wrong'
        count[kind] += 1
        if (kind !== 'right') faults.push(`${kind} ${name}: ${want} ≠ ${got} in ${text.slice(0, 40)}`)
      }
  }
  const all = count.right + count.empty + count.wrong
  const said = `${JSON.stringify(count)} of ${all}\n${faults.join('\n')}`
  console.log(said)
  expect((count.right + count.empty) / all, said).toBeGreaterThanOrEqual(0.9)
  expect(count.right / all, said).toBeGreaterThanOrEqual(0.85)
})
