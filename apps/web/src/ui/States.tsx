// Pictures in place of content: an error with a retry, a branch that is to be chosen first, nothing found, and grey lines
// while loading.
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { isBranchOnly, Refusal } from '../lib/errors.ts'
import { useSession } from '../lib/session.ts'
import { Drawing, type Lack } from './drawings.tsx'
import './ui.css'

/** An error where content should be, and what else can be done about it; never looks like an empty result. */
export function ErrorState({ error, retry, children }: { error: Error; retry?: () => void; children?: ReactNode }) {
  if (isBranchOnly(error)) return <BranchFirst text={error.message} />
  const requestId = error instanceof Refusal ? error.requestId : undefined
  return (
    <div className="ys-state" role="alert">
      <Drawing of={navigator.onLine ? 'gone' : 'offline'} />
      <p className="ys-state-title">加载失败</p>
      <p>{error.message}</p>
      {requestId && <p className="ys-weak">请求编号 {requestId}</p>}
      {retry && <Button onClick={retry}>重试</Button>}
      {children}
    </div>
  )
}

/** Records of one branch are shown once a person of the house has chosen it: nothing failed. */
function BranchFirst({ text }: { text: string }) {
  const showSelector = useSession(state => state.showSelector)
  return (
    <EmptyState text={text} lack="noRight">
      <Button onClick={() => showSelector('branch')}>选择分公司</Button>
    </EmptyState>
  )
}

interface EmptyProps {
  readonly text?: string
  /** The reason there is nothing, as it is drawn. */
  readonly lack?: Lack
  /** The one thing that can be done about it. */
  readonly children?: ReactNode
}

/** Nothing here, why, and what can be done about it. */
export function EmptyState({ text = '暂无数据', lack = 'nothing', children }: EmptyProps) {
  return (
    <div className="ys-state">
      <Drawing of={lack} />
      <p className="ys-state-title">{text}</p>
      {children}
    </div>
  )
}

const widths = [92, 78, 85, 64, 88, 71, 95, 58]

/** Grey lines in place of content on its way. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  return (
    <output className="ys-skeleton" aria-label="加载中">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} style={{ width: `${widths[line % widths.length] ?? 80}%` }} />
      ))}
    </output>
  )
}
