// The form that publishes goods, new ones or ones ordered anew: its blocks, the footer with the estimate, and what is
// checked before it is sent.
import type { Input } from '@yunshu/contract/call'
import { publishGoods } from '@yunshu/contract/goods/goods'
import { staleAfter } from '@yunshu/contract/topics'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { Button, Form, type FormInstance } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useDirty } from '../../lib/dirty.ts'
import { useIsPlatform } from '../../lib/session.ts'
import { useTab } from '../../lib/tab.ts'
import { toast } from '../../lib/toast.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { useFormPick } from '../../ui/form/useFormPick.ts'
import { CreditBar } from '../../parts/credit/CreditBar.tsx'
import { EstimateLine } from './EstimateLine.tsx'
import { goodsUrl } from './goodsColumns.tsx'
import { justPublished } from './justPublished.ts'
import { PublishBody } from './PublishBody.tsx'
import { usePublishAsk } from './PublishAsk.tsx'
import { noMarks, uncheckedIn, type Marks } from './suggestion.ts'
import { useFolds } from './useFolds.ts'
import { cargoTotals, estimateGoods, shapeGoods, type Goods, type GoodsDraft } from './publishForm.ts'
import { ruleFaults } from './ruleFaults.ts'

interface PublishFormProps {
  title: string
  kind: GoodsKind
  initial: GoodsDraft
  /** Fields people do not fill: the goods these were copied from. */
  fixed?: Partial<Input<typeof publishGoods>>
  /** Beside the title: the choice of kind. */
  choice: ReactNode
  /** Above the blocks: what was left out of a copy. */
  head?: ReactNode
  /** Beside the title: the draft. */
  status?: (isTouched: boolean) => ReactNode
  /** Marks kept with the draft. */
  marked?: Marks
  /** Hears every change, for drafts. */
  onKeep?: (draft: GoodsDraft, marks: Marks) => void
  /** The draft holds all that was typed. */
  isKept?: boolean
  onPublished?: () => void
}

export function PublishForm(props: PublishFormProps) {
  const { title, kind, initial, fixed = {}, choice, head, status, onPublished } = props
  const [form] = Form.useForm()
  const navigate = useNavigate()
  const tab = useTab()
  const isPlatform = useIsPlatform()
  const shipperId = Form.useWatch('shipperId', form) as string | undefined
  const folding = useFolds(form, initial, kind)
  const asking = usePublishAsk()
  const { isTouched, setTouched, marks, keep, mark } = useKeeping(form, props)
  return (
    <CallForm
      call={publishGoods}
      form={form}
      initial={initial}
      fixed={{ ...fixed, kind }}
      toInput={shapeGoods}
      check={goods => ruleFaults(goods as Goods)}
      confirm={goods => asking.ask(goods as Goods, uncheckedIn(form, marks))}
      invalidates={staleAfter('goods')}
      onChange={() => keep()}
      onFaults={folding.openFaults}
      title={title}
      keepsOwnDraft={props.onKeep !== undefined}
      done={({ id, goodsNo }) => {
        onPublished?.()
        setTouched(false)
        toast.success(`货源 ${goodsNo} 已发布`)
        void navigate(goodsUrl(id), { state: justPublished })
        tab.close()
      }}
      frame={(body, { submit, isBusy }) => (
        <article className="ys-page">
          <header className="ys-page-head">
            <h1>{title}</h1>
            {status?.(isTouched)}
            {choice}
          </header>
          <div className="ys-page-body gd-publish" ref={folding.box}>
            <div className="gd-form">
              {head}
              {body}
            </div>
          </div>
          <PublishFoot form={form} isBusy={isBusy} onPublish={submit} />
          {asking.dialog}
        </article>
      )}
    >
      <PublishBody
        form={form}
        kind={kind}
        folding={folding}
        isPlatform={isPlatform}
        shipperId={shipperId}
        marks={marks}
        onSet={() => keep()}
        onMark={mark}
      />
    </CallForm>
  )
}

/** Keeps the form with the marks of its values at every change. */
function useKeeping(form: FormInstance, { initial, marked = noMarks, onKeep, isKept = false }: PublishFormProps) {
  const [isTouched, setTouched] = useState(false)
  const [marks, setMarks] = useState(marked)
  const follow = useFollowedTotal(form, initial)
  useDirty(isTouched && onKeep !== undefined, isKept)
  const keep = (held = marks): void => {
    setTouched(true)
    follow()
    onKeep?.(form.getFieldsValue(true) as GoodsDraft, held)
  }
  const mark = (next: Marks): void => {
    setMarks(next)
    keep(next)
  }
  return { isTouched, setTouched, marks, keep, mark }
}

interface PublishFootProps {
  form: FormInstance
  isBusy: boolean
  onPublish: () => void
}

function PublishFoot({ form, isBusy, onPublish }: PublishFootProps) {
  return (
    <footer className="ys-page-foot gd-foot">
      <div className="gd-foot-main">
        <EstimateLine form={form} />
        <CreditOf form={form} />
      </div>
      <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={onPublish}>
        发布
      </Button>
    </footer>
  )
}

/** The rest of the shipper's credit, beside the estimate. */
function CreditOf({ form }: { form: FormInstance }) {
  const isPlatform = useIsPlatform()
  const shipperId = Form.useWatch('shipperId', form) as string | undefined
  const { freight } = useFormPick(form, estimateGoods)
  return <CreditBar shipperId={shipperId} need={freight} isChosen={!isPlatform || shipperId !== undefined} />
}

/** Tons are typed once: the total follows the cargo until somebody types another. */
function useFollowedTotal(form: FormInstance, initial: GoodsDraft): () => void {
  const followed = useRef(cargoTotals(initial).weight)
  return () => {
    const draft = form.getFieldsValue(true) as GoodsDraft
    const { weight } = cargoTotals(draft)
    const isOwn = draft.totalQty !== undefined && draft.totalQty !== followed.current
    if (draft.quantityMode !== 'BY_TON' || weight === 0 || isOwn) return
    form.setFieldValue('totalQty', weight)
    followed.current = weight
  }
}
