// Pictures in place of content: an error with a retry, a branch that is to be chosen first, nothing found, and grey lines
// while loading.
import { listBranches } from '@yunshu/contract/session/session'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { isBranchOnly, Refusal } from '../lib/errors.ts'
import { queryClient } from '../lib/queryClient.ts'
import { useSession } from '../lib/session.ts'
import { useCall } from '../lib/useCall.ts'
import { Drawing, type Lack } from './drawings.tsx'
import { shortBranch } from './shortCompany.ts'
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
  const { branchCompanyId } = useParams()
  return (
    <EmptyState text={text} lack="noRight">
      {branchCompanyId === undefined ? <AnyBranch /> : <OwnBranch id={branchCompanyId} />}
    </EmptyState>
  )
}

function AnyBranch() {
  const showSelector = useSession(state => state.showSelector)
  return (
    <>
      <p>这里的内容只属于一家分公司，选定分公司后打开。</p>
      <Button onClick={() => showSelector('branch')}>选择分公司</Button>
    </>
  )
}

/** The branch the address names is entered at once; any is offered where the person has not this one. */
function OwnBranch({ id }: { id: string }) {
  const { data } = useCall(listBranches, {}, { quiet: true })
  const chooseBranch = useSession(state => state.chooseBranch)
  const name = data?.rows.find(row => row.id === id)?.name
  if (name === undefined) return <AnyBranch />
  return (
    <>
      <p>这条记录属于{name}，进入这家分公司后打开。</p>
      <Button
        type="primary"
        onClick={() => {
          chooseBranch({ branchCompanyById: id, branchCompanyByName: name })
          // answers on the page were asked for no branch
          void queryClient.invalidateQueries()
        }}
      >
        进入{shortBranch(name)}
      </Button>
    </>
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
