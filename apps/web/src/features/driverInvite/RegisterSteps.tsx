// The steps of a driver whose phone is proven: person, licence, account, photos, consent; each is kept as a draft.
import { saveDriverDraft, submitDriverInvite, type openDriverInvite } from '@yunshu/contract/fleet/driverInvite'
import type { Output } from '@yunshu/contract/call'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { invitePhotos, type InvitePhoto } from '@yunshu/domain/fleet/driverInvite'
import { useId, useState, type FormEvent } from 'react'
import * as z from 'zod/mini'
import { Refusal, type FieldFaults } from '../../lib/errors.ts'
import { faultRefusal, faultsOf, inputFaults } from '../../lib/faults.ts'
import { send } from '../../lib/send.ts'
import { photoFault, photoTypes } from '../../ui/photoFaults.ts'
import { inputOf, readDraft, registerSteps, type Proven, type RegisterField, type Texts } from './registerForm.ts'

interface Props {
  readonly proven: Proven
  readonly consent: Output<typeof openDriverInvite>['consent']
  /** The ticket is over. */
  readonly onGone: () => void
}
type Photos = Readonly<Partial<Record<InvitePhoto, File>>>

const kinds = Object.keys(invitePhotos) as InvitePhoto[]
const last = registerSteps.length + 1
const titleOf = (step: number): string => registerSteps[step]?.title ?? (step === last ? '确认提交' : '证件照片')
/** The step a faulty field stands in. */
const stepOf = (name: string): number => {
  const found = registerSteps.findIndex(({ fields }) => fields.some(field => field.name === name))
  return found >= 0 ? found : name.startsWith('consent') ? last : registerSteps.length
}

/** Texts, photos and faults of the steps, and the way from one to the next. */
function useRegistration({ proven: { ticket, draft }, consent, onGone }: Props) {
  const [step, setStep] = useState(0)
  const [texts, setTexts] = useState<Texts>(() => readDraft(draft))
  const [photos, setPhotos] = useState<Photos>({})
  const [isAgreed, setAgreed] = useState(false)
  const [faults, setFaults] = useState<FieldFaults>({})
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const tell = (error: unknown): void => {
    if (error instanceof Refusal && error.http === 404) return onGone()
    if (!(error instanceof Refusal && error.hasFields)) return setFault(error instanceof Error ? error.message : '')
    setFaults(error.fields)
    const [first] = Object.keys(error.fields)
    if (first !== undefined) setStep(stepOf(first))
  }
  async function submit(): Promise<void> {
    const given = kinds.flatMap(kind => (photos[kind] ? [[kind, photos[kind]] as const] : []))
    const agreed = { consentVersion: consent.version, consentHash: consent.hash }
    const said = { ...inputOf(texts), ...agreed, categories: given.map(([kind]) => kind) }
    const input = z.safeParse(submitDriverInvite.input, said)
    if (!input.success) return tell(faultRefusal(faultsOf(input.error)))
    const { returnCode } = await send(submitDriverInvite, input.data, {
      quiet: true,
      linkCode: ticket,
      files: { files: given.map(([, file]) => file) },
    })
    location.assign(`${publicScreens.paymentReturn}?state=${returnCode}`)
  }
  async function next(event: FormEvent): Promise<void> {
    event.preventDefault()
    setFault('')
    const names = registerSteps[step]?.fields.map(({ name }) => name) ?? []
    const all = inputFaults(submitDriverInvite.input, inputOf(texts))
    const found = Object.fromEntries(Object.entries(all).filter(([name]) => names.some(each => each === name)))
    setFaults(found)
    if (Object.keys(found).length > 0) return
    if (step === last && !isAgreed) return setFault('请阅读并同意协议')
    setBusy(true)
    try {
      if (step === last) await submit()
      else {
        await send(saveDriverDraft, { body: JSON.stringify(texts) }, { quiet: true, linkCode: ticket })
        setStep(step + 1)
      }
    } catch (error) {
      tell(error)
    } finally {
      setBusy(false)
    }
  }
  return { step, setStep, texts, setTexts, photos, setPhotos, isAgreed, setAgreed, faults, fault, isBusy, next }
}

