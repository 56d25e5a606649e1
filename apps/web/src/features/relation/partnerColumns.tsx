// The list of partner companies as it is drawn.
import { partnerListColumns } from '@yunshu/contract/relation/partnerColumns'
import type { RelatedCompany } from '@yunshu/contract/relation/relation'
import { inviters } from '@yunshu/domain/relation'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { PhoneText } from '../../ui/list/PhoneText.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { Phone } from '../../ui/Phone.tsx'

const source = ({ relation }: RelatedCompany) =>
  relation?.invitedBy === undefined
    ? nothing
    : `${inviters[relation.invitedBy]}${relation.isOurs ? '（本企业发起）' : ''}`

const singles = drawColumns(partnerListColumns, {
  name: { width: 230, fixed: 'start', card: 'title' },
  state: {},
  trustCode: { width: 190, card: 'hide' },
  contactName: { width: 90 },
  contactMobile: { width: 130, render: row => <Phone value={row.contactMobile} /> },
  openWaybills: {},
  unsettled: {},
  words: { width: 200 },
  source: { width: 180, card: 'hide', render: source },
  since: {},
  expiresAt: { card: 'hide' },
  endedAt: { card: 'hide', isHidden: true },
})

const pair = pairing(singles)

const since = factOf(singles, 'since')
const words = factOf(singles, 'words')

/** The words said about it, else its beginning. */
const standing = factOf(singles, 'words', {
  title: '起始 / 附言',
  render: (row: RelatedCompany) => {
    const said = words.render(row)
    return said === nothing ? <>{since.render(row)} 起</> : said
  },
  holds: ['words', 'since', 'source'],
})

export const partnerColumns = withDefaults(
  [
    pair('company', ['name'], { width: 200, fixed: 'start', card: 'title' }),
    pair('state', ['state', standing], { width: 160, card: 'tag' }),
    pair('work', ['openWaybills'], { width: 100, align: 'right', isNamed: true }),
    pair('unsettled', ['unsettled'], { width: 100, align: 'right', isNamed: true }),
    pair(
      'contact',
      ['contactName', factOf(singles, 'contactMobile', { render: row => <PhoneText phone={row.contactMobile} /> })],
      { title: '联系人 / 电话', width: 190 },
    ),
  ],
  singles,
)
