// The publishing form: its sections, the footer with the estimate, the kept draft, and what is checked before it is sent.
import { publishGoods } from '@yunshu/contract/goods'
import { fieldLabel } from '@yunshu/contract/labels'
import { staleAfter } from '@yunshu/contract/topics'
import { publishFaults } from '@yunshu/domain/publishing'
import { formatDateTime } from '@yunshu/domain/time'
import { Button, Form, Popconfirm } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { useDirty } from '../../lib/dirty.ts'
import type { FieldFaults } from '../../lib/errors.ts'
import { nameOf } from '../../lib/faults.ts'
import { useTab } from '../../lib/tab.ts'
import { toast } from '../../lib/toast.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { BasicSection } from './BasicSection.tsx'
import { EstimateLine } from './EstimateLine.tsx'
import { goodsUrl } from './goodsColumns.tsx'
import { ItemsSection } from './ItemsSection.tsx'
import { NeedSection } from './NeedSection.tsx'
import { OfferSection } from './OfferSection.tsx'
import { PlacesSection } from './PlacesSection.tsx'
import { PlanSection } from './PlanSection.tsx'
import { PricingSection } from './PricingSection.tsx'
import { shapeGoods, type Goods, type GoodsDraft } from './publishForm.ts'
import { LossSection, ReceiptRuleSection } from './RuleSections.tsx'

interface PublishFormProps {
  initial: GoodsDraft
  isRestored: boolean
  savedAt: number | undefined
  isKeepFailed: boolean
  onKeep: (draft: GoodsDraft) => void
  onStop: () => void
  onClear: () => void
}

// some go on from the name of their field: 重量 与体积至少填写一项
const ruleFaults = (goods: Goods): FieldFaults => Object.fromEntries(Object.entries(publishFaults(goods, serverNow()))
  .map(([path, fault]) => [path, fault.startsWith('与') ? fieldLabel(nameOf(path)) + fault : fault]))

export function PublishForm({ initial, isRestored, savedAt, isKeepFailed, onKeep, onStop, onClear }: PublishFormProps) {
  const [form] = Form.useForm()
  const navigate = useNavigate()
  const tab = useTab()
  const [isTouched, setTouched] = useState(false)
  useDirty(isTouched)
  const keep = (): void => {
    setTouched(true)
    onKeep(form.getFieldsValue(true) as GoodsDraft)
  }
  return (
    <CallForm call={publishGoods} form={form} initial={initial} toInput={shapeGoods} check={ruleFaults} invalidates={staleAfter('goods')} onChange={keep}
      done={({ id, goodsNo }) => {
        onStop()
        setTouched(false)
        toast.success(`货源 ${goodsNo} 已发布`)
        void navigate(goodsUrl(id))
        tab.close()
      }}
      frame={(body, { submit, isBusy }) => (
        <article className="ys-page">
          <header className="ys-page-head">
            <h1>发布货源</h1>
            <span className="gd-draft" aria-live="polite">
              {isKeepFailed ? <span className="ys-fault">草稿未能保存，请勿关闭页面</span> : savedAt !== undefined && <span>{isRestored && !isTouched ? '已恢复草稿' : '草稿已保存'} {formatDateTime(savedAt).slice(11, 16)}</span>}
              {(savedAt !== undefined || isTouched) && <Popconfirm title="清空草稿" description="已填写的内容将全部清除" okText="清空" okButtonProps={{ danger: true }} cancelText="返回" onConfirm={onClear}><Button size="small">清空草稿</Button></Popconfirm>}
            </span>
          </header>
          <div className="ys-page-body"><div className="gd-form">{body}</div></div>
          <footer className="ys-page-foot">
            <EstimateLine form={form} />
            <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={submit}>发布</Button>
          </footer>
        </article>
      )}>
      <BasicSection />
      <PlacesSection form={form} onSet={keep} />
      <ItemsSection />
      <NeedSection />
      <PricingSection form={form} onSet={keep} />
      <PlanSection form={form} />
      <LossSection form={form} />
      <ReceiptRuleSection form={form} />
      <OfferSection form={form} />
    </CallForm>
  )
}
