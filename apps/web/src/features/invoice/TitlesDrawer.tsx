// The company's invoice titles: added, changed, taken off the list.
import type { Input } from '@yunshu/contract/call'
import {
  closeInvoiceTitle,
  listInvoiceTitles,
  saveInvoiceTitle,
  type InvoiceTitleRow,
} from '@yunshu/contract/invoice/title'
import { staleAfter } from '@yunshu/contract/topics'
import { invoiceKinds } from '@yunshu/domain/invoice/invoice'
import { Button, Drawer, Form } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { SecretInput } from '../../ui/fields/SecretInput.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormDrawer } from '../../ui/form/FormPage.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import './invoice.css'

const invalidates = staleAfter('invoice')

export function TitlesDrawer({ onClose }: { onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(listInvoiceTitles, {}, { quiet: true })
  const [editing, setEditing] = useState<InvoiceTitleRow | 'new'>()
  const { run, isBusy } = useSend(closeInvoiceTitle, { invalidates, done: () => toast.success('已停用') })
  if (editing !== undefined)
    return <TitleForm title={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
  return (
    <Drawer
      open
      title="开票抬头"
      size={isMobile ? '100%' : 560}
      onClose={onClose}
      extra={<Button onClick={() => setEditing('new')}>新增抬头</Button>}
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton />
      ) : data.rows.length === 0 ? (
        <EmptyState text="还没有开票抬头" />
      ) : (
        <ul className="iv-titles">
          {data.rows.map(title => (
            <li key={title.id}>
              <div>
                <strong>{title.name}</strong>
                <span className="ys-weak">
                  {invoiceKinds[title.kind]} {title.taxNo}
                </span>
                {title.accountNo !== undefined && (
                  <span className="ys-weak">
                    {title.bank}{' '}
                    <Secret of={{ kind: 'invoiceTitle', id: title.id, field: 'accountNo' }} mask={title.accountNo} />
                  </span>
                )}
              </div>
              <Button onClick={() => setEditing(title)} aria-label={`修改 ${title.name}`}>
                修改
              </Button>
              <Button
                danger
                disabled={isBusy}
                onClick={() => void run({ id: title.id, version: title.version })}
                aria-label={`停用 ${title.name}`}
              >
                停用
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}

/** An account nobody touched is left out, so that it stays; one that was emptied is named. */
const titleChange = ({ accountNo, ...said }: Input<typeof saveInvoiceTitle>): Input<typeof saveInvoiceTitle> =>
  accountNo === ''
    ? { ...said, emptied: ['accountNo'] }
    : { ...said, ...(accountNo === undefined ? {} : { accountNo }) }

function TitleForm({ title, onClose }: { title: InvoiceTitleRow | undefined; onClose: () => void }) {
  const [form] = Form.useForm()
  const {
    id,
    version,
    accountNo: mask,
    ...values
  } = title ?? { id: undefined, version: undefined, accountNo: undefined, kind: '81' as const }
  return (
    <FormDrawer
      form={form}
      call={saveInvoiceTitle}
      title={title ? '修改抬头' : '新增抬头'}
      submitText="保存"
      {...(id === undefined || version === undefined ? {} : { fixed: { id, version } })}
      initial={values}
      toInput={titleChange}
      open
      onClose={onClose}
      invalidates={invalidates}
      done={() => {
        toast.success('已保存')
        onClose()
      }}
    >
      <div className="ys-form-grid">
        <Field name="name" label="名称" wide>
          <TextInput max={100} />
        </Field>
        <Field name="taxNo">
          <TextInput max={30} />
        </Field>
        <Field name="kind" label="票种">
          <KeySelect table={invoiceKinds} />
        </Field>
        <Field name="address" label="地址" hint="专票必填">
          <TextInput max={100} />
        </Field>
        <Field name="phone" label="电话" hint="专票必填">
          <TextInput max={30} />
        </Field>
        <Field name="bank" label="开户行" hint="专票必填">
          <TextInput max={60} />
        </Field>
        <Field name="accountNo" label="账号" hint="专票必填">
          {mask === undefined ? <TextInput max={40} /> : <SecretInput mask={mask} max={40} canEmpty />}
        </Field>
        <Field name="email" label="收票邮箱">
          <TextInput max={100} />
        </Field>
      </div>
    </FormDrawer>
  )
}
