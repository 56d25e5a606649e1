// The list of branch companies as it is drawn.
import { branchListColumns } from '@yunshu/contract/company/branchColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(branchListColumns, {
  name: { width: 260, fixed: 'start', card: 'title' },
  state: { width: 90 },
  shortName: { width: 120 },
  creditCode: { width: 190 },
  contactName: { width: 100 },
  contactMobile: { width: 130 },
  address: { width: 240, card: 'hide' },
  people: { width: 80 },
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
