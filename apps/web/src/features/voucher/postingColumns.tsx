// The list of versions of posting rules as it is drawn.
import { postingListColumns } from '@yunshu/contract/voucher/postingColumns'
import { BranchText } from '../../ui/BranchText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
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

export const postingColumns = withDefaults(
  [
    pair('version', ['validFrom', 'versionNo'], {
      title: '生效日期 / 版本号',
      width: 190,
      fixed: 'start',
      card: 'title',
    }),
    pair('state', ['state', factOf(singles, 'inUse', { render: row => (row.isInUse ? '在用' : null) })], {
      title: '状态',
      width: 110,
      card: 'tag',
    }),
    'branchName',
    'services',
    'costs',
    'rates',
    pair('note', ['note', factOf(singles, 'reason', { render: row => row.reason })], { title: '说明', width: 260 }),
    pair('people', ['maker', factOf(singles, 'checker', { render: row => row.checker })], {
      title: '制单 / 复核',
      width: 110,
      card: 'hide',
    }),
  ],
  singles,
)
