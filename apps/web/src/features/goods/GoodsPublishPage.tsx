// Publishing goods: the kind is chosen first; each kind opens on the draft kept of it, else on an empty form.
import { goodsKinds, type GoodsKind } from '@yunshu/domain/goods/goods'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useUrlText } from '../../lib/urlState.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { KindChoice } from './BasicSection.tsx'
import { blankGoods } from './publishForm.ts'
import { PublishForm } from './PublishForm.tsx'
import { useKeptDraft } from './useKeptDraft.ts'
import './goods.css'

const isKind = (text: string): text is GoodsKind => Object.hasOwn(goodsKinds, text)

/** Screen GoodsPublish; `kind` in the address says which form. */
export default function GoodsPublishPage() {
  const [text, setKind] = useUrlText('kind', 'NORMAL')
  const kind = isKind(text) ? text : 'NORMAL'
  return <KindForm key={kind} kind={kind} onPick={setKind} />
}

function KindForm({ kind, onPick }: { kind: GoodsKind; onPick: (kind: GoodsKind) => void }) {
  const kept = useKeptDraft(kind)
  // another number mounts the form anew
  const [round, setRound] = useState(0)
  if (kept.isLoading)
    return (
      <div className="ys-page">
        <Skeleton lines={14} />
      </div>
    )
  if (kept.error)
    return (
      <ErrorState error={kept.error} retry={kept.retry}>
        <Popconfirm
          title="不使用草稿"
          description="新填写的内容将替换已保存的草稿"
          okText="从空白开始"
          cancelText="返回"
          onConfirm={kept.begin}
        >
          <Button type="link">不使用草稿</Button>
        </Popconfirm>
      </ErrorState>
    )
  const clear = (): void => {
    kept.forget()
    setRound(round + 1)
  }
  const { savedAt, isFailed } = kept
  return (
    <PublishForm
      key={round}
      title="发布货源"
      kind={kind}
      initial={kept.draft ?? blankGoods(serverNow(), kind)}
      choice={<KindChoice kind={kind} onPick={onPick} />}
      {...(kept.marks ? { marked: kept.marks } : {})}
      onKeep={kept.keep}
      isKept={kept.isKept === true}
      onPublished={kept.stop}
      status={isTouched => (
        <span className="gd-draft" aria-live="polite">
          {isFailed ? (
            <span className="ys-fault">草稿未能保存，请勿关闭页面</span>
          ) : (
            savedAt !== undefined && (
              <span>
                {kept.draft !== undefined && !isTouched ? '已恢复草稿' : '草稿已保存'}{' '}
                {formatDateTime(savedAt).slice(11, 16)}
              </span>
            )
          )}
          {(savedAt !== undefined || isTouched) && (
            <Popconfirm
              title="清空草稿"
              description="已填写的内容将全部清除"
              okText="清空"
              okButtonProps={{ danger: true }}
              cancelText="返回"
              onConfirm={clear}
            >
              <Button size="small">清空草稿</Button>
            </Popconfirm>
          )}
        </span>
      )}
    />
  )
}
