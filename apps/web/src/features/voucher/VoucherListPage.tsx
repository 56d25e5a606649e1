// The list of vouchers by kind, state, month, branch and text; drafts made by hand stand among them until they are posted.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { listVouchers, sumVouchers, type VoucherRow } from '@yunshu/contract/voucher/voucher'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { recordsOfAct } from '@yunshu/domain/batch'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../lib/can.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import type { BulkAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useVoucherZip } from '../../parts/voucher/useVoucherZip.ts'
import { HandOverDrawer } from './HandOverDrawer.tsx'
import { useVoucherActs } from './useVoucherActs.tsx'
import { useVoucherBatch } from './useVoucherBatch.tsx'
import { voucherColumns } from './voucherColumns.tsx'
import { voucherQuery } from './voucherQuery.tsx'

const rowKey = ({ id }: VoucherRow): string => id
const rowName = ({ voucherNo }: VoucherRow): string => voucherNo

/** Drafts and audited vouchers are made by hand; the server says which of them another person made. */
const batchOf = {
  acts: ['auditVoucher', 'postVoucher'],
  rowKey,
  fits: ({ state }: VoucherRow, act: 'auditVoucher' | 'postVoucher') => recordsOfAct[act].some(from => from === state),
} as const

const tabs = { field: 'state', machine: voucherStates } as const
/** Screen VoucherList. */
export default function VoucherListPage() {
  const canMake = useCan('voucher.make')
  const canAudit = useCan('voucher.audit')
  const canHandOver = useCan('ledger.view')
  const navigate = useNavigate()
  const [isHanding, setHanding] = useState(false)
  const { filter } = useUrlFilter(listVouchers)
  const { take, isBusy } = useVoucherZip()
  const { print, view: papers } = useVoucherBatch()
  const batch = useBatchBar(batchOf)
  const { actions, dialog } = useVoucherActs()
  const bulk = useMemo(
    (): readonly BulkAction<VoucherRow>[] => [
      ...batch.bulk,
      ...print,
      { label: '下载凭证包', run: rows => void take({ ids: rows.map(({ id }) => id) }) },
    ],
    [batch.bulk, take, print],
  )
  const more = [
    { label: '下载凭证包', disabled: isBusy, onClick: () => void take(filter) },
    ...(canHandOver
      ? [
          { label: '导出到财务软件', onClick: () => setHanding(true) },
          { label: '科目对照', to: screenUrl('AccountMap') },
          { label: '期初余额', to: screenUrl('OpeningBalance') },
        ]
      : []),
  ]
  return (
    <>
      <ListPage
        call={listVouchers}
        columns={voucherColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有凭证：签收、结算和支付时自动生成"
        open={voucherUrl}
        query={voucherQuery[canAudit ? 'auditor' : 'reader']}
        tabs={tabs}
        sums={sumVouchers}
        bulk={bulk}
        actions={actions}
        more={more}
        primary={
          canMake && (
            <Button type="primary" onClick={() => void navigate(screenUrl('VoucherMake'))}>
              新增凭证
            </Button>
          )
        }
      />
      {papers}
      {batch.dialog}
      {dialog}
      {isHanding && <HandOverDrawer onClose={() => setHanding(false)} />}
    </>
  )
}
