// The list of the companies the house serves as it is drawn.
import { companyListColumns } from '@yunshu/contract/company/companyColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { PhoneText } from '../../ui/list/PhoneText.tsx'

const singles = drawColumns(companyListColumns, {
  name: { width: 240, fixed: 'start', card: 'title' },
  state: { width: 100 },
  side: { width: 120 },
  creditCode: { width: 190 },
  contactName: { width: 100 },
  contactMobile: { width: 130 },
  branchName: { width: 230, card: 'hide' },
  submittedAt: {},
  createdAt: { card: 'hide' },
})

const pair = pairing(singles)

export const companyColumns = withDefaults(
  [
    pair('name', ['name', 'creditCode'], { width: 230, fixed: 'start', card: 'title' }),
    pair('side', ['side'], { width: 110 }),
    'state',
    pair(
      'contact',
      ['contactName', factOf(singles, 'contactMobile', { render: row => <PhoneText phone={row.contactMobile} /> })],
      { width: 140 },
    ),
    pair('branch', ['branchName'], { width: 220, card: 'hide' }),
    pair('times', ['submittedAt', 'createdAt'], { width: 150, card: 'hide' }),
  ],
  singles,
)
