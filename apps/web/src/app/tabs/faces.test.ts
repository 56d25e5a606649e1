// The faces of tabs: what tells one from another is what is shown.
import { expect, test } from 'vitest'
import { tabFaces } from './faces.ts'

const faces = (...titles: string[]) => [
  ...tabFaces(titles.map((title, at) => ({ key: String(at), meta: { title, cache: true } }))).values(),
]

test('tabs of one kind could not be told apart: the end of the number and what follows it are shown', () => {
  expect(faces('首页', '运单列表', '运单 YD26112200005433 冀AY1126', '运单 YD26112200005365')).toEqual([
    '首页',
    '运单列表',
    '…5433 冀AY1126',
    '运单 …5365',
  ])
  expect(faces('结算单 JS26112200000362 顺达', '车辆详情 冀A10296D', '企业详情 榆林恒泰煤业销售有限公司')).toEqual([
    'JS…0362 顺达',
    '冀A10296D',
    '榆林恒泰煤业销售有限公司',
  ])
})

test('two tabs with the same face show more, at last the whole title', () => {
  expect(faces('运单 YD26112200015433', '运单 YD26112200025433')).toEqual(['运单 …00015433', '运单 …00025433'])
  expect(faces('车辆详情 张三', '司机详情 张三')).toEqual(['车辆详情 张三', '司机详情 张三'])
})

test('the playback of a vehicle is told from its page', () => {
  expect(faces('轨迹回放 冀AY1000', '车辆详情 冀AY1001')).toEqual(['回放 冀AY1000', '冀AY1001'])
  expect(faces('绑定运单 记-202611-0605', '凭证 记-202611-0605')).toEqual(['绑定 记-202611-0605', '记-202611-0605'])
})
