// Finding the carrier a task is handed down to, by name or credit code.
import type { Output } from '@yunshu/contract/call'
import { findReleaseCarriers } from '@yunshu/contract/task/release'
import { companySearchMin } from '@yunshu/domain/relation'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../../lib/useCall.ts'

export type FoundCarrier = Output<typeof findReleaseCarriers>['rows'][number]

const typingMs = 250

export function CarrierSearch({
  id,
  taskId,
  value,
  onChange,
}: {
  id: string
  taskId: string
  value: FoundCarrier | undefined
  onChange: (next: FoundCarrier | undefined) => void
}) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  const isReady = asked.length >= companySearchMin
  const { data, isFetching } = useCall(findReleaseCarriers, { taskId, text: asked }, { enabled: isReady })
  const found = isReady ? (data?.rows ?? []) : []
  const offered = value === undefined || found.some(row => row.id === value.id) ? found : [value, ...found]
  return (
    <Select
      id={id}
      allowClear
      placeholder="输入企业名称或信用代码"
      value={value?.id}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setText, searchValue: text }}
      notFoundContent={!isReady ? `至少输入${companySearchMin}个字` : isFetching ? '查询中…' : '没有找到可转派的承运商'}
      options={offered.map(row => ({ value: row.id, label: `${row.name}（${row.trustCode}）` }))}
      onChange={(next?: string) => {
        setText('')
        onChange(offered.find(row => row.id === next))
      }}
    />
  )
}
