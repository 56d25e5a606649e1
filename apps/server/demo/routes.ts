// The routes of the demo: who ships what from where to where, with which vehicles, for how much.
import type { GoodsKind, Pricing, QuantityMode } from '@yunshu/domain/goods/goods'

/** The use a vehicle of the demo is built for. */
export type Body = 'tractor' | 'dump' | 'van' | 'reefer'

/** A place of loading or unloading. */
export interface Place {
  readonly name: string
  readonly regionCode: string
  readonly regionName: string
  readonly address: string
}

export interface Route {
  readonly key: string
  readonly shipper: string
  /** The branch it is run by, where that is not the shipper's own. */
  readonly branch?: string
  readonly carriers: readonly string[]
  readonly bodies: readonly Body[]
  readonly kind: GoodsKind
  readonly cargo: {
    readonly name: string
    readonly code: string
    readonly packing: string
    readonly yuanPerTon: number
  }
  readonly quantityMode: QuantityMode
  readonly pricing: Pricing
  readonly km: number
  /** Hundredths of a yuan: per ton and kilometre for bulk, per kilometre for full trucks. */
  readonly price: readonly [number, number]
  readonly oilPercent: readonly number[]
  readonly tripsPerDay: number
  readonly loads: readonly Place[]
  readonly unloads: readonly Place[]
}

const place = (regionCode: string, regionName: string, name: string, address: string): Place => ({
  regionCode,
  regionName,
  name,
  address,
})

