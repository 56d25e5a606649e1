// Agreements: drafted, sent to be signed, signed, on paper.
import {
  countAgreements,
  listAgreements,
  signAgreements,
  type AgreementRow,
} from '@yunshu/contract/agreement/agreement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { agreementKinds, agreementLimits, agreementTabs } from '@yunshu/domain/agreement/agreement'
import { recordsOfAct } from '@yunshu/domain/batch'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useBatchBar } from '../../parts/batch/useBatch.tsx'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { copyAction } from '../../ui/list/bulkActions.ts'
import type { BulkAction, RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { agreementActs, isDialogMove, type AgreementAct } from './agreementActs.ts'
import { agreementColumns } from './agreementColumns.tsx'
import { AgreementDialog } from './AgreementDialog.tsx'
import { FilePaper, MakeAgreement } from './AgreementForms.tsx'

const rowKey = ({ id }: AgreementRow): string => id
const rowName = ({ agreementNo }: AgreementRow): string => agreementNo
const open = ({ id }: AgreementRow): string => screenUrl('AgreementDetails', { id })
const tabs = { field: 'state', machine: agreementTabs, counts: countAgreements, allUnder: 'all' } as const
const copy = copyAction<AgreementRow>('复制合同编号', ({ agreementNo }) => agreementNo)
const batchOf = {
  acts: ['sendAgreement'],
  rowKey,
  fits: ({ state, moves }: AgreementRow) =>
    recordsOfAct.sendAgreement.some(from => from === state) && moves.includes('send'),
} as const

/** Several agreements the reader's company has to sign, on one way to the partner's page and back. */
function useSignMany(): BulkAction<AgreementRow> {
  const { run } = useSend(signAgreements, {})
  return useMemo(
    () => ({
      label: '批量签署',
      isFor: ({ canSign }) => canSign,
      run: rows => {
        const mine = rows.filter(({ canSign }) => canSign)
        if (mine.length > agreementLimits.signMost) {
          toast.error(`一次最多签署 ${agreementLimits.signMost} 份`)
          return
        }
        void run({ ids: mine.map(rowKey) }).then(answer => {
          if (answer) location.assign(answer.url)
        })
      },
    }),
    [run],
  )
}
const query: readonly QueryField<typeof listAgreements>[] = [
  { range: ['from', 'to'], label: '起草日期', input: <DateRangeInput /> },
  { name: 'text', input: <TextInput max={60} placeholder="合同编号、名称" /> },
  { name: 'waybillNo', label: '运单号', input: <TextInput max={35} /> },
  { name: 'kind', input: <KeySelect table={agreementKinds} /> },
]

/** Screen AgreementList. */
export default function AgreementListPage() {
  const canMake = useCan('agreement.make')
  const batch = useBatchBar(batchOf)
  const signMany = useSignMany()
  const bulk = useMemo(() => [signMany, ...batch.bulk, copy], [signMany, batch.bulk])
  const [isMaking, setMaking] = useState(false)
  const [acting, setActing] = useState<{ row: AgreementRow; act: AgreementAct }>()
  const close = (): void => setActing(undefined)
  const actions = useCallback(
    (row: AgreementRow): readonly RowAction[] => [
      ...(row.canSign ? [{ label: '签署', to: open(row) }] : []),
      ...agreementActs(row, act => setActing({ row, act })).filter(({ label }) => label !== '修改草稿'),
    ],
    [],
  )
  return (
    <>
      <ListPage
        call={listAgreements}
        columns={agreementColumns}
        rowKey={rowKey}
        rowName={rowName}
        open={open}
        query={query}
        tabs={tabs}
        bulk={bulk}
        actions={actions}
        empty="还没有合同"
        primary={
          canMake && (
            <Button type="primary" onClick={() => setMaking(true)}>
              起草合同
            </Button>
          )
        }
      />
      {batch.dialog}
      {isMaking && (
        <Reopens by={() => setMaking(true)}>
          <MakeAgreement onClose={() => setMaking(false)} />
        </Reopens>
      )}
      {acting?.act === 'filePaper' && <FilePaper row={acting.row} onClose={close} />}
      {acting && isDialogMove(acting.act) && (
        <AgreementDialog key={`${acting.act} ${acting.row.id}`} row={acting.row} move={acting.act} onClose={close} />
      )}
    </>
  )
}
