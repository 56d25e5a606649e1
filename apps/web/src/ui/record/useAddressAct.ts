// The act an address asks for: its dialog opens once the record is known, leaves the address when it closes, and is
// refused in words where the act is not open to the reader.
import { actField } from '@yunshu/contract/actLink'
import type { Output } from '@yunshu/contract/call'
import { getLastHand } from '@yunshu/contract/today'
import { isUuid } from '@yunshu/domain/identity/uuid'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { send } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { useRecordPlace } from './recordPlace.ts'

export interface AddressAct {
  /** The act whose dialog stands open. */
  readonly act: string | undefined
  /** Takes it out of the address: its dialog was closed. Nothing where the address names none. */
  readonly done: () => void
}

/** Refusals are read, not only seen: s. */
const saidS = 6

/**
 * `subject` names the record: the verdict on one is none on another that the address goes on to. `offered`: the acts open to the reader that have a dialog; undefined until the record is known. `whyNot` says why
 * another is not; the person that took it is said before, where `recordId` or the subject is the id of a record. The panel beside a list has the address of the list: nothing is asked there.
 */
export function useAddressAct(
  subject: string,
  offered: readonly string[] | undefined,
  whyNot: (act: string) => string,
  recordId: string | undefined = subject,
): AddressAct {
  const [params, setParams] = useSearchParams()
  const isPage = useRecordPlace() !== 'peek'
  const asked = isPage ? (params.get(actField) ?? undefined) : undefined
  // a dialog that stands open stays, whatever becomes of the record meanwhile: it says so itself
  const [seen, setSeen] = useState<{ readonly subject: string; readonly act: string; readonly isOffered: boolean }>()
  if (asked === undefined && seen) setSeen(undefined)
  else if (asked !== undefined && offered && !(seen?.act === asked && seen.subject === subject))
    setSeen({ subject, act: asked, isOffered: offered.includes(asked) })
  const done = (): void => {
    if (asked === undefined) return
    setParams(
      old => {
        const next = new URLSearchParams(old)
        next.delete(actField)
        return next
      },
      { replace: true },
    )
  }
  const refuse = useEffectEvent((act: string) => {
    const reason = whyNot(act)
    void (
      recordId !== undefined && isUuid(recordId)
        ? send(getLastHand, { id: recordId }, { quiet: true })
        : Promise.resolve({})
    ).then(
      ({ by, action }: Output<typeof getLastHand>) =>
        toast.warning(by === undefined ? reason : `已由 ${by} ${action ?? '办理'}。${reason}`, saidS),
      () => toast.warning(reason, saidS),
    )
    done()
  })
  const refused = seen && !seen.isOffered && seen.subject === subject ? seen.act : undefined
  useEffect(() => {
    if (refused !== undefined) refuse(refused)
  }, [refused, subject])
  const isOpen = seen?.isOffered === true && asked === seen.act && subject === seen.subject
  return { act: isOpen ? asked : undefined, done }
}
