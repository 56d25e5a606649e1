// Handing in a receipt by a phone that scanned the code of a desk: nobody signs in here, the code is all it holds.
import { getReceiptLink } from '@yunshu/contract/waybill/receiptLink'
import type { Output } from '@yunshu/contract/call'
import { useCallback, useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { useSecond } from '../../lib/clock.ts'
import { Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { countdownText } from '../../ui/countdownText.ts'
import { photoTypes } from '../../ui/photoFaults.ts'
import { PublicFailed, PublicFrame, PublicState, PublicWaiting } from '../../parts/public/PublicFrame.tsx'
import { useLinkedPhotos, type LinkedPhoto } from './useLinkedPhotos.ts'
import './linkedReceipt.css'

type Facts = Output<typeof getReceiptLink>
type Answer =
  | { readonly kind: 'waiting' | 'gone' }
  | { readonly kind: 'open'; readonly facts: Facts }
  | { readonly kind: 'failed'; readonly text: string }

const title = '上传回单'

/** `code` is the secret of the link; another one may follow while the page is open. */
export function LinkedReceipt({ code }: { code: string }) {
  const { answer, look, onGone } = useLink(code)
  const facts = answer.kind === 'open' ? answer.facts : undefined
  const taking = useLinkedPhotos(code, facts, onGone)
  const { photos, retry, resume } = taking
  useEffect(() => {
    if (facts) resume(facts.waybillNum)
  }, [facts, resume])
  const left = photos.filter(({ state }) => state !== 'sent')
  const [late] = left
  return (
    <PublicFrame what={title} title={title}>
      {answer.kind === 'waiting' && <PublicWaiting />}
      {answer.kind === 'gone' && (
        <PublicState
          lack="gone"
          title="链接已失效"
          text="可能已过期、已在电脑上关闭，或回单已处理。请在电脑的运单页面重新点“手机扫码上传”。"
        >
          {late && (
            <p>
              运单 {late.waybill} 还有 {left.length} 张没有上传：请不要关闭本页，重新扫码后会接着上传。
            </p>
          )}
        </PublicState>
      )}
      {answer.kind === 'failed' && <PublicFailed text={answer.text} onAgain={look} />}
      {facts && <Taking facts={facts} taking={taking} onRetry={retry} onOver={() => onGone(code)} />}
    </PublicFrame>
  )
}

/** The facts behind a code, asked anew for each; `onGone` says that a code opens nothing any more. */
function useLink(code: string) {
  const [said, setSaid] = useState<{ readonly code: string; readonly answer: Answer }>()
  const answer: Answer = said?.code === code ? said.answer : { kind: 'waiting' }
  const onGone = useCallback(
    // a photo of a former link may be late: what is known of the present one stays
    (over: string) => setSaid(now => (now && now.code !== over ? now : { code: over, answer: { kind: 'gone' } })),
    [],
  )
  const ask = useCallback(() => {
    send(getReceiptLink, {}, { quiet: true, linkCode: code }).then(
      facts => setSaid({ code, answer: { kind: 'open', facts } }),
      (error: unknown) =>
        setSaid({
          code,
          answer:
            error instanceof Refusal && error.http === 404
              ? { kind: 'gone' }
              : { kind: 'failed', text: error instanceof Error ? error.message : '' },
        }),
    )
  }, [code])
  useEffect(ask, [ask])
  const look = (): void => {
    setSaid(undefined)
    ask()
  }
  return { answer, look, onGone }
}

interface TakingProps {
  facts: Facts
  taking: ReturnType<typeof useLinkedPhotos>
  onRetry: (id: string) => void
  onOver: () => void
}

/** The camera and the album, and what became of each photo. */
function Taking({ facts, taking: { photos, left, fault, add, stop }, onRetry, onOver }: TakingProps) {
  const over = facts.until - useSecond()
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (over <= 0) end()
  }, [over])
  const sent = photos.filter(({ state }) => state === 'sent').length
  return (
    <article className="pg-sheet">
      <section className="pg-head">
        <h1>运单 {facts.waybillNum} 的回单</h1>
        <p className="pg-weak">{facts.route}</p>
        <p className="pg-weak">
          还可上传 {left} 张 · 链接 {countdownText(over) ?? '已'}后失效
        </p>
      </section>
      {fault !== undefined && (
        <p className="lr-fault" role="alert">
          {fault}
        </p>
      )}
      {photos.length > 0 && (
        <section aria-label="已选照片">
          <ul className="lr-photos">
            {photos.map(photo => (
              <Photo key={photo.id} photo={photo} onStop={stop} onRetry={() => onRetry(photo.id)} />
            ))}
          </ul>
        </section>
      )}
      {sent > 0 && (
        <output className="pg-note">已上传 {sent} 张，电脑上的运单页面会自动显示；可以继续拍，也可以关闭本页。</output>
      )}
      <footer className="pg-foot">
        {left <= 0 ? (
          <p>本链接的张数已用完，需要更多请在电脑上重新扫码。</p>
        ) : (
          <div className="pg-ways">
            <Choose onChosen={add}>从相册选</Choose>
            <Choose onChosen={add} isCamera>
              拍照
            </Choose>
          </div>
        )}
      </footer>
    </article>
  )
}

interface ChooseProps {
  onChosen: (files: readonly File[]) => void
  isCamera?: boolean
  children: ReactNode
}

function Choose({ onChosen, isCamera = false, children }: ChooseProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={isCamera ? 'plain-button primary lr-choose' : 'plain-button lr-choose'}>
      {children}
      <input
        id={id}
        className="visually-hidden"
        type="file"
        multiple={!isCamera}
        accept={isCamera ? 'image/*' : photoTypes.join(',')}
        {...(isCamera ? { capture: 'environment' } : {})}
        onChange={event => {
          onChosen([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}

interface PhotoProps {
  photo: LinkedPhoto
  /** Stops it while it is on its way. */
  onStop: () => void
  onRetry: () => void
}

function Photo({ photo: { name, url, state, share, fault }, onStop, onRetry }: PhotoProps) {
  return (
    <li>
      {url === undefined ? (
        <span className="lr-paper">{name}</span>
      ) : (
        <img src={url} alt={name} width={72} height={72} />
      )}
      <span aria-live="polite">
        {state === 'waiting' && '等待上传'}
        {state === 'sending' && (share < 1 ? `已上传 ${Math.floor(share * 100)}%` : '正在保存…')}
        {state === 'sent' && '已上传'}
        {state === 'failed' && <span className="lr-fault">{fault}</span>}
      </span>
      {state === 'sending' && share < 1 && (
        <button type="button" className="plain-button" onClick={onStop}>
          停止
        </button>
      )}
      {state === 'failed' && (
        <button type="button" className="plain-button" onClick={onRetry}>
          重试
        </button>
      )}
    </li>
  )
}
