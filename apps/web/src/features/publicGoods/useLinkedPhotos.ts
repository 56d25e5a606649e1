// The photos of one link on their way: one after another, each with its own end; a failed one can be sent again.
import { sendLinkedReceipt } from '@yunshu/contract/waybill/receiptLink'
import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { randomUuid } from '../../lib/uuid.ts'
import { photoFault } from '../../ui/photoFaults.ts'

export interface LinkedPhoto {
  /** The key of its call too: sent twice, it is kept once. */
  readonly id: string
  readonly name: string
  /** A picture of it; papers have none. */
  readonly url: string | undefined
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Share that has left the phone, 0 to 1. */
  readonly share: number
  readonly fault?: string
}

/** `onGone` is called once the link opens nothing any more. */
export function useLinkedPhotos(code: string, most: number, onGone: () => void) {
  const [photos, setPhotos] = useState<readonly LinkedPhoto[]>([])
  const [fault, setFault] = useState<string>()
  const files = useRef(new Map<string, File>())
  const change = (id: string, next: Partial<LinkedPhoto>): void =>
    setPhotos(all => all.map(photo => (photo.id === id ? { ...photo, ...next } : photo)))
  const left = most - photos.filter(({ state }) => state !== 'failed').length
  const isBusy = photos.some(({ state }) => state === 'sending')
  const next = isBusy ? undefined : photos.find(({ state }) => state === 'waiting')?.id

  useEffect(() => {
    const file = next === undefined ? undefined : files.current.get(next)
    if (next === undefined || !file) return
    change(next, { state: 'sending', share: 0 })
    void send(
      sendLinkedReceipt,
      {},
      {
        quiet: true,
        linkCode: code,
        idempotencyKey: next,
        files: { files: [file] },
        onProgress: share => change(next, { share }),
      },
    ).then(
      () => change(next, { state: 'sent' }),
      (error: unknown) => {
        if (error instanceof Refusal && error.http === 404) return onGone()
        return change(next, { state: 'failed', fault: error instanceof Error ? error.message : '上传失败' })
      },
    )
  }, [next, code, onGone])

  // pictures of files hold memory until they are let go
  const shown = useRef(photos)
  useEffect(() => {
    shown.current = photos
  }, [photos])
  useEffect(
    () => () => {
      for (const { url } of shown.current) if (url !== undefined) URL.revokeObjectURL(url)
    },
    [],
  )

  const add = (chosen: readonly File[]): void => {
    if (chosen.length === 0) return
    const wrong = chosen.length > left ? `还可上传 ${left} 张，请少选几张` : photoFault(chosen)
    setFault(wrong)
    if (wrong !== undefined) return
    const added = chosen.map((file): LinkedPhoto => {
      const id = randomUuid()
      files.current.set(id, file)
      const url = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      return { id, name: file.name, url, state: 'waiting', share: 0 }
    })
    setPhotos(all => [...all, ...added])
  }
  const retry = (id: string): void => change(id, { state: 'waiting' })
  return { photos, left, fault, add, retry }
}
