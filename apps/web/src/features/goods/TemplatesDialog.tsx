// Templates of the company: kept from the form in front, chosen to fill it, renamed, deleted and taken back.
import {
  addTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  renameTemplate,
  type GoodsTemplate,
} from '@yunshu/contract/goods/book'
import { formatDate } from '@yunshu/domain/figures/time'
import { bookLimits } from '@yunshu/domain/goods/book'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { isCurrent } from '@yunshu/regions/tree'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { showError } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useRegionTree } from '../../ui/fields/regionData.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import type { Suggestion } from './suggestion.ts'
import type { GoodsDraft } from './publishForm.ts'
import { readTemplate, templateMarks, writeTemplate } from './template.ts'

interface TemplatesDialogProps {
  kind: GoodsKind
  draft: GoodsDraft
  shipperId: string | undefined
  onFill: (draft: GoodsDraft, marks: readonly Suggestion[]) => void
  onClose: () => void
}

export function TemplatesDialog({ kind, draft, shipperId, onFill, onClose }: TemplatesDialogProps) {
  const forWhom = shipperId === undefined ? {} : { shipperId }
  const { data, error, refetch } = useCall(listTemplates, forWhom, { quiet: true })
  const { data: tree } = useRegionTree()
  const rows = data?.rows.filter(row => row.kind === kind) ?? []
  const others = (data?.rows.length ?? 0) - rows.length
  const use = async ({ id, name }: GoodsTemplate): Promise<void> => {
    try {
      const { body } = await send(getTemplate, { ...forWhom, id })
      const read = readTemplate(body, serverNow(), kind)
      if (!read || !tree) return toast.warning('模板暂时不能使用，请稍候再试')
      onFill(
        read,
        templateMarks(read, kind, code => isCurrent(tree, code)),
      )
      toast.success(`已按模板“${name}”填入，请核对后发布`)
    } catch (fault) {
      showError(fault)
    }
  }
  return (
    <Modal open title="货源模板" width={640} footer={null} onCancel={onClose}>
      <KeepAsTemplate kind={kind} draft={draft} shipperId={shipperId} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={3} />
      ) : rows.length === 0 ? (
        <EmptyState text="还没有这类货源的模板，填好表单后可在上面存一个" />
      ) : (
        <ul className="gd-book" aria-label="货源模板">
          {rows.map(row => (
            <TemplateRow key={`${row.id} ${row.version}`} row={row} shipperId={shipperId} onUse={() => void use(row)} />
          ))}
        </ul>
      )}
      <p className="ys-weak">
        每家公司最多 {bookLimits.templates} 个模板，同事都可使用；装卸时间与截止时间按使用当天顺延
        {others > 0 && `；另有 ${others} 个其他类型的模板，切换货源类型后可用`}
      </p>
    </Modal>
  )
}

function KeepAsTemplate({ kind, draft, shipperId }: Pick<TemplatesDialogProps, 'kind' | 'draft' | 'shipperId'>) {
  const [name, setName] = useState('')
  const { run, isBusy } = useSend(addTemplate, { invalidates: [listTemplates] })
  const keep = async (): Promise<void> => {
    const body = writeTemplate(draft, serverNow())
    const kept = await run({ ...(shipperId === undefined ? {} : { shipperId }), name: name.trim(), kind, body })
    if (kept === undefined) return
    setName('')
    toast.success('已存为模板')
  }
  return (
    <div className="gd-book-bar">
      <Input
        className="gd-book-search"
        aria-label="模板名称"
        maxLength={30}
        placeholder="模板名称，如 每周动力煤"
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <Button disabled={name.trim() === '' || isBusy} onClick={() => void keep()}>
        把当前表单存为模板
      </Button>
    </div>
  )
}

function TemplateRow({
  row,
  shipperId,
  onUse,
}: {
  row: GoodsTemplate
  shipperId: string | undefined
  onUse: () => void
}) {
  const [name, setName] = useState<string>()
  const forWhom = shipperId === undefined ? {} : { shipperId }
  const rename = useSend(renameTemplate, { invalidates: [listTemplates] })
  const remove = useSend(deleteTemplate, { invalidates: [listTemplates] })
  const { id, version } = row
  const call = (): void => {
    setName(undefined)
    if (name !== undefined && name.trim() !== '' && name.trim() !== row.name)
      void rename.run({ ...forWhom, id, version, name: name.trim() })
  }
  const drop = async (): Promise<void> => {
    const gone = await remove.run({ ...forWhom, id, version })
    if (gone === undefined) return
    toast.offer(`模板“${row.name}”已删除`, {
      label: '撤销',
      run: () => void remove.run({ ...forWhom, id, version: gone.version, isBack: true }),
    })
  }
  return (
    <li>
      <div className="gd-book-text">
        {name === undefined ? (
          <strong>{row.name}</strong>
        ) : (
          <Input
            aria-label={`${row.name} 的新名称`}
            ref={box => box?.focus()}
            maxLength={30}
            value={name}
            onChange={event => setName(event.target.value)}
            onPressEnter={call}
            onBlur={call}
          />
        )}
        <span className="ys-weak">
          {row.makerName}，{formatDate(row.updatedAt)}
        </span>
      </div>
      <div className="gd-book-acts">
        <Button size="small" type="primary" onClick={onUse}>
          使用
        </Button>
        <Button size="small" disabled={rename.isBusy} onClick={() => setName(row.name)}>
          改名
        </Button>
        <Button size="small" danger disabled={remove.isBusy} onClick={() => void drop()}>
          删除
        </Button>
      </div>
    </li>
  )
}
