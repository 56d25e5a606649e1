// The list of agreements as it is drawn.
import { agreementListColumns } from '@yunshu/contract/agreement/agreementColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(agreementListColumns, {
  agreementNo: { width: 190, fixed: 'start', card: 'title' },
  kind: { width: 100 },
  state: {},
  title: { width: 240 },
  shipperName: { width: 220 },
  houseName: { width: 220, card: 'hide' },
  carrierName: { width: 220 },
  waybillNo: { width: 190, card: 'hide' },
  signed: { width: 90, card: 'hide' },
  method: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  maker: { width: 110, card: 'hide' },
  signedAt: { card: 'hide' },
  until: { card: 'hide' },
  fault: { width: 200, card: 'hide' },
  reason: { width: 200, card: 'hide' },
})
const pair = pairing(singles)

export const agreementColumns = withDefaults(
  [
    pair('number', ['agreementNo', 'createdAt'], { width: 180, fixed: 'start', card: 'title' }),
    'state',
    pair('kind', ['kind', 'method'], { width: 110 }),
    pair('parties', ['shipperName', 'carrierName'], { width: 200 }),
    pair('waybill', ['waybillNo', 'houseName'], { width: 170, card: 'hide' }),
    pair('signing', ['signedAt', 'until'], { width: 140, card: 'hide' }),
    pair('why', ['fault', 'reason'], { width: 150, card: 'hide' }),
  ],
  singles,
)
