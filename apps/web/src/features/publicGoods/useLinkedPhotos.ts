// Photos on their way by a link: one after another, each with its own end; a failed one can be sent again, by the next
// link of the same waybill too.
import { sendLinkedReceipt } from '@yunshu/contract/waybill/receiptLink'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isCalledOff, Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { randomUuid } from '../../lib/uuid.ts'
import { photoFault } from '../../ui/photoFaults.ts'

export interface LinkedPhoto {
  readonly id: string
  /** The key of its call: sent twice by one link, it is kept once. */
  readonly key: string
  /** The end of the number of the waybill it is of. */
  readonly waybill: string
  /** The link it goes by. */
  readonly code: string
  readonly name: string
  /** A picture of it; papers have none. */
  readonly url: string | undefined
  readonly state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Share that has left the phone, 0 to 1. */
  readonly share: number
  readonly fault?: string
}

/** The facts of a link that photos need. */
interface LinkFacts {
  readonly waybillNum: string
  readonly left: number
}

/** Pictures of files hold memory until they are let go, with the page. */
function useLettingGo(photos: readonly LinkedPhoto[]): void {
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
}

/** `link`: its facts once they are known, with the photos it took when it was asked. `onGone` is called once it opens nothing any more. */
export function useLinkedPhotos(code: string, link: LinkFacts | undefined, onGone: (code: string) => void) {
  const [photos, setPhotos] = useState<readonly LinkedPhoto[]>([])
  const [fault, setFault] = useState<string>()
  const files = useRef(new Map<string, File>())
  const under = useRef<AbortController>(undefined)
  const change = (id: string, next: Partial<LinkedPhoto>): void =>
    setPhotos(all => all.map(photo => (photo.id === id ? { ...photo, ...next } : photo)))
  const left = (link?.left ?? 0) - photos.filter(photo => photo.code === code && photo.state !== 'failed').length
  const isBusy = photos.some(({ state }) => state === 'sending')
  const next = isBusy ? undefined : photos.find(({ state }) => state === 'waiting')

  useEffect(() => {
    const file = next && files.current.get(next.id)
    if (next === undefined || !file) return
    const { id, key } = next
    change(id, { state: 'sending', share: 0 })
    const { signal } = (under.current = new AbortController())
    void send(
      sendLinkedReceipt,
      {},
      {
        quiet: true,
        linkCode: next.code,
        idempotencyKey: key,
        signal,
        files: { files: [file] },
        onProgress: share => change(id, { share }),
      },
    ).then(
      () => change(id, { state: 'sent' }),
      (error: unknown) => {
        const said = error instanceof Error ? error.message : '上传失败'
        change(id, { state: 'failed', fault: isCalledOff(error) ? '已停止' : said })
        if (error instanceof Refusal && error.http === 404) onGone(next.code)
      },
    )
  }, [next, onGone])

  useLettingGo(photos)
  const add = (chosen: readonly File[]): void => {
    if (chosen.length === 0 || !link) return
    const wrong = chosen.length > left ? `还可上传 ${left} 张，请少选几张` : photoFault(chosen)
    setFault(wrong)
    if (wrong !== undefined) return
    const added = chosen.map((file): LinkedPhoto => {
      const id = randomUuid()
      files.current.set(id, file)
      const url = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
      return { id, key: randomUuid(), waybill: link.waybillNum, code, name: file.name, url, state: 'waiting', share: 0 }
    })
    setPhotos(all => [...all, ...added])
  }
  /** Stops the one on its way; sent again under its key, it is kept once. */
  const stop = (): void => under.current?.abort()
  const retry = (id: string): void => change(id, { state: 'waiting' })
  /** Photos of this waybill that did not get through go by the present link; those of another are let go. */
  const resume = useCallback(
    (waybill: string) => {
      setPhotos(all =>
        all
          .filter(photo => photo.waybill === waybill)
          .map(photo =>
            photo.state === 'failed' && photo.code !== code
              ? { ...photo, state: 'waiting', code, key: randomUuid() }
              : photo,
          ),
      )
    },
    [code],
  )
  return { photos, left, fault, add, stop, retry, resume }
}
