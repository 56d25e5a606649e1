// A dialog around one write: it stays open with what was typed until the server said yes, and offers the newer record
// after a conflict.
import { Button, Modal } from 'antd'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { Failure, Refusal, SessionOver } from '../lib/errors.ts'
import { TextInput } from './fields/TextInput.tsx'
import { isUnreadable } from './fields/unreadable.ts'
import { useReopen } from './form/Reopens.tsx'
import type { FormDrafting } from './form/useFormDraft.tsx'
import { useLeaving } from './form/useLeaving.tsx'
import './ui.css'
import './writeDialog.css'

/** HTTP status of refusals that speak of a newer record: changed by somebody else, or another amount than was seen. */
export const conflictHttp = 409

interface WriteFaultProps {
  error: Refusal | Failure | undefined
  /** Loads the record anew; after a conflict it is offered as a button. */
  onReload: () => void
}

/** The server's refusal of a write; a conflict names the person who changed the record and offers the newer one. */
export function WriteFault({ error, onReload }: WriteFaultProps) {
  if (!error) return null
  const isConflict = error instanceof Refusal && error.http === conflictHttp
  return (
    <div className="ys-write-fault" role="alert">
      <span>
        {error.message}
        {error instanceof Failure && '。结果未知，可以再次提交，不会重复执行'}
      </span>
      {isConflict && (
        <Button size="small" onClick={onReload}>
          加载最新数据
        </Button>
      )}
    </div>
  )
}

/**
 * The fault of a refused or unanswered write, to be shown; undefined when the session ended. Other errors are thrown
 * on.
 */
export function faultOfWrite(error: unknown): Refusal | Failure | undefined {
  if (error instanceof Refusal || error instanceof Failure) return error
  if (error instanceof SessionOver) return undefined
  throw error
}

interface WriteDialogProps {
  title: string
  /** Verb that names the result. */
  okText: string
  danger?: boolean
  /** Its figures are read and Enter answers for them: the button has the focus. */
  takesEnter?: boolean
  /** False while something required is missing. */
  isReady?: boolean
  /** False when the record, loaded anew, no longer offers the move. */
  isOffered?: boolean
  /** Sends; refusals are shown here, so the write must be quiet. */
  onSend: () => Promise<unknown>
  /** A second way to say yes, for people who go straight on: it sends the same and does what comes next. */
  also?: { readonly okText: string; readonly onSend: () => Promise<unknown> } | undefined
  onClose: () => void
  onReload: () => void
  /** Keeps what is typed (`useTyped`): closed, the dialog says so, and offers to go on. */
  draft?: FormDrafting | undefined
  /** Stands beside the fields while they are filled in: the photos they are about. */
  beside?: ReactNode
  /** Holds a table. */
  isWide?: boolean
  children: ReactNode
}

/** Dialogs that ask for nothing. */
const nothingTyped: FormDrafting['park'] = () => ({ standing: 'none', isKept: false })

/** The write of a dialog: under way, refused, or done, which closes the dialog. */
function useWrite({ draft, onClose, onReload }: Pick<WriteDialogProps, 'draft' | 'onClose' | 'onReload'>) {
  const [fault, setFault] = useState<Refusal | Failure>()
  const [isBusy, setBusy] = useState(false)
  const press = async (send: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFault(undefined)
    try {
      await send()
      draft?.forget()
      onClose()
    } catch (error) {
      setFault(faultOfWrite(error))
    } finally {
      setBusy(false)
    }
  }
  const reload = (): void => {
    setFault(undefined)
    onReload()
  }
  return { fault, isBusy, press, reload }
}

/** Closes when the write succeeded; a refusal stands above the fields, which keep what was typed. */
export function WriteDialog({
  title,
  okText,
  danger = false,
  takesEnter = false,
  isReady = true,
  isOffered = true,
  onSend,
  also,
  onClose,
  onReload,
  draft,
  beside,
  isWide = false,
  children,
}: WriteDialogProps) {
  const { leave, question } = useLeaving(draft?.park ?? nothingTyped, onClose, useReopen(draft?.url))
  const { fault, isBusy, press, reload } = useWrite({ draft, onClose, onReload })
  const isOff = !isReady || !isOffered
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText="返回"
      confirmLoading={isBusy}
      okButtonProps={{ danger, disabled: isOff, autoFocus: takesEnter }}
      onOk={() => void press(onSend)}
      onCancel={leave}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          {also && (
            <Button disabled={isOff || isBusy} onClick={() => void press(also.onSend)}>
              {also.okText}
            </Button>
          )}
          <OkBtn />
        </>
      )}
      mask={{ closable: false }}
      {...(isWide ? { width: 'min(800px, calc(100vw - 32px))' } : {})}
      {...(beside === undefined ? {} : { width: 'min(1120px, calc(100vw - 32px))', centered: true })}
    >
      <div className={beside === undefined ? undefined : 'ys-beside'}>
        {beside}
        <form
          className="ys-dialog-form"
          onSubmit={event => {
            event.preventDefault()
            if (!isOff && !isBusy) void press(onSend)
          }}
        >
          {draft?.notice}
          <WriteFault error={fault} onReload={reload} />
          {!isOffered && (
            <p className="ys-fault" role="alert">
              单据状态已变化，当前不能{okText}
            </p>
          )}
          {children}
        </form>
      </div>
      {question}
    </Modal>
  )
}

/** A labelled field of a dialog, marked where it has to be filled in; the input takes the id it is given. */
export function DialogField({
  label,
  isRequired = false,
  takesFocus = false,
  children,
}: {
  label: string
  isRequired?: boolean
  takesFocus?: boolean
  children: (id: string) => ReactNode
}) {
  const id = useId()
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus()
  }, [id, takesFocus])
  return (
    <div className="ys-field">
      <label htmlFor={id} className={isRequired ? 'ys-must' : undefined}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** The longest reason a move may have. @source contract, moveWaybill and its like */
const reasonMax = 200

/** The reason for an act, 1–200 characters. */
export function ReasonField({
  label = '原因',
  value,
  onChange,
  placeholder = '必填，将写入操作记录',
  takesFocus = false,
}: {
  label?: string
  value: string
  onChange: (next: string) => void
  placeholder?: string
  /** It is the one thing to fill in. */
  takesFocus?: boolean
}) {
  return (
    <DialogField label={label} takesFocus={takesFocus}>
      {id => (
        <TextInput
          id={id}
          value={value}
          onChange={next => onChange(isUnreadable(next) ? '' : (next ?? ''))}
          max={reasonMax}
          rows={3}
          placeholder={placeholder}
        />
      )}
    </DialogField>
  )
}