/** `proven` carries what was filled in before. */
export function RegisterSteps(props: Props) {
  const form = useRegistration(props)
  const { step, setStep, fault, isBusy, next } = form
  const { reason } = props.proven
  return (
    <section>
      <form className="plain-form plain-form-wide" noValidate onSubmit={event => void next(event)} aria-busy={isBusy}>
        <h1>
          {titleOf(step)}{' '}
          <span className="pg-weak">
            {step + 2}/{last + 2}
          </span>
        </h1>
        {reason !== undefined && (
          <p role="alert" className="plain-fault">
            上次开户未通过：{reason}。请改正后重新提交。
          </p>
        )}
        <Fields form={form} consent={props.consent} />
        <p className="plain-fault" role="alert">
          {fault}
        </p>
        <div className="pg-ways">
          {step > 0 && (
            <button type="button" className="plain-button" disabled={isBusy} onClick={() => setStep(step - 1)}>
              上一步
            </button>
          )}
          <button type="submit" className="plain-button primary" disabled={isBusy}>
            {step === last ? '提交' : '下一步'}
          </button>
        </div>
      </form>
    </section>
  )
}

/** The fields of the step that is shown. */
function Fields({ form, consent }: { form: ReturnType<typeof useRegistration>; consent: Props['consent'] }) {
  const { step, texts, setTexts, photos, setPhotos, isAgreed, setAgreed, faults } = form
  if (step === last)
    return (
      <>
        <div className="dr-consent">{consent.text}</div>
        <label className="dr-agree">
          <input type="checkbox" checked={isAgreed} onChange={event => setAgreed(event.target.checked)} />
          我已阅读并同意以上内容（版本 {consent.version}）
        </label>
      </>
    )
  if (step === registerSteps.length)
    return kinds.map(kind => (
      <PhotoField
        key={kind}
        label={invitePhotos[kind]}
        file={photos[kind]}
        fault={faults[kind]}
        onChosen={file => setPhotos({ ...photos, [kind]: file })}
      />
    ))
  return registerSteps[step]?.fields.map(field => (
    <TextField
      key={field.name}
      field={field}
      value={texts[field.name] ?? ''}
      fault={faults[field.name]}
      onChange={value => setTexts({ ...texts, [field.name]: value })}
    />
  ))
}

interface TextFieldProps {
  readonly field: RegisterField
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}

function TextField({ field: { name, label, max, type, hint, inputMode }, value, fault, onChange }: TextFieldProps) {
  const id = useId()
  const note = fault ?? hint
  return (
    <div className="plain-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type ?? 'text'}
        inputMode={inputMode}
        maxLength={max}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={event => onChange(event.target.value)}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={fault === undefined ? 'plain-hint plain-note' : 'plain-field-fault'}>
          {note}
        </p>
      )}
    </div>
  )
}

interface PhotoFieldProps {
  readonly label: string
  readonly file: File | undefined
  readonly fault: string | undefined
  readonly onChosen: (file: File) => void
}

function PhotoField({ label, file, fault, onChosen }: PhotoFieldProps) {
  const id = useId()
  const [wrong, setWrong] = useState<string>()
  return (
    <div className="plain-field">
      <label htmlFor={id}>
        {label}
        {file && `：${file.name}`}
      </label>
      <input
        id={id}
        type="file"
        accept={photoTypes.join(',')}
        aria-invalid={(wrong ?? fault) !== undefined}
        onChange={event => {
          const [chosen] = event.target.files ?? []
          if (!chosen) return
          const found = photoFault([chosen])
          setWrong(found)
          if (found === undefined) onChosen(chosen)
        }}
      />
      {(wrong ?? fault) !== undefined && <p className="plain-field-fault">{wrong ?? fault}</p>}
    </div>
  )
}
