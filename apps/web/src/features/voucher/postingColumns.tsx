// The list of versions of posting rules as it is drawn.
import { postingListColumns } from '@yunshu/contract/voucher/postingColumns'
import type { PostingVersionRow } from '@yunshu/contract/voucher/posting'
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import type { State } from '@yunshu/domain/states'
import { postingVersionStates } from '@yunshu/domain/voucher/postingRules'
import { BranchText } from '../../ui/BranchText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing, Time } from '../../ui/Figures.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(postingListColumns, {
  versionNo: { width: 190, fixed: 'start', card: 'title' },
  state: { width: 90 },
  inUse: { width: 70, card: 'hide' },
  branchName: {
    width: 150,
    render: row => (row.branchName === undefined ? '全部' : <BranchText name={row.branchName} />),
  },
  validFrom: { width: 110, card: 'figure' },
  services: { width: 180 },
  costs: { width: 170 },
  rates: { width: 130 },
  note: { width: 200 },
  maker: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  checker: { width: 100, card: 'hide' },
  checkedAt: { card: 'hide' },
  reason: { width: 180, card: 'hide' },
})
const pair = pairing(singles)

/** True for its maker, who waits for another person. */
const isOthers = ({ state, moves }: PostingVersionRow): boolean => state === 'asked' && !moves.includes('confirm')
/** The state for the reader: what waits for another is no turn of one's own. */
const stateOf = (row: PostingVersionRow): State => {
  const { label, tone } = postingVersionStates.states[row.state]
  return isOthers(row) ? { label, tone } : postingVersionStates.states[row.state]
}
const branch = factOf(singles, 'branchName', {
  render: row => (row.branchName === undefined ? '全部分公司' : <BranchText name={row.branchName} />),
})
/** Charges that stand apart from the freight; none where all go with it. */
const services = factOf(singles, 'services', {
  title: '单列为服务费',
  render: ({ serviceCodes }) =>
    serviceCodes.length === 0 ? nothing : serviceCodes.map(code => chargeCodes[code].label).join('、'),
})

/** Charges that differ from freight; none where all are as it is. */
const termsOf = (key: 'costs' | 'rates') =>
  factOf(singles, key, { render: row => (postingListColumns[key].read(row) ?? []).join('、') || nothing })

/** A version is named by its whole day, as those of several years stand below each other. */
const validFrom = factOf(singles, 'validFrom', { render: row => <Time value={row.validFrom} dayOnly whole /> })

export const postingColumns = withDefaults(
  [
    pair('version', [validFrom, 'versionNo'], {
      title: '生效日期 / 版本号',
      width: 190,
      fixed: 'start',
      card: 'title',
    }),
    pair(
      'state',
      [
        factOf(singles, 'state', { render: row => <StateTag state={stateOf(row)} /> }),
        factOf(singles, 'inUse', { render: row => (row.isInUse ? '在用' : isOthers(row) ? '等他人' : null) }),
      ],
      { title: '状态', width: 110, card: 'tag' },
    ),
    pair('branch', [branch], { width: 150 }),
    pair('services', [services], { width: 150, isNamed: true }),
    pair('note', ['note', factOf(singles, 'reason', { render: row => row.reason })], { title: '说明', width: 240 }),
    pair('terms', [termsOf('costs'), termsOf('rates')], { title: '承运成本 / 税率', width: 150, isNamed: true }),
    pair('people', ['maker', factOf(singles, 'checker', { render: row => row.checker })], {
      title: '制单 / 复核',
      width: 110,
      card: 'hide',
    }),
  ],
  singles,
)
