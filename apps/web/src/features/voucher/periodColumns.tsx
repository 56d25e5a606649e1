// The list of months as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { PeriodRow } from '@yunshu/contract/voucher/closing'
import { periodListColumns } from '@yunshu/contract/voucher/periodColumns'
import { printCount } from '@yunshu/domain/figures/decimal'
import { Button } from 'antd'
import { BranchText } from '../../ui/BranchText.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(periodListColumns, {
  period: { width: 120, fixed: 'start', card: 'title' },
  branchName: { width: 260, render: row => <BranchText name={row.branchName} /> },
  state: { width: 140 },
  vouchers: { width: 90, align: 'right', isNamed: true, render: row => printCount(row.vouchers) },
  asker: { width: 100, card: 'hide' },
  askedAt: { card: 'hide' },
  confirmer: { width: 100, card: 'hide' },
  confirmedAt: { card: 'hide' },
  snapshot: { width: 130, card: 'hide' },
  reason: { width: 180, isNamed: true },
})
const pair = pairing(singles)

/** The step on the month whose turn it is stands in sight; on others it comes with the pointer. */
export const periodColumnsWith = (check: (row: PeriodRow) => void): readonly Column<PeriodRow>[] => [
  ...withDefaults(
    [
      pair('month', ['period', 'branchName'], { width: 200, fixed: 'start', card: 'title' }),
      'state',
      {
        key: 'next',
        title: '下一步',
        width: 100,
        card: 'hide',
        render: row =>
          row.isOpening ? (
            <a className="ys-link" href={screenUrl('OpeningBalance')}>
              期初余额
            </a>
          ) : (
            row.isNext && (
              <span>
                <Button size="small" color="primary" variant="outlined" onClick={() => check(row)}>
                  检查
                </Button>
              </span>
            )
          ),
      },
      'vouchers',
      pair('asked', ['asker', 'askedAt'], { width: 150, card: 'hide' }),
      pair('confirmed', ['confirmer', 'confirmedAt'], { width: 150, card: 'hide' }),
      'reason',
    ],
    singles,
  ),
]

export const periodColumns = periodColumnsWith(() => undefined)
