// The window both selectors share: a search field over a list to choose one from.
import { Button, Input, Modal, type InputRef } from 'antd'
import { useRef } from 'react'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'

interface SelectorProps {
  title: string
  hint: string
  typed: string
  onType: (text: string) => void
  rows: readonly { id: string; title: string; note: string }[]
  /** The consequence of choosing, when that is not plain. */
  note?: string
  chosen?: string | undefined
  isLoading: boolean
  error: Error | null
  retry: () => void
  choose: (id: string) => void
  /** Goes back to none; absent where nothing is chosen. */
  clear?: () => void
  close: () => void
}

/** Choosing a row closes it; 清除选择 goes back to none. */
export function Selector({
  title,
  hint,
  note,
  typed,
  onType,
  rows,
  chosen,
  isLoading,
  error,
  retry,
  choose,
  clear,
  close,
}: SelectorProps) {
  const input = useRef<InputRef>(null)
  return (
    <Modal
      open
      centered
      width={480}
      title={title}
      onCancel={close}
      afterOpenChange={() => input.current?.focus()}
      footer={chosen === undefined || !clear ? null : <Button onClick={clear}>清除选择</Button>}
    >
      {note !== undefined && <p className="selector-note">{note}</p>}
      <Input.Search
        ref={input}
        allowClear
        placeholder={`按${hint}查找`}
        aria-label={`按${hint}查找`}
        value={typed}
        loading={isLoading}
        onChange={({ target }) => onType(target.value)}
      />
      <div className="selector-list">
        {error ? (
          <ErrorState error={error} retry={retry} />
        ) : rows.length > 0 ? (
          <ul>
            {rows.map(({ id, title: name, note: about }) => (
              <li key={id}>
                <button type="button" aria-pressed={id === chosen} onClick={() => choose(id)}>
                  <strong>{name}</strong>
                  {about && <span>{about}</span>}
                </button>
              </li>
            ))}
          </ul>
        ) : isLoading ? (
          <Skeleton lines={4} />
        ) : (
          <EmptyState text={typed ? '没有符合条件的记录' : '暂无可选记录'} lack={typed ? 'notFound' : 'nothing'} />
        )}
      </div>
    </Modal>
  )
}
