// A message of the platform to many people: to whom, what it says, how many it reaches, and a question before it
// leaves.
import { broadcast, countAudience } from '@yunshu/contract/message/message'
import { listCarriers, listShippers } from '@yunshu/contract/relation/relation'
import { audiences, broadcastCodes, type Audience } from '@yunshu/domain/message/kinds'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall } from '../../lib/useCall.ts'
import type { FieldProps } from '../../ui/fields/FigureInput.tsx'
import { KeySelect } from '../../ui/fields/KeySelect.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { isUnreadable } from '../../ui/fields/unreadable.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { Field } from '../../ui/form/Field.tsx'
import './broadcast.css'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** One company of the market, shippers and carriers apart; the server finds what is typed. */
function CompanySelect({ value, onChange, ...rest }: FieldProps<string>) {
  const [text, setText] = useState('')
  const found = text === '' ? {} : { text }
  const shippers = useCall(listShippers, found, { keepPrevious: true })
  const carriers = useCall(listCarriers, found, { keepPrevious: true })
  const shipping = shippers.data?.rows ?? []
  // a company that ships and carries is listed once
  const carrying = (carriers.data?.rows ?? []).filter(
    ({ companyId }) => !shipping.some(row => row.companyId === companyId),
  )
  const groups = [
    { label: '货主', rows: shipping },
    { label: '承运商', rows: carrying },
  ]
  return (
    <Select
      {...rest}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      placeholder="请选择企业"
      notFoundContent="没有找到"
      loading={shippers.isFetching || carriers.isFetching}
      value={isUnreadable(value) ? undefined : value}
      onChange={(next?: string) => {
        setText('')
        onChange?.(next)
      }}
      options={groups.map(({ label, rows }) => ({
        label,
        options: rows.map(({ companyId, name }) => ({ value: companyId, label: name })),
      }))}
    />
  )
}

/** The number of people in an audience; undefined until the audience is complete. */
function useReach(audience: Audience | undefined, companyId: string | undefined): number | undefined {
  const isWhole = audience !== undefined && (audience !== 'company' || companyId !== undefined)
  const { data } = useCall(
    countAudience,
    { audience: audience ?? 'all', ...(audience === 'company' ? { companyId } : {}) },
    { enabled: isWhole, quiet: true },
  )
  return isWhole ? data?.count : undefined
}

/** Screen Broadcast. */
export default function BroadcastPage() {
  const [form] = Form.useForm()
  const [chosen, setChosen] = useState<{
    audience?: Audience | undefined
    companyId?: string | undefined
    pushCode?: keyof typeof broadcastCodes | undefined
  }>({ pushCode: '0' })
  const [isAsking, setAsking] = useState(false)
  const reach = useReach(chosen.audience, chosen.companyId)
  const reachText = reach === undefined ? '' : `将发给 ${reach} 人`
  const ask = (): void => {
    form.validateFields().then(
      () => setAsking(true),
      () => undefined,
    )
  }
  return (
    <CallForm
      call={broadcast}
      form={form}
      initial={{ pushCode: '0' }}
      onChange={setChosen}
      toInput={({ companyId, ...rest }) => ({ ...rest, ...(rest.audience === 'company' ? { companyId } : {}) })}
      done={({ count }) => {
        toast.success(`已发送给 ${count} 人`)
        form.resetFields()
        setChosen({ pushCode: '0' })
      }}
      frame={(body, { submit, isBusy }) => (
        <article className="ys-page">
          <header className="ys-page-head ys-head-said">
            <h1>群发通知</h1>
          </header>
          <div className="ys-page-body">{body}</div>
          <footer className="ys-page-foot bc-foot">
            <span className="ys-weak">发出后不能撤回</span>
            <Button type="primary" loading={isBusy} onClick={ask}>
              发送
            </Button>
          </footer>
          <ConfirmDialog
            open={isAsking}
            title="发送 群发通知"
            text={`${reachText}，发出后不能撤回。${chosen.pushCode === '34' ? '在线用户确认后页面会重新载入，未保存的内容可能丢失。' : ''}`}
            danger={chosen.pushCode === '34'}
            onClose={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              submit()
            }}
          />
        </article>
      )}
    >
      <MessageFields audience={chosen.audience} pushCode={chosen.pushCode} reachText={reachText} />
    </CallForm>
  )
}

/** The receivers of the message, how it shows, and its text. */
function MessageFields({
  audience,
  pushCode,
  reachText,
}: {
  audience: Audience | undefined
  pushCode: keyof typeof broadcastCodes | undefined
  reachText: string
}) {
  return (
    <div className="ys-form-grid bc-fields">
      <Field name="audience" hint={<span aria-live="polite">{reachText || '选择后显示发给多少人'}</span>}>
        <KeySelect table={audiences} placeholder="请选择" />
      </Field>
      {audience === 'company' && (
        <Field name="companyId" required>
          <CompanySelect />
        </Field>
      )}
      <Field
        name="pushCode"
        hint={pushCode === '34' ? '提醒用户后重新载入页面，用于发布更新' : '弹出提醒，并进入每个人的消息中心'}
      >
        <KeySelect table={broadcastCodes} />
      </Field>
      <Field name="title" wide>
        <TextInput max={40} placeholder="如 系统维护通知" />
      </Field>
      <Field name="content" wide>
        <TextInput max={500} rows={5} placeholder="说明时间、影响和需要用户做什么" />
      </Field>
    </div>
  )
}
