// Finding messages: a word of title or content, and a stretch of days.
import type { listMessages } from '@yunshu/contract/message/message'
import { Input } from 'antd'
import { useState } from 'react'
import type { UrlFilter } from '../../lib/urlState.ts'
import { DateRangeInput } from '../../ui/fields/DateInput.tsx'

type Found = UrlFilter<typeof listMessages>
interface SearchProps {
  filter: Found
  /** Open on a phone, where it is behind its button. */
  isOpen: boolean
  onSearch: (part: { text?: string | undefined; from?: number | undefined; to?: number | undefined }) => void
}

export function Search({ filter: { text = '', from, to }, isOpen, onSearch }: SearchProps) {
  const [typed, setTyped] = useState(text)
  const [applied, setApplied] = useState(text)
  if (applied !== text) {
    // back, forward or a link changed the address
    setApplied(text)
    setTyped(text)
  }
  return (
    <search className={isOpen ? 'notice-search is-open' : 'notice-search'}>
      <Input.Search
        aria-label="搜索消息"
        placeholder="标题或内容"
        maxLength={40}
        allowClear
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onSearch={word => onSearch({ text: word.trim() || undefined })}
      />
      <DateRangeInput value={{ from, to }} onChange={onSearch} />
    </search>
  )
}
