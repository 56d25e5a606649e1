// Templates of goods: times told from the day they were kept, and marks at what holds no more.
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { expect, test } from 'vitest'
import { blankGoods, type GoodsDraft } from './publishForm.ts'
import { readTemplate, templateMarks, writeTemplate } from './template.ts'

const now = Date.parse('2026-11-23T10:00:00+08:00')
const later = now + 10 * DAY_MS + 5 * 3_600_000
const place = {
  name: '煤场',
  regionCode: '610802',
  regionName: '陕西省 / 榆林市 / 榆阳区',
  address: '能源路18号',
  contact: '王建国',
  mobile: '13892010001',
}
const draft: GoodsDraft = {
  ...blankGoods(now),
  loadPoints: [{ ...place, windowStart: startOfDay(now) + DAY_MS + 8 * 3_600_000 }],
  unloadPoints: [place],
  items: [{ name: '动力煤', cargoCode: '0100' }],
  shipperId: 'x',
  upstreamNo: 'PO-1',
  remark: '慢装',
}

test('times move by the days since it was kept, to the same hour; the order’s own number and shipper stay behind', () => {
  const read = readTemplate(writeTemplate(draft, now), later, 'NORMAL')
  expect(read?.loadPoints?.[0]?.windowStart).toBe(startOfDay(later) + DAY_MS + 8 * 3_600_000)
  expect(read?.validTo).toBe((draft.validTo as number) + 10 * DAY_MS)
  expect([read?.remark, read?.upstreamNo, read?.shipperId]).toEqual(['慢装', undefined, undefined])
})

test('a text that is none, or of another release, opens as far as it can', () => {
  expect(readTemplate('nonsense', now, 'NORMAL')).toBeUndefined()
  const odd = JSON.stringify({
    day: 'x',
    draft: { loadPoints: 'none', payPlan: 3, remark: '还在', items: [{ name: '煤' }] },
  })
  const read = readTemplate(odd, now, 'NORMAL')
  expect(read).toMatchObject({ remark: '还在', loadPoints: [{}], items: [{ name: '煤' }] })
  expect(read?.payPlan).toEqual(blankGoods(now).payPlan)
  expect(() => templateMarks(read ?? {}, 'NORMAL', () => true)).not.toThrow()
})

test('a division that is gone and a rule that is broken are marked at their fields', () => {
  const read = readTemplate(
    writeTemplate({ ...draft, priceSteps: [{ effectiveAt: now - 90 * DAY_MS }] }, now),
    now,
    'NORMAL',
  )
  const marks = templateMarks(read ?? {}, 'NORMAL', code => code !== '610802')
  const at = (path: string) => marks.find(mark => mark.path.join('.') === path)?.mark
  expect(at('loadPoints.0.regionCode')).toBe('模板中的省市区已撤销，请重新选择')
  expect(at('priceSteps.0.unitPrice')).toContain('请填写')
  expect(at('totalQty')).toBe('请填写总量')
})