/** Routes and prices as the trade has them: 0.28–0.55 元/吨公里 for bulk, 4.5–8 元/公里 for a full truck */
export const routes: readonly Route[] = [
  {
    key: 'coal',
    shipper: 'shipper',
    carriers: ['carrier', 'carrier8', 'carrier4'],
    bodies: ['tractor', 'dump'],
    kind: 'SH',
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    cargo: { name: '动力煤', code: '0100', packing: '散装', yuanPerTon: 720 },
    km: 1010,
    price: [28, 34],
    oilPercent: [20, 30, 40],
    tripsPerDay: 9,
    loads: [
      place('610802', '陕西省 / 榆林市 / 榆阳区', '恒泰一号煤台', '金鸡滩镇煤炭集运站一号台'),
      place('610803', '陕西省 / 榆林市 / 横山区', '恒泰横山煤台', '波罗镇运煤专线北侧'),
      place('610881', '陕西省 / 榆林市 / 神木市', '恒泰神木煤台', '大柳塔镇集运路6号'),
    ],
    unloads: [
      place('411328', '河南省 / 南阳市 / 唐河县', '唐河热源厂煤场', '产业集聚区兴达路12号'),
      place('411302', '河南省 / 南阳市 / 宛城区', '宛城储煤中心', '红泥湾镇货场路3号'),
    ],
  },
  {
    key: 'steel',
    shipper: 'shipper2',
    carriers: ['carrier2', 'carrier4', 'carrier8'],
    bodies: ['tractor'],
    kind: 'NORMAL',
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    cargo: { name: '螺纹钢', code: '0400', packing: '捆装', yuanPerTon: 3600 },
    km: 780,
    price: [30, 38],
    oilPercent: [0, 10, 20],
    tripsPerDay: 7,
    loads: [
      place('130208', '河北省 / 唐山市 / 丰润区', '冀东丰润成品库', '银城铺镇钢厂路2号'),
      place('130209', '河北省 / 唐山市 / 曹妃甸区', '冀东曹妃甸港库', '临港商务区港口路18号'),
    ],
    unloads: [
      place('410122', '河南省 / 郑州市 / 中牟县', '中牟钢材市场三库', '白沙镇仓储大道8号'),
      place('410102', '河南省 / 郑州市 / 中原区', '中原建材配送站', '须水镇货站街21号'),
    ],
  },
  {
    key: 'parcels',
    shipper: 'shipper5',
    carriers: ['carrier3', 'carrier6'],
    bodies: ['van'],
    kind: 'GX',
    quantityMode: 'BY_TRUCK',
    pricing: 'PER_TRUCK',
    cargo: { name: '调味品', code: '1300', packing: '纸箱', yuanPerTon: 9000 },
    km: 1960,
    price: [560, 640],
    oilPercent: [10, 20],
    tripsPerDay: 2,
    loads: [
      place('510113', '四川省 / 成都市 / 青白江区', '成都青白江分拨中心', '城厢镇物流大道66号'),
      place('510114', '四川省 / 成都市 / 新都区', '成都新都集货仓', '斑竹园街道货运路5号'),
    ],
    unloads: [
      place('310114', '上海市 / 嘉定区', '上海嘉定分拨中心', '江桥镇园区路200号'),
      place('310118', '上海市 / 青浦区', '上海青浦到货仓', '华新镇仓储路39号'),
    ],
  },
  {
    key: 'southNorth',
    shipper: 'shipper5',
    carriers: ['carrier6', 'carrier3'],
    bodies: ['van'],
    kind: 'GX',
    quantityMode: 'BY_TRUCK',
    pricing: 'PER_KM',
    cargo: { name: '干货食品', code: '1300', packing: '纸箱', yuanPerTon: 12000 },
    km: 2120,
    price: [480, 580],
    oilPercent: [10, 20],
    tripsPerDay: 1,
    loads: [place('440111', '广东省 / 广州市 / 白云区', '广州白云干线场站', '太和镇货运大道20号')],
    unloads: [
      place('110115', '北京市 / 大兴区', '北京大兴分拨中心', '黄村镇仓储路9号'),
      place('110112', '北京市 / 通州区', '北京通州到货仓', '马驹桥镇货运街15号'),
    ],
  },
  {
    key: 'cement',
    shipper: 'shipper3',
    carriers: ['carrier3', 'carrier5'],
    bodies: ['tractor'],
    kind: 'SH',
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    cargo: { name: '散装水泥', code: '0600', packing: '罐装', yuanPerTon: 340 },
    km: 270,
    price: [46, 55],
    oilPercent: [0, 20, 30],
    tripsPerDay: 18,
    loads: [
      place('520302', '贵州省 / 遵义市 / 红花岗区', '黔力一线水泥库', '建材路9号'),
      place('520304', '贵州省 / 遵义市 / 播州区', '黔力播州粉磨站', '三合镇厂区路1号'),
    ],
    unloads: [
      place('500113', '重庆市 / 巴南区', '巴南搅拌站', '界石镇建材路30号'),
      place('500116', '重庆市 / 江津区', '江津中转库', '德感街道工业路7号'),
    ],
  },
  {
    key: 'grain',
    shipper: 'shipper4',
    carriers: ['carrier5', 'carrier4'],
    bodies: ['tractor', 'dump'],
    kind: 'SH',
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    cargo: { name: '小麦', code: '1100', packing: '散装', yuanPerTon: 2500 },
    km: 560,
    price: [36, 44],
    oilPercent: [0, 20],
    tripsPerDay: 9,
    loads: [
      place('411402', '河南省 / 商丘市 / 梁园区', '中原粮油一库', '粮库路1号'),
      place('411403', '河南省 / 商丘市 / 睢阳区', '中原粮油睢阳库', '宋城办粮食街8号'),
    ],
    unloads: [
      place('420116', '湖北省 / 武汉市 / 黄陂区', '武汉黄陂面粉厂', '横店街道粮油路16号'),
      place('420112', '湖北省 / 武汉市 / 东西湖区', '东西湖粮食物流园', '径河街道库前路5号'),
    ],
  },
  {
    key: 'fresh',
    shipper: 'shipper5',
    carriers: ['carrier7', 'carrier6'],
    bodies: ['reefer'],
    kind: 'NORMAL',
    quantityMode: 'BY_TRUCK',
    pricing: 'PER_TRUCK',
    cargo: { name: '鲜切花与蔬菜', code: '1601', packing: '周转筐', yuanPerTon: 15000 },
    km: 1360,
    price: [650, 800],
    oilPercent: [0, 10],
    tripsPerDay: 2,
    loads: [
      place('530114', '云南省 / 昆明市 / 呈贡区', '昆明呈贡预冷库', '斗南街道花市路77号'),
      place('530111', '云南省 / 昆明市 / 官渡区', '昆明官渡冷链园', '大板桥街道冷库路11号'),
    ],
    unloads: [place('440307', '广东省 / 深圳市 / 龙岗区', '深圳龙岗冷链仓', '平湖街道仓储路28号')],
  },
  {
    key: 'fertiliser',
    shipper: 'shipper6',
    carriers: ['carrier2', 'carrier'],
    bodies: ['tractor'],
    kind: 'NORMAL',
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    cargo: { name: '复合肥', code: '0900', packing: '袋装', yuanPerTon: 2800 },
    km: 440,
    price: [38, 50],
    oilPercent: [0, 20, 30],
    tripsPerDay: 12,
    loads: [
      place('120116', '天津市 / 滨海新区', '渤海化肥港区库', '港城大道8号'),
      place('120114', '天津市 / 武清区', '渤海化肥武清库', '下朱庄街道仓库路2号'),
    ],
    unloads: [
      place('370911', '山东省 / 泰安市 / 岱岳区', '岱岳农资中心库', '大汶口镇农资路6号'),
      place('370921', '山东省 / 泰安市 / 宁阳县', '宁阳农资直供站', '泗店镇供销街10号'),
    ],
  },
  // now and then a truck for another branch, which the shipper never paid (unpaid.ts)
  {
    key: 'unpaidGrain',
    shipper: 'shipper4',
    branch: 'branch2',
    carriers: ['carrier5', 'carrier4', 'carrier8'],
    bodies: ['tractor', 'dump'],
    kind: 'SH',
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    cargo: { name: '小麦', code: '1100', packing: '散装', yuanPerTon: 2500 },
    km: 560,
    price: [36, 44],
    oilPercent: [0],
    tripsPerDay: 0,
    loads: [place('411402', '河南省 / 商丘市 / 梁园区', '中原粮油一库', '粮库路1号')],
    unloads: [place('420116', '湖北省 / 武汉市 / 黄陂区', '武汉黄陂面粉厂', '横店街道粮油路16号')],
  },
]
