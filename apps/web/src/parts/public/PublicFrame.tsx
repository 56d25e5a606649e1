// The frame of pages anybody may open: brand on top, one column, made for a phone; no component library behind it.
import { useEffect, useState, type ReactNode } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { plugToaster } from '../../lib/toast.ts'
import { Drawing, type Lack } from '../../ui/drawings.tsx'
import './publicPage.css'

/** `title` names the browser tab; `what` stands beside the brand. */
export function PublicFrame({ title, what, children }: { title: string; what: string; children: ReactNode }) {
  const { product } = loadedConfig()
  const [told, setTold] = useState<{ times: number; text: string; seconds: number }>()
  useEffect(() => {
    document.title = `${product} - ${title}`
  }, [product, title])
  useEffect(
    () => plugToaster((_, text, seconds) => setTold(before => ({ times: (before?.times ?? 0) + 1, text, seconds }))),
    [],
  )
  // a clock, not an animation: those who asked for less motion read it as long as everybody
  useEffect(() => {
    if (!told) return
    const over = setTimeout(() => setTold(undefined), told.seconds * 1000)
    return () => clearTimeout(over)
  }, [told])
  return (
    <div className="pg">
      <header className="pg-top">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        <strong>{product}</strong>
        <span>{what}</span>
      </header>
      <main className="pg-main">{children}</main>
      <output>
        {told && (
          <span key={told.times} className="pg-told">
            {told.text}
          </span>
        )}
      </output>
    </div>
  )
}

/** Something other than goods: the drawing of what is missing, a sentence and a way on. */
export function PublicState({
  lack,
  title,
  text,
  children,
}: {
  lack: Lack
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className="plain-page pg-state">
      <Drawing of={lack} />
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="actions">{children}</div>
    </div>
  )
}

/** Lines where the answer will stand. */
export function PublicWaiting({ widths = [70, 92, 84] }: { widths?: readonly number[] }) {
  return (
    <output className="pg-waiting" aria-label="正在加载">
      {widths.map(width => (
        <i key={width} style={{ width: `${width}%` }} />
      ))}
    </output>
  )
}

/** The question failed, and can be asked again. */
export function PublicFailed({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <PublicState lack="offline" title="加载失败" text={text}>
      <button type="button" className="plain-button primary" onClick={onAgain}>
        重试
      </button>
    </PublicState>
  )
}

/** A fact with its name, of a list of them. */
export function PublicFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
