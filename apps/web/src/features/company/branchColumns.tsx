// The list of branch companies as it is drawn.
import { branchListColumns } from '@yunshu/contract/company/branchColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { PhoneText } from '../../ui/list/PhoneText.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(branchListColumns, {
  name: { width: 260, fixed: 'start', card: 'title' },
  state: { width: 90 },
  shortName: { width: 120 },
  creditCode: { width: 190 },
  contactName: { width: 100 },
  contactMobile: { width: 130, render: row => <PhoneText phone={row.contactMobile} /> },
  address: { width: 240, card: 'hide' },
  people: { width: 80, render: row => `${row.people} 人` },
})

const pair = pairing(singles)

export const branchColumns = withDefaults(
  [
    pair('name', ['name', 'creditCode'], { width: 240, fixed: 'start', card: 'title' }),
    'state',
    pair('short', ['shortName', 'people'], { width: 130, isNamed: true }),
    pair('contact', ['contactName', 'contactMobile'], { width: 140 }),
    pair('address', ['address'], { width: 240, card: 'hide' }),
  ],
  singles,
)
