// The list of changes of one's goods as it is drawn.
import type { GoodsChange } from '@yunshu/contract/goods/change'
import { changeListColumns } from '@yunshu/contract/goods/changeColumns'
import { consentStates } from '@yunshu/domain/goods/change'
import { changeDrawings } from '../../parts/goods/changeDrawings.ts'
import { nothing } from '../../ui/Figures.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { changedText } from './changedText.ts'

const singles = drawColumns(changeListColumns, changeDrawings)

const pair = pairing(singles)

/** The first part of what changes, or all the others in one line. */
const changed = (isFirst: boolean) =>
  factOf(singles, 'diff', {
    title: isFirst ? '变更内容' : '其他变更',
    render: ({ diff }: GoodsChange) => {
      const told = diff.map(changedText)
      const shown = isFirst ? told.slice(0, 1) : told.slice(1)
      return shown.length === 0 ? nothing : <span title={told.join('；')}>{shown.join('；')}</span>
    },
  })
/** The answers of carriers, given or awaited. */
const answers = factOf(singles, 'state', {
  title: '承运商答复',
  render: ({ consents }: GoodsChange) => {
    const said = consents.map(({ carrierName, state }) => [consentStates.states[state].label, carrierName] as const)
    const whole = said.map(each => each.join(' ')).join('；')
    return said.length === 0 ? (
      '无须同意'
    ) : (
      <span title={whole}>{said.map(([answer, name]) => `${answer} ${shortCompany(name)}`).join('；')}</span>
    )
  },
})
const refusals = factOf(singles, 'reason', {
  title: '拒绝原因',
  render: ({ consents }: GoodsChange) => consents.flatMap(({ reason = [] }) => reason).join('；') || nothing,
})
const open = factOf(singles, 'appliesToOpen', {
  render: ({ appliesToOpen }: GoodsChange) => `未装货的运单${appliesToOpen ? '按新约定' : '不变'}`,
})
const maker = factOf(singles, 'createdAt', {
  title: '提出人',
  render: ({ createdBy }: GoodsChange) => createdBy || nothing,
})

export const goodsChangeColumns = withDefaults(
  [
    pair('number', ['goodsNo', 'createdAt'], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('changes', [changed(true), changed(false)], { title: '变更内容', width: 320 }),
    pair('answers', [answers, refusals], { title: '承运商答复', width: 220, isNamed: true }),
    pair('why', ['reason', open], { title: '变更原因 / 未装货运单', width: 180, card: 'hide' }),
    pair('cargo', ['title', maker], { title: '货物 / 提出人', width: 150, card: 'hide' }),
  ],
  singles,
)
