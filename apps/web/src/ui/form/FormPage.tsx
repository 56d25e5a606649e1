// A form as a whole page, and the same form in a drawer beside a list.
import type { Call } from '@yunshu/contract/call'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import { CallForm, type CallFormProps } from './CallForm.tsx'
import { useReopen } from './Reopens.tsx'
import type { FormDrafting } from './useFormDraft.tsx'
import { useLeaving } from './useLeaving.tsx'

interface FormFrame {
  title: string
  /** Names the result: 发布货源, 保存. */
  submitText: string
  /** Left of the buttons: sums, what is being paid. */
  summary?: ReactNode
  /** Beside the submit button: 保存草稿. */
  buttons?: ReactNode
  /** The way to the neighbours of a drawer: in its head, on a phone in its foot. */
  steps?: ReactNode
}

/** A page with a sticky footer; put Section blocks of Field inside. */
export function FormPage<C extends Call>(props: CallFormProps<C> & FormFrame) {
  const { title, submitText, summary, buttons } = props
  return (
    <CallForm<C>
      {...props}
      frame={(body, { submit, isBusy }) => (
        <article className="ys-page">
          <header className="ys-page-head">
            <h1>{title}</h1>
          </header>
          <div className="ys-page-body">{body}</div>
          <footer className="ys-page-foot">
            <span>{summary}</span>
            {buttons}
            <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={submit}>
              {submitText}
            </Button>
          </footer>
        </article>
      )}
    />
  )
}

/**
 * The form in a drawer; mounted only while open. Closed with input in it, it says that a draft is kept, which the toast
 * opens again.
 */
export function FormDrawer<C extends Call>(
  props: CallFormProps<C> & FormFrame & { open: boolean; onClose: () => void },
) {
  if (!props.open) return null
  return (
    <CallForm<C>
      {...props}
      isDrawer
      frame={(body, frame) => (
        <DrawerFrame {...props} {...frame}>
          {body}
        </DrawerFrame>
      )}
    />
  )
}

interface DrawerFrameProps extends FormFrame {
  submit: () => void
  isBusy: boolean
  park: FormDrafting['park']
  onClose: () => void
  children: ReactNode
}

function DrawerFrame({
  title,
  submitText,
  summary,
  buttons,
  steps,
  submit,
  isBusy,
  park,
  onClose,
  children,
}: DrawerFrameProps) {
  const isMobile = useMobile()
  const { leave, question } = useLeaving(park, onClose, useReopen())
  return (
    <Drawer
      open
      title={title}
      size={isMobile ? '100%' : 640}
      onClose={leave}
      extra={!isMobile && steps}
      mask={{ closable: false }}
      footer={
        <div className="ys-page-foot">
          <span>
            {isMobile && steps}
            {summary}
          </span>
          {buttons}
          <Button onClick={leave}>取消</Button>
          <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={submit}>
            {submitText}
          </Button>
        </div>
      }
    >
      {children}
      {question}
    </Drawer>
  )
}
