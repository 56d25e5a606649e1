// Code tables of the regulator (交通运输部 网络货运): each row is a code and what people call it.

/** A row of a code table. */
export interface CodeRow<Code extends string = string> {
  readonly code: Code
  readonly label: string
}

/**
 * 业务类型 of a waybill; not the businessType of our accounts. @source code tables of 部网络货运信息交互系统
 *
 * @planned reporting to the regulator
 */
export const businessTypes = [
  { code: '1002996', label: '干线普货运输' },
  { code: '1003997', label: '城市配送' },
  { code: '1003998', label: '农村配送' },
  { code: '1002998', label: '集装箱运输' },
  { code: '1003999', label: '其他' },
] as const

/**
 * 运输组织类型: by road alone or joined with rail, water or air. @source code tables of 部网络货运信息交互系统
 *
 * @planned reporting to the regulator
 */
export const transportModes = [
  { code: '1', label: '公路' },
  { code: '2', label: '公铁' },
  { code: '3', label: '公水' },
  { code: '4', label: '公空' },
  { code: '5', label: '公铁水' },
  { code: '6', label: '公铁空' },
  { code: '7', label: '公水空' },
  { code: '8', label: '公铁水空' },
] as const

/** 货物分类. @source code tables of 部网络货运信息交互系统 */
export const cargoClasses = [
  { code: '0100', label: '煤炭及制品' },
  { code: '0200', label: '石油天然气及制品' },
  { code: '0300', label: '金属矿石' },
  { code: '0400', label: '钢铁' },
  { code: '0500', label: '矿建材料' },
  { code: '0600', label: '水泥' },
  { code: '0700', label: '木材' },
  { code: '0800', label: '非金属矿石' },
  { code: '0900', label: '化肥及农药' },
  { code: '1000', label: '盐' },
  { code: '1100', label: '粮食' },
  { code: '1200', label: '机械设备电器' },
  { code: '1300', label: '轻工原料及制品' },
  { code: '1400', label: '有色金属' },
  { code: '1500', label: '轻工医药产品' },
  { code: '1601', label: '鲜活农产品' },
  { code: '1602', label: '冷藏冷冻货物' },
  { code: '1701', label: '商品汽车' },
  { code: '1700', label: '其他' },
] as const
export type CargoClassCode = (typeof cargoClasses)[number]['code']

/** 车牌颜色. 93 is a large and 94 a small new-energy plate. @source code tables of 部网络货运信息交互系统 */
export const plateColours = [
  { code: '1', label: '蓝色' },
  { code: '2', label: '黄色' },
  { code: '3', label: '黑色' },
  { code: '4', label: '白色' },
  { code: '5', label: '绿色' },
  { code: '9', label: '其他' },
  { code: '91', label: '农黄色' },
  { code: '92', label: '农绿色' },
  { code: '93', label: '黄绿色' },
  { code: '94', label: '渐变绿色' },
] as const

/** 车辆能源类型. Y is for trailers. @source code tables of 部网络货运信息交互系统 */
export const energyTypes = [
  { code: 'A', label: '汽油' },
  { code: 'B', label: '柴油' },
  { code: 'C', label: '电' },
  { code: 'D', label: '混合油' },
  { code: 'E', label: '天然气' },
  { code: 'F', label: '液化石油气' },
  { code: 'L', label: '甲醇' },
  { code: 'M', label: '乙醇' },
  { code: 'N', label: '太阳能' },
  { code: 'O', label: '混合动力' },
  { code: 'Y', label: '无' },
  { code: 'Z', label: '其他' },
] as const

/**
 * 付款方式. Cash is not among them: freight may not be paid in cash. @source code tables of 部网络货运信息交互系统
 *
 * @planned reporting to the regulator
 */
export const payMeans = [
  { code: '1', label: '信用证' },
  { code: '2', label: '托收' },
  { code: '3', label: '汇付' },
  { code: '31', label: '银行汇票' },
  { code: '32', label: '银行转账' },
  { code: '4', label: '第三方支付平台' },
  { code: '41', label: '支付宝' },
  { code: '42', label: '微信' },
  { code: '9', label: '其他电子支付' },
] as const

export type PlateColourCode = (typeof plateColours)[number]['code']

/** Whether a text is a code of a table. Codes keep their leading zeros: '0100' is coal, '100' is nothing. */
export function isCode<Code extends string>(table: readonly CodeRow<Code>[], text: string): text is Code {
  return table.some(row => row.code === text)
}

/** The Chinese label of a code; undefined when the table does not hold it. */
export function labelOf(table: readonly CodeRow[], code: string): string | undefined {
  return table.find(row => row.code === code)?.label
}
