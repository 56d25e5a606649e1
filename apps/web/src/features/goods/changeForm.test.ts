// The form of a change: what it changes in words, and what is kept of it when the goods move on.
import type { GoodsSaid } from '@yunshu/contract/goods/change'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { describe, expect, it } from 'vitest'
import { askedBy, changeLines, rebasedDraft } from './changeForm.ts'
import { asDraft, blankGoods, type Goods } from './publishForm.ts'

const now = Date.UTC(2026, 10, 21, 3)
const place = {
  name: '一号库',
  regionCode: '610802',
  regionName: '陕西省 / 榆林市 / 榆阳区',
  address: '能源路18号',
  contact: '张三',
  mobile: '13800000000',
}
const fields: Goods = {
  ...(blankGoods(now) as Goods),
  priceSteps: undefined,
  poundRule: undefined,
  title: '动力煤',
  loadPoints: [place],
  unloadPoints: [place],
  items: [{ name: '动力煤', cargoCode: '0100', weightG: grams(64_000_000) }],
  totalQty: 64_000_000,
  unitPrice: unitPrice(2_932_100),
}
const said: GoodsSaid = {
  id: 'g',
  goodsNo: 'HY1',
  version: 2,
  state: 'partial',
  shipperId: 's',
  shipperName: '',
  taken: 32_000_000,
  fields,
  carriers: [],
  asked: ['顺达', '鲁通'],
  askedOnPrice: ['顺达'],
  openWaybills: 1,
}
const draft = asDraft(fields)

describe('what the form changes', () => {
  it('is nothing as long as nothing was typed, though the form holds parts the goods do not say', () => {
    expect(changeLines(said, draft, new Map())).toEqual([])
  })

  it('says what needs consent: the bargain, and a total below what was taken', () => {
    const lines = (values: Partial<Goods>) =>
      changeLines(said, { ...draft, ...values }, new Map())?.map(({ field, isLocked }) => [field, isLocked])
    expect(lines({ unitPrice: unitPrice(1), remark: '慢装' })).toEqual([
      ['托运单价', true],
      ['备注', false],
    ])
    expect(lines({ totalQty: 32_000_000 })).toEqual([['总量', false]])
    expect(lines({ totalQty: 31_999_999 })).toEqual([['总量', true]])
  })

  it('says whom it asks: of a price alone those that get it, of anything else everybody, of what is free nobody', () => {
    const asked = (values: Partial<Goods>) => askedBy(said, changeLines(said, { ...draft, ...values }, new Map()) ?? [])
    const dearer = { unitPrice: unitPrice(3_000_000), remark: '慢装' }
    expect(asked(dearer)).toEqual(['顺达'])
    expect([
      asked({ ...dearer, totalQty: 31_999_999 }),
      asked({ ...dearer, distanceKm: 5 }),
      asked({ totalQty: 31_999_999 }),
    ]).toEqual([said.asked, said.asked, said.asked])
    expect(asked({ remark: '慢装' })).toEqual([])
  })

  it('cannot be told while a field cannot be read', () => {
    expect(
      changeLines(said, { ...draft, totalQty: { unreadable: '三十', fault: '' } as never }, new Map()),
    ).toBeUndefined()
  })
})

describe('goods that move on while the form is open', () => {
  it('take their new values into fields nobody changed, and leave what was typed', () => {
    const typed = { ...draft, remark: '我写的', unitPrice: unitPrice(5) }
    const later: GoodsSaid = {
      ...said,
      version: 3,
      fields: {
        ...fields,
        unitPrice: unitPrice(7),
        title: '新标题',
        priceSteps: [{ unitPrice: unitPrice(9), effectiveAt: now }],
      },
    }
    expect(rebasedDraft(said, later, typed)).toMatchObject({
      remark: '我写的',
      unitPrice: 5,
      title: '新标题',
      priceSteps: [{ unitPrice: 9 }],
      totalQty: 64_000_000,
    })
  })
})
