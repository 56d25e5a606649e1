// The columns of a file of fuel cards: a provider's list of the cards it made out.
import { checkPlate } from '../fleet/plate.ts'
import { importColumns, type ValuesOf } from '../importing/cells.ts'
import { tidyPlate } from '../fleet/columns.ts'
import { plainCardNo } from './fuel.ts'

export const fuelCardFileColumns = importColumns({
  cardNo: {
    title: '卡号',
    kind: 'text',
    required: true,
    also: ['油卡卡号', '油卡号', '副卡卡号'],
    example: '1000113200012345',
    max: 40,
    note: '4 位以上的数字或字母；在 Excel 里请设为文本格式',
    rule: text => (plainCardNo(text).length < 4 ? '应为 4 位以上的卡号' : undefined),
    width: 24,
  },
  plate: {
    title: '车牌',
    kind: 'text',
    also: ['车牌号'],
    example: '冀A12345',
    max: 12,
    note: '不限定车辆的卡留空',
    rule: text => checkPlate(tidyPlate(text)),
    width: 12,
  },
  holder: { title: '持卡人', kind: 'text', also: ['司机', '保管人'], example: '李建国', max: 20, width: 12 },
})
export type FuelCardValues = ValuesOf<typeof fuelCardFileColumns>
