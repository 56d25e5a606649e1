// The draft of a form: kept at each change, laid over the form when it opens again, and told with a way to give it up.
import type { Call } from '@yunshu/contract/call'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { catchUp, useBehind } from '../../lib/behind.ts'
import { useDirty } from '../../lib/dirty.ts'
import { findDraft, forgetDraft, keepDraft, markOpen } from '../../lib/drafts.ts'
import { noteOpened } from '../../lib/leftOpen.ts'
import { askDraft, tellDraft, tellGone } from '../../lib/draftSync.ts'
import {
  changedSince,
  draftForm,
  isSecretTyped,
  laidOver,
  readFormDraft,
  typedInto,
  type FormDraft,
} from './formDraft.ts'

type Fields = Readonly<Record<string, unknown>>

/** The values people fill in, wherever they are held: an antd form, or the state of a dialog. */
export interface Held {
  readonly read: () => object
  /** Puts others in their place. */
  readonly lay: (values: Fields) => void
}

interface Drafted {
  /** The same object at each drawing. */
  readonly held: Held
  readonly call: Pick<Call, 'path' | 'secret'>
  readonly initial: object | undefined
  readonly fixed: object | undefined
  readonly follows: boolean
  /** The form in words. */
  readonly title: string
  readonly part: string | undefined
  /** The page keeps what is typed itself, and says how it stands. */
  readonly isOwn: boolean
  readonly isDrawer: boolean
  /** Address that opens it again; that of the page unless given. */
  readonly url?: string | undefined
  readonly hasFiles: boolean
  /** Hears the values that come with a draft, and those that stand once it is given up. */
  readonly onValues: (values: object) => void
}

/** Nothing typed, all of it kept, or the reason some of it is not: a full browser, chosen files, secret fields, a message. */
export type Standing = 'none' | 'kept' | 'full' | 'files' | 'secrets' | 'message'

export interface FormDrafting {
  /** The values the form opens with. */
  readonly start: Fields
  /** Whether a field came with the draft: it does not follow the record. */
  readonly isRestored: (name: string) => boolean
  /** A value has changed: it is kept behind the paint. */
  readonly changed: () => void
  /** It was sent: nothing is kept of it. */
  readonly forget: () => void
  /** It was sent, and its page stays: the notice goes, and the values are those it opened with. */
  readonly restart: () => void
  /** Keeps the form as it stands for the next time it is opened; answers whether anything would be lost. */
  readonly park: () => { readonly standing: Standing; readonly isKept: boolean }
  /** Address of the act that opens it again, where it has one. */
  readonly url?: string | undefined
  readonly notice: ReactNode
}

export function useFormDraft(drafted: Drafted): FormDrafting {
  const { held, call, initial, fixed, follows, title, part, isOwn, isDrawer, url, hasFiles, onValues } = drafted
  const isOff = isOwn || call.secret === true
  const name = draftForm(call, fixed, part)
  const version = versionOf(fixed)
  const at = url === undefined ? {} : { url }
  const [opened] = useState(() => ({ ...initial }) as Fields)
  const base = follows ? ({ ...initial } as Fields) : opened
  const [found, setFound] = useState(() => (isOff ? undefined : findForm(name)))
  useOpened(name, isDrawer && !isOff)
  const [standing, setStanding] = useState<Standing>(found ? 'kept' : 'none')
  useDirty(!isOwn && (standing !== 'none' || hasFiles), standing === 'kept' && !hasFiles)

  const keep = (isOpen: boolean): Standing => {
    const values = held.read() as Fields
    const draft = typedInto(base, values, version)
    const isSecret = isSecretTyped(base, values) || (call.secret === true && draft !== undefined)
    if (!draft || isOff) {
      // a form nobody typed into leaves alone what another device keeps
      if (!isOff && standing !== 'none') drop(name)
      return isSecret ? 'secrets' : 'none'
    }
    const isKept = keepDraft(name, { body: JSON.stringify(draft), title, isOpen, ...at })
    tellDraft(name)
    return isSecret ? 'secrets' : isKept ? 'kept' : 'full'
  }
  const changes = useBehind(() => setStanding(keep(isDrawer)))
  const forget = (): void => {
    // the last words were sent, or are given up with the rest
    catchUp()
    if (!isOff) drop(name)
    setStanding('none')
  }
  const restart = (): void => {
    forget()
    setFound(undefined)
  }
  const [offer, dismiss] = useOffered(name, !isOff)
  const start = found ? laidOver(base, found.draft) : base
  useLaidAnew(held, start, found?.draft, onValues)
  const since = found && changedSince(found.draft, { record: base, version, follows })
  return {
    start,
    isRestored: field => found !== undefined && (field in found.draft.typed || found.draft.emptied.includes(field)),
    changed: () => {
      if (!isOwn) changes.later()
    },
    forget,
    restart,
    park: () => {
      catchUp()
      const now = keep(false)
      setStanding(now)
      return { standing: hasFiles ? 'files' : now, isKept: findDraft(name) !== undefined }
    },
    url,
    notice: (
      <>
        {offer && (
          <Offered
            at={offer.at}
            onTake={() => {
              dismiss()
              setFound(offer)
              setStanding('kept')
              keepDraft(name, { body: JSON.stringify(offer.draft), title, isOpen: isDrawer, ...at })
            }}
            onDismiss={dismiss}
          />
        )}
        {found && <Restored at={found.at} since={since} onGiveUp={restart} />}
      </>
    ),
  }
}

