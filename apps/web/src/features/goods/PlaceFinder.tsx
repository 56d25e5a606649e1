// One box that fills a place: a kept address found by any of its words, or a whole address pasted as one line.
import type { BookEntry } from '@yunshu/contract/goods/book'
import { bookName } from '@yunshu/domain/goods/book'
import { AutoComplete, Input } from 'antd'
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { toast } from '../../lib/toast.ts'
import { useRegionTree } from '../../ui/fields/regionData.ts'
import { findPlaces } from './bookPlaces.ts'
import { readAddress, type PastedAddress } from './pastedAddress.ts'

/** Kept addresses offered at once. */
const offered = 8

interface PlaceFinderProps {
  places: readonly BookEntry[]
  onFound: (found: PastedAddress & { name?: string }) => void
}

/** Reads as soon as something is pasted, or with Enter; parts it did not recognise stay for people to fill. */
export function PlaceFinder({ places, onFound }: PlaceFinderProps) {
  const [text, setText] = useState('')
  const [isWanted, setWanted] = useState(false)
  const { data: tree } = useRegionTree(isWanted)
  const found = findPlaces(places, text).slice(0, offered)
  const read = (line: string): void => {
    if (line.trim() === '') return
    if (!tree) return toast.info('地区数据正在加载，请稍候再试')
    const address = readAddress(line, tree)
    if (Object.keys(address).length === 0) return toast.warning('未能识别地址，请手工填写')
    onFound(address)
    setText('')
    if (address.regionCode === undefined) toast.warning('未能识别省市区，请手工选择')
  }
  const pick = (key: string): void => {
    const point = places.find(entry => entry.key === key)?.points[0]
    if (point) onFound(point)
    setText('')
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault()
    const line = event.clipboardData.getData('text')
    setText(line)
    read(line)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (found.length === 0) read(text)
  }
  return (
    <AutoComplete
      className="gd-paste"
      value={text}
      options={found.map(entry => ({ value: entry.key, label: <PlaceOption entry={entry} /> }))}
      popupMatchSelectWidth={460}
      onSelect={pick}
      onChange={(next: string) => setText(places.some(({ key }) => key === next) ? '' : next)}
      onInputKeyDown={press}
      onFocus={() => setWanted(true)}
    >
      <Input
        aria-label="智能识别地址"
        placeholder={
          places.length > 0
            ? '选常用地址，或粘贴整段地址'
            : '粘贴整段地址自动识别，如：浙江省杭州市余杭区文一西路969号 张三 13800000000'
        }
        onPaste={paste}
      />
    </AutoComplete>
  )
}

function PlaceOption({ entry }: { entry: BookEntry }) {
  const { regionName, address, contact, mobile } = entry.points[0] ?? {}
  return (
    <span className="gd-place-option">
      <strong>{bookName(entry)}</strong>
      <span className="ys-weak">
        {regionName} {address}　{contact} {mobile}
      </span>
    </span>
  )
}
