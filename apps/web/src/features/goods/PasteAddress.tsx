// A box that fills the fields of a place from one pasted line.
import { Input } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useRegionTree } from '../../ui/fields/regionData.ts'
import { readAddress, type PastedAddress } from './pastedAddress.ts'

/** Reads as soon as something is pasted, or with Enter; parts it did not recognise stay for people to fill. */
export function PasteAddress({ onFound }: { onFound: (found: PastedAddress) => void }) {
  const [text, setText] = useState('')
  const [isWanted, setWanted] = useState(false)
  const { data: tree } = useRegionTree(isWanted)
  const read = (line: string): void => {
    if (line.trim() === '') return
    if (!tree) return toast.info('地区数据正在加载，请稍候再试')
    const found = readAddress(line, tree)
    if (Object.keys(found).length === 0) return toast.warning('未能识别地址，请手工填写')
    onFound(found)
    setText('')
    if (found.regionCode === undefined) toast.warning('未能识别省市区，请手工选择')
  }
  return (
    <Input
      className="gd-paste"
      aria-label="智能识别地址"
      placeholder="粘贴整段地址自动识别，如：浙江省杭州市余杭区文一西路969号 张三 13800000000"
      value={text}
      allowClear
      onFocus={() => setWanted(true)}
      onChange={event => setText(event.target.value)}
      onPaste={event => {
        event.preventDefault()
        const line = event.clipboardData.getData('text')
        setText(line)
        read(line)
      }}
      onPressEnter={event => {
        if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
        event.preventDefault()
        read(text)
      }}
    />
  )
}