/** The values a form or dialog opens with: its own, with the draft that is kept of it over them. */
export function startOf(name: string, initial: Fields): Fields {
  const found = findForm(name)
  return found ? laidOver(initial, found.draft) : initial
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

/** It stands open, so nobody offers it; its draft is one left open should the page end now. */
function useOpened(name: string, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    noteOpened(name)
    markOpen(name, true)
  }, [name, isOn])
}

/** Forgets a draft here and on the server. */
function drop(name: string): void {
  forgetDraft(name)
  tellGone(name)
}

/**
 * Fills the form anew once its draft is given up or another is taken; sums and choices beside it hear what it holds, also
 * when it opened with one.
 */
function useLaidAnew(
  held: Held,
  start: Fields,
  draft: FormDraft | undefined,
  onValues: (values: object) => void,
): void {
  const laid = useRef<{ readonly draft: FormDraft | undefined }>(undefined)
  const tell = useEffectEvent(() => onValues(held.read()))
  const lay = useEffectEvent(() => held.lay(start))
  useEffect(() => {
    const before = laid.current
    if (before && before.draft === draft) return
    laid.current = { draft }
    if (before) lay()
    if (before || draft) tell()
  }, [draft])
}

/** The draft another device kept of the form, asked for once; and how the offer is put away. */
function useOffered(name: string, isOn: boolean) {
  const [offer, setOffer] = useState<{ readonly at: number; readonly draft: FormDraft }>()
  const asked = useRef(false)
  useEffect(() => {
    if (!isOn || asked.current) return
    const left = new AbortController()
    void askDraft(name, left.signal).then(kept => {
      if (left.signal.aborted) return
      asked.current = true
      const draft = readFormDraft(kept?.body)
      if (kept && draft) setOffer({ at: kept.at, draft })
    })
    return () => left.abort()
  }, [name, isOn])
  return [offer, () => setOffer(undefined)] as const
}

/** Offers the draft of another device; it is not taken by itself. */
const Offered = ({ at, onTake, onDismiss }: { at: number; onTake: () => void; onDismiss: () => void }) => (
  <output className="ys-draft">
    <strong>另一台设备上有 {timeOf(at)} 的草稿</strong>
    <span>
      <Button size="small" type="primary" onClick={onTake}>
        使用
      </Button>{' '}
      <Button size="small" onClick={onDismiss}>
        不使用
      </Button>
    </span>
  </output>
)

const timeOf = (at: number): string => formatDateTime(at).slice(5, 16)

interface RestoredProps {
  at: number
  /** Fields of the record that were changed meanwhile; undefined when it was not. */
  since: readonly string[] | undefined
  onGiveUp: () => void
}

/** Says that the form opened with a draft, and what happened to its record meanwhile. */
const Restored = ({ at, since, onGiveUp }: RestoredProps) => (
  <output className="ys-draft">
    <strong>已恢复 {timeOf(at)} 的草稿</strong>
    <Button size="small" onClick={onGiveUp}>
      放弃草稿
    </Button>
    {since && (
      <span role="alert">
        存草稿后，单据已被修改{since.length > 0 ? `：${since.join('、')}` : ''}
        。您填写过的内容保留，其余为最新，请核对后提交。
      </span>
    )}
  </output>
)
