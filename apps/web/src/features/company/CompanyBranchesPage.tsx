// Branch companies of one's own company, and of the platform: adding, changing, closing.
import {
  addBranch,
  closeBranch,
  countCompanyBranches,
  listCompanyBranches,
  updateBranch,
  type BranchRow,
} from '@yunshu/contract/company/branch'
import { staleAfter } from '@yunshu/contract/topics'
import { branchStates } from '@yunshu/domain/company/branch'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { RegionPicker } from '../../ui/fields/RegionPicker.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import type { QueryField } from '../../ui/list/QueryForm.tsx'
import { useShownRow } from '../../ui/list/shownRow.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { branchColumns } from './branchColumns.tsx'
import { BranchFacts } from './BranchFacts.tsx'

const invalidates = staleAfter('company')
const query = [{ name: 'text', input: <TextInput placeholder="名称、简称、信用代码" max={50} /> }] satisfies QueryField<
  typeof listCompanyBranches
>[]
const tabs = { field: 'state', machine: branchStates, counts: countCompanyBranches } as const
const rowKey = (row: BranchRow): string => row.id
const rowName = (row: BranchRow): string => row.name

/** Screen CompanyBranches. */
export default function CompanyBranchesPage() {
  const [isAdding, setAdding] = useState(false)
  useReopening([() => setAdding(true), addBranch])
  const [closing, setClosing] = useState<BranchRow>()
  const [, show] = useShownRow()
  const rowDrawer = useCallback(
    (row: BranchRow, onClose: () => void) =>
      row.state === 'closed' ? (
        <BranchFacts branch={row} onClose={onClose} />
      ) : (
        <Reopens by={() => show(row.id)}>
          <BranchDrawer branch={row} onClose={onClose} />
        </Reopens>
      ),
    [show],
  )
  const actions = useCallback(
    (row: BranchRow): readonly RowAction[] =>
      row.state === 'closed'
        ? []
        : [
            { label: '修改', isAside: true, onClick: () => show(row.id) },
            { label: '撤销', danger: true, isAside: true, onClick: () => setClosing(row) },
          ],
    [show],
  )
  return (
    <>
      <ListPage
        call={listCompanyBranches}
        columns={branchColumns}
        rowKey={rowKey}
        rowName={rowName}
        empty="还没有分公司"
        rowDrawer={rowDrawer}
        query={query}
        tabs={tabs}
        actions={actions}
        primary={
          <Button type="primary" onClick={() => setAdding(true)}>
            添加分公司
          </Button>
        }
      />
      {isAdding && (
        <Reopens by={() => setAdding(true)}>
          <BranchDrawer branch={undefined} onClose={() => setAdding(false)} />
        </Reopens>
      )}
      {closing && <CloseDialog branch={closing} onClose={() => setClosing(undefined)} />}
    </>
  )
}

function BranchDrawer({ branch, onClose }: { branch: BranchRow | undefined; onClose: () => void }) {
  const common = {
    submitText: '保存',
    open: true,
    onClose,
    invalidates,
    done: () => {
      toast.success('已保存')
      onClose()
    },
  }
  const fields = (
    <div className="ys-form-grid">
      <Field name="name" label="名称">
        <TextInput max={100} />
      </Field>
      <Field name="shortName">
        <TextInput max={20} />
      </Field>
      <Field name="creditCode">
        <TextInput max={18} />
      </Field>
      <Field name="contactName">
        <TextInput max={30} />
      </Field>
      <Field name="contactMobile">
        <TextInput max={11} />
      </Field>
      <Field name="regionCode">
        <RegionPicker />
      </Field>
      <Field name="address" wide>
        <TextInput max={200} />
      </Field>
    </div>
  )
  if (!branch)
    return (
      <FormDrawer {...common} call={addBranch} title="添加分公司">
        {fields}
      </FormDrawer>
    )
  const { id, version, name, shortName, creditCode, contactName, contactMobile, regionCode, address } = branch
  return (
    <FormDrawer
      {...common}
      call={updateBranch}
      title={`修改 ${name}`}
      initial={{
        name,
        shortName,
        creditCode,
        contactName,
        contactMobile: contactMobile || undefined,
        regionCode,
        address,
      }}
      fixed={{ id, version }}
    >
      {fields}
    </FormDrawer>
  )
}

function CloseDialog({ branch, onClose }: { branch: BranchRow; onClose: () => void }) {
  const title = `撤销 ${branch.name}`
  const fixed = { id: branch.id, version: branch.version }
  const { typed, type, draft } = useTyped({ call: closeBranch, fixed, title }, { reason: '' })
  const reason = typed.reason.trim()
  const { submit } = useSend(closeBranch, { quiet: true, invalidates, done: () => toast.success('分公司已撤销') })
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText="撤销"
      danger
      isReady={reason !== ''}
      onClose={onClose}
      onSend={() => submit({ ...fixed, reason })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>撤销后不能恢复，也不能再选为员工所属分公司；已有单据不受影响。</p>
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}
