// The list of the companies the house serves as it is drawn.
import { companyListColumns } from '@yunshu/contract/company/companyColumns'
import { Expiry } from '../../parts/fleet/Expiry.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { PhoneText } from '../../ui/list/PhoneText.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { shortBranch } from '../../ui/shortCompany.ts'

const singles = drawColumns(companyListColumns, {
  name: { width: 240, fixed: 'start', card: 'title' },
  state: { width: 100 },
  side: { width: 120 },
  creditCode: { width: 190 },
  waybills30: { width: 110 },
  permitExpiry: { width: 190, render: row => <Expiry value={row.permitExpiry} /> },
  contactName: { width: 100 },
  contactMobile: { width: 130 },
  branchName: {
    width: 230,
    card: 'hide',
    render: ({ branchName }) =>
      branchName === undefined ? nothing : <span title={branchName}>{shortBranch(branchName)}</span>,
  },
  submittedAt: {},
  createdAt: { card: 'hide' },
})

const pair = pairing(singles)

const submitted = factOf(singles, 'submittedAt')
const created = factOf(singles, 'createdAt')

/** The moment its papers were handed in, else the one it registered. */
const handedIn = factOf(singles, 'createdAt', {
  title: '提交或注册',
  render: row => (row.submittedAt === undefined ? created.render(row) : submitted.render(row)),
  holds: ['submittedAt', 'createdAt'],
})

/** The one paper of a company with a last day is the permit to carry. */
const permit = factOf(singles, 'permitExpiry', {
  render: ({ side, permitExpiry }) =>
    side === 'shipper' ? <span className="ys-weak">货主不需要</span> : <Expiry value={permitExpiry} />,
})

export const companyColumns = withDefaults(
  [
    pair('company', ['name', 'creditCode'], { width: 230, fixed: 'start', card: 'title' }),
    pair('state', ['state', 'side'], { width: 110, card: 'tag' }),
    pair('work', ['waybills30'], { width: 120, align: 'right', isNamed: true }),
    pair('permit', [permit], { width: 160, card: 'hide' }),
    pair(
      'contact',
      ['contactName', factOf(singles, 'contactMobile', { render: row => <PhoneText phone={row.contactMobile} /> })],
      { title: '联系人 / 电话', width: 140 },
    ),
    pair('branch', ['branchName'], { width: 120, card: 'hide' }),
    pair('since', [handedIn], { width: 140, card: 'hide' }),
  ],
  singles,
)
