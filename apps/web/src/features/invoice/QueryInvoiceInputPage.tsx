// The invoice query, form 进项: invoices of carriers and of providers of fuel and tolls, checked, deducted and bound to their waybills.
import { countInputInvoices, listInputInvoices, type InputInvoiceRow } from '@yunshu/contract/invoice/input'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { recordsOfAct } from '@yunshu/domain/batch'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { inputStates, type InputMove } from '@yunshu/domain/invoice/input'
import { listSorts } from '@yunshu/domain/sorting'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useCan } from '../../lib/can.ts'
import { useNarrow } from '../../lib/useMobile.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { houseInputQuery, inputQuery } from './inputQuery.tsx'
import { InputDialog } from './InputDialog.tsx'
import { InputUpload } from './InputUpload.tsx'
import { carrierInputColumns, carrierInputStates, inputColumns } from './redColumns.tsx'

const rowKey = ({ id }: InputInvoiceRow): string => id
const rowName = ({ invoiceNo }: InputInvoiceRow): string => invoiceNo
const open = ({ id }: InputInvoiceRow): string => `${screenUrl('QueryInvoiceVoucher', { id })}?of=input`
const tabs = { field: 'state', machine: inputStates, counts: countInputInvoices, hasSums: true } as const
const carrierTabs = { ...tabs, machine: carrierInputStates } as const
const copy = copyAction<InputInvoiceRow>('复制发票号码', ({ invoiceNo }) => invoiceNo)
const batchOf = {
  acts: ['verifyInput', 'tickInput'],
  rowKey,
  fits: ({ state }: InputInvoiceRow, act: 'verifyInput' | 'tickInput') =>
    recordsOfAct[act].some(from => from === state),
} as const
/** Screen QueryInvoiceInput. */
export default function QueryInvoiceInputPage() {
  const isHouse = sidesOf(useSession(session => session.info)).some(isHouseSide)
  const canSupply = useCan('invoice.supply')
  const isNarrow = useNarrow()
  const batch = useBatchBar(batchOf)
  const bulk = useMemo(() => [...batch.bulk, copy], [batch.bulk])
  const [moving, setMoving] = useState<{ row: InputInvoiceRow; move: InputMove }>()
  const [uploading, setUploading] = useState<{ after?: InputInvoiceRow }>()
  const actions = useCallback(
    (row: InputInvoiceRow): readonly RowAction[] => [
      // the supplier puts right what was refused
      ...(canSupply && !isHouse && row.state === 'refused'
        ? [{ label: '改正重传', onClick: () => setUploading({ after: row }) }]
        : []),
      ...row.moves.map((move): RowAction => ({
        label: inputStates.moves[move].label,
        danger: 'danger' in inputStates.moves[move],
        onClick: () => setMoving({ row, move }),
      })),
    ],
    [canSupply, isHouse],
  )
  return (
    <>
      <ListPage
        call={listInputInvoices}
        columns={isHouse ? inputColumns : carrierInputColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        extra={!isHouse && !isNarrow && '开给平台的发票'}
        query={isHouse ? houseInputQuery : inputQuery}
        tabs={isHouse ? tabs : carrierTabs}
        sorts={listSorts.inputInvoices}
        bulk={bulk}
        actions={actions}
        empty={isHouse ? '还没有进项发票' : '还没有开给平台的发票'}
        primary={
          canSupply && (
            <Button type="primary" onClick={() => setUploading({})}>
              上传发票
            </Button>
          )
        }
      />
      {batch.dialog}
      {moving && (
        <InputDialog key={`${moving.move} ${moving.row.id}`} {...moving} onClose={() => setMoving(undefined)} />
      )}
      {uploading && (
        <Reopens by={() => setUploading(uploading)}>
          <InputUpload {...uploading} onClose={() => setUploading(undefined)} />
        </Reopens>
      )}
    </>
  )
}
