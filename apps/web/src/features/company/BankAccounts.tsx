// Bank accounts in the company's own name: which one is paid to, and changing them.
import {
  addCompanyAccount,
  removeCompanyAccount,
  setDefaultAccount,
  updateCompanyAccount,
  type CompanyAccount,
  type CompanyRecord,
} from '@yunshu/contract/company/company'
import { staleAfter } from '@yunshu/contract/topics'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { checkCompanyAccount } from '@yunshu/domain/identity/identity'
import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Section } from '../../ui/Facts.tsx'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { textColumn, type Column } from '../../ui/list/column.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'

const WriteDialog = lazy(async () => ({ default: (await import('../../ui/WriteDialog.tsx')).WriteDialog }))
const invalidates = staleAfter('company')
const columns: readonly Column<CompanyAccount>[] = [
  textColumn('bank', '开户银行', row => row.bank, { width: 180, cardTitle: '' }),
  textColumn('bankCode', '联行号', row => row.bankCode, { width: 130 }),
  textColumn('accountName', '户名', row => row.accountName, { width: 200, card: 'title' }),
  {
    key: 'accountNo',
    title: '银行账号',
    cardTitle: '',
    width: 220,
    render: row => <Secret of={{ kind: 'companyAccount', id: row.id, field: 'accountNo' }} mask={row.accountNo} />,
  },
  textColumn('isDefault', '收款', payingOf, { width: 220, card: 'tag' }),
]
/** Whether an account is the one that is paid to, and from when on while it rests after a change. */
function payingOf({ isDefault, payableAt }: CompanyAccount): string {
  const rest = payableAt === undefined ? [] : [`${formatDateTime(payableAt)} 起可收款`]
  return [...(isDefault ? ['默认账户'] : []), ...rest].join('，')
}
const rowKey = (row: CompanyAccount): string => row.id

export function BankAccounts({ company, canEdit }: { company: CompanyRecord; canEdit: boolean }) {
  // null: a new account
  const [editing, setEditing] = useState<CompanyAccount | null>()
  useReopening(
    [() => setEditing(null), addCompanyAccount],
    ...company.accounts.map(account => [() => setEditing(account), updateCompanyAccount, { id: account.id }] as const),
  )
  const [asking, setAsking] = useState<{ account: CompanyAccount; act: 'remove' | 'prefer' }>()
  const shown = useMemo(() => (canEdit ? [...columns, actionsColumn(setEditing, setAsking)] : columns), [canEdit])
  return (
    <Section
      title="对公账户"
      extra={
        canEdit && (
          <Button size="small" onClick={() => setEditing(null)}>
            添加账户
          </Button>
        )
      }
    >
      <SimpleTable title="对公账户" rows={company.accounts} columns={shown} rowKey={rowKey} />
      {editing !== undefined && (
        <Reopens by={() => setEditing(editing)}>
          <AccountDrawer account={editing ?? undefined} company={company} onClose={() => setEditing(undefined)} />
        </Reopens>
      )}
      {asking && (
        <Suspense fallback={null}>
          <AskDialog {...asking} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}

function actionsColumn(
  onEdit: (row: CompanyAccount) => void,
  onAsk: (what: { account: CompanyAccount; act: 'remove' | 'prefer' }) => void,
): Column<CompanyAccount> {
  return {
    key: 'actions',
    title: '操作',
    width: 200,
    render: row => (
      <>
        <Button type="link" size="small" onClick={() => onEdit(row)}>
          修改
        </Button>
        {!row.isDefault && (
          <Button type="link" size="small" onClick={() => onAsk({ account: row, act: 'prefer' })}>
            设为默认
          </Button>
        )}
        <Button type="link" size="small" danger onClick={() => onAsk({ account: row, act: 'remove' })}>
          删除
        </Button>
      </>
    ),
  }
}

function AskDialog({
  account,
  act,
  onClose,
}: {
  account: CompanyAccount
  act: 'remove' | 'prefer'
  onClose: () => void
}) {
  const options = {
    quiet: true,
    invalidates,
    done: () => toast.success(act === 'remove' ? '账户已删除' : '已设为默认账户'),
  }
  const remove = useSend(removeCompanyAccount, options)
  const prefer = useSend(setDefaultAccount, options)
  const { submit } = act === 'remove' ? remove : prefer
  return (
    <WriteDialog
      title={`${act === 'remove' ? '删除账户' : '设为默认账户'} ${account.bank} ${account.accountNo}`}
      okText={act === 'remove' ? '删除' : '设为默认'}
      danger={act === 'remove'}
      onClose={onClose}
      onSend={() => submit({ id: account.id, version: account.version })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>
        {act === 'remove'
          ? '删除后不能再用于收款；已提交的结算单也不再付到该账户，须先改付其他账户。'
          : '此后提交的结算单将支付到该账户，已提交的不受影响。'}
      </p>
    </WriteDialog>
  )
}

function AccountDrawer({
  account,
  company,
  onClose,
}: {
  account: CompanyAccount | undefined
  company: CompanyRecord
  onClose: () => void
}) {
  const common = {
    submitText: '保存',
    open: true,
    onClose,
    invalidates,
    done: () => {
      toast.success('账户已保存')
      onClose()
    },
  }
  const fields = (
    <div className="ys-form-grid">
      <Field name="accountName" hint="须与企业名称一致">
        <TextInput max={100} />
      </Field>
      <Field name="bank">
        <TextInput max={60} placeholder="银行及支行" />
      </Field>
      <Field name="bankCode">
        <TextInput max={12} placeholder="12位数字" />
      </Field>
      <Field name="accountNo">
        <NumberInput mask={account?.accountNo} check={checkCompanyAccount} max={32} />
      </Field>
    </div>
  )
  if (!account)
    return (
      <FormDrawer {...common} call={addCompanyAccount} title="添加对公账户" initial={{ accountName: company.name }}>
        {fields}
      </FormDrawer>
    )
  const { id, version, bank, bankCode, accountName } = account
  return (
    <FormDrawer
      {...common}
      call={updateCompanyAccount}
      title="修改对公账户"
      initial={{ bank, bankCode: bankCode || undefined, accountName }}
      fixed={{ id, version }}
    >
      {fields}
    </FormDrawer>
  )
}
