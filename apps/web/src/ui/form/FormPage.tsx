// A form as a whole page, and the same form in a drawer beside a list.
import type { Call } from '@yunshu/contract/call'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import { CallForm, type CallFormProps } from './CallForm.tsx'

interface FormFrame {
  title: string
  /** Names the result: 发布货源, 保存. */
  submitText: string
  /** Left of the buttons: sums, what is being paid. */
  summary?: ReactNode
  /** Beside the submit button: 保存草稿. */
  buttons?: ReactNode
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

/** The form in a drawer; mounted only while open, so that it always starts from `initial`. */
export function FormDrawer<C extends Call>(
  props: CallFormProps<C> & FormFrame & { open: boolean; onClose: () => void },
) {
  const { title, submitText, summary, buttons, open, onClose } = props
  const isMobile = useMobile()
  if (!open) return null
  return (
    <CallForm<C>
      {...props}
      frame={(body, { submit, isBusy }) => (
        <Drawer
          open
          title={title}
          size={isMobile ? '100%' : 640}
          onClose={onClose}
          mask={{ closable: false }}
          footer={
            <div className="ys-page-foot">
              <span>{summary}</span>
              {buttons}
              <Button onClick={onClose}>取消</Button>
              <Button type="primary" loading={isBusy} title="Ctrl + Enter" onClick={submit}>
                {submitText}
              </Button>
            </div>
          }
        >
          {body}
        </Drawer>
      )}
    />
  )
}
