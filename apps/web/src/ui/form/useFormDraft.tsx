// The draft of a form: kept at each change, laid over the form when it opens again, and told with a way to give it up.
import type { Call } from '@yunshu/contract/call'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Alert, Button, type FormInstance } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useDirty } from '../../lib/dirty.ts'
import { findDraft, forgetDraft, keepDraft } from '../../lib/drafts.ts'
import { changedSince, draftForm, isSecretTyped, laidOver, readFormDraft, typedInto } from './formDraft.ts'

type Fields = Readonly<Record<string, unknown>>

interface Drafted {
  readonly form: FormInstance
  readonly call: Call
  readonly initial: object | undefined
  readonly fixed: object | undefined
  readonly follows: boolean
  /** The form in words. */
  readonly title: string
  readonly part: string | undefined
  /** The page keeps what is typed itself, and says how it stands. */
  readonly isOwn: boolean
  readonly isDrawer: boolean
  readonly hasFiles: boolean
  /** Hears the values that come with a draft, and those that stand once it is given up. */
  readonly onValues: (values: object) => void
}

/** Nothing typed, all of it kept, or the reason some of it is not: a full browser, chosen files, secret fields. */
export type Standing = 'none' | 'kept' | 'full' | 'files' | 'secrets'

export interface FormDrafting {
  /** The values the form opens with. */
  readonly start: Fields
  /** Whether a field came with the draft: it does not follow the record. */
  readonly isRestored: (name: string) => boolean
  /** A value has changed. */
  readonly changed: () => void
  /** It was sent: nothing is kept of it. */
  readonly forget: () => void
  /** Keeps the form as it stands for the next time it is opened; answers whether anything would be lost. */
  readonly park: () => { readonly standing: Standing; readonly isKept: boolean }
  readonly notice: ReactNode
}

export function useFormDraft(drafted: Drafted): FormDrafting {
  const { form, call, initial, fixed, follows, title, part, isOwn, isDrawer, hasFiles, onValues } = drafted
  const isOff = isOwn || call.secret === true
  const name = draftForm(call, fixed, part)
  const version = versionOf(fixed)
  const [opened] = useState(() => ({ ...initial }) as Fields)
  const base = follows ? ({ ...initial } as Fields) : opened
  const [found, setFound] = useState(() => (isOff ? undefined : findForm(name)))
  const [standing, setStanding] = useState<Standing>(found ? 'kept' : 'none')
  useDirty(!isOwn && (standing !== 'none' || hasFiles), standing === 'kept' && !hasFiles)

  const keep = (isOpen: boolean): Standing => {
    const values = form.getFieldsValue(true) as Fields
    const draft = typedInto(base, values, version)
    const isSecret = isSecretTyped(base, values) || (call.secret === true && draft !== undefined)
    if (!draft || isOff) {
      if (!isOwn) forgetDraft(name)
      return isSecret ? 'secrets' : 'none'
    }
    const isKept = keepDraft(name, { body: JSON.stringify(draft), title, isOpen })
    return isSecret ? 'secrets' : isKept ? 'kept' : 'full'
  }
  const forget = (): void => {
    if (!isOff) forgetDraft(name)
    setStanding('none')
  }
  useGivenUp(form, found !== undefined, onValues)
  const since = found && changedSince(found.draft, { record: base, version, follows })
  return {
    start: found ? laidOver(base, found.draft) : base,
    isRestored: field => found !== undefined && (field in found.draft.typed || found.draft.emptied.includes(field)),
    changed: () => {
      if (!isOwn) setStanding(keep(isDrawer))
    },
    forget,
    park: () => {
      const now = keep(false)
      setStanding(now)
      return { standing: hasFiles ? 'files' : now, isKept: findDraft(name) !== undefined }
    },
    notice: found && (
      <Restored
        at={found.at}
        since={since}
        onGiveUp={() => {
          forget()
          setFound(undefined)
        }}
      />
    ),
  }
}

function findForm(name: string) {
  const kept = findDraft(name)
  const draft = readFormDraft(kept?.body)
  return kept && draft && { at: kept.at, draft }
}

const versionOf = (fixed: object | undefined): number | undefined => {
  const version: unknown = fixed && Reflect.get(fixed, 'version')
  return typeof version === 'number' ? version : undefined
}

/** Empties the form once its draft is given up; sums and choices beside it hear what it holds, now and when it opened. */
function useGivenUp(form: FormInstance, hasDraft: boolean, onValues: (values: object) => void): void {
  const had = useRef(false)
  const tell = useEffectEvent(() => onValues(form.getFieldsValue(true) as object))
  useEffect(() => {
    if (had.current === hasDraft) return
    had.current = hasDraft
    if (!hasDraft) form.resetFields()
    tell()
  }, [form, hasDraft])
}

interface RestoredProps {
  at: number
  /** Fields of the record that were changed meanwhile; undefined when it was not. */
  since: readonly string[] | undefined
  onGiveUp: () => void
}

/** Says that the form opened with a draft, and what happened to its record meanwhile. */
const Restored = ({ at, since, onGiveUp }: RestoredProps) => (
  <Alert
    className="ys-draft"
    type={since ? 'warning' : 'info'}
    showIcon
    title={`已恢复 ${formatDateTime(at).slice(5, 16)} 的草稿`}
    description={
      since &&
      `存草稿后，单据已被修改${since.length > 0 ? `：${since.join('、')}` : ''}。您填写过的内容保留，其余为最新，请核对后提交。`
    }
    action={
      <Button size="small" onClick={onGiveUp}>
        放弃草稿
      </Button>
    }
  />
)
