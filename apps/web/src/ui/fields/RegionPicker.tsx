// The 省市区 field: a box with the whole path; its panel opens below, or on a phone in a drawer (RG-08).
import { regionWords } from '@yunshu/regions/label'
import { Drawer, Select } from 'antd'
import { lazy, Suspense, use, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import type { FieldProps } from './FigureInput.tsx'
import { useRecentRegions, useRegionLabel, useRegionTree } from './regionData.ts'
import type { PanelHandle } from './RegionPanel.tsx'
import { RequiredContext } from './required.ts'
import { isUnreadable } from './unreadable.ts'
import { Skeleton } from '../States.tsx'

const RegionPanel = lazy(async () => ({ default: (await import('./RegionPanel.tsx')).RegionPanel }))

interface RegionPickerProps extends FieldProps<string> {
  /** A province or a city alone is a choice too: filters. */
  partial?: boolean
  /** Hears the path beside the code, for fields that keep the name: '浙江省 / 杭州市 / 余杭区'. */
  onPath?: (path: string | undefined) => void
}

/** Holds the six-digit code. 东莞, 中山, 儋州, 嘉峪关 and 港澳台 are whole choices without a district. */
export function RegionPicker({
  value,
  onChange,
  partial = false,
  onPath,
  placeholder = '省 / 市 / 区',
  ...rest
}: RegionPickerProps) {
  const isMobile = useMobile()
  const { isOpen, text, within, handle, setOpen, setText, openAt, close, press } = useLooking(isMobile)
  const [, addRecent] = useRecentRegions()
  const code = value === undefined || isUnreadable(value) ? undefined : value
  useRegionTree(isOpen)
  const label = useRegionLabel(code)
  const pick = (next: string, path: string, isDone: boolean): void => {
    onChange?.(next)
    onPath?.(path)
    addRecent(next)
    if (isDone) close()
  }
  const clear = (): void => {
    onChange?.(undefined)
    onPath?.(undefined)
  }
  // the hidden menu is what the box's aria attributes point at
  const panel = (
    <Suspense fallback={<Skeleton lines={5} />}>
      <RegionPanel
        ref={handle}
        value={code}
        text={text}
        within={within}
        onWithin={openAt}
        partial={partial}
        asTabs={isMobile}
        onPick={pick}
      />
    </Suspense>
  )
  return (
    <>
      <Select
        {...rest}
        className="ys-wide"
        allowClear={!use(RequiredContext)}
        placeholder={placeholder}
        value={code}
        open={isOpen && !isMobile}
        onOpenChange={open => (open ? setOpen(true) : isMobile || close())}
        onClear={clear}
        options={code === undefined ? [] : [{ value: code, label: label ? regionWords(label) : code }]}
        {...(isMobile ? {} : { showSearch: { searchValue: text, onSearch: setText, filterOption: false } })}
        onInputKeyDown={press}
        popupMatchSelectWidth={560}
        popupRender={menu => (
          <>
            {panel}
            <div hidden>{menu}</div>
          </>
        )}
      />
      {isMobile && (
        <PhonePanel isOpen={isOpen} text={text} onText={setText} onClose={close}>
          {panel}
        </PhonePanel>
      )}
    </>
  )
}

/** The panel while somebody looks for a place: whether it is open, what is typed, and what is being looked through. */
function useLooking(isMobile: boolean) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  // a province or city that was found, while its parts are offered
  const [within, setWithin] = useState<string>()
  const handle = useRef<PanelHandle>(null)
  const openAt = (region: string | undefined): void => {
    setText('')
    setWithin(region)
  }
  const close = (): void => {
    setOpen(false)
    openAt(undefined)
  }
  const press = (event: KeyboardEvent): void => {
    const { key } = event
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (key === 'Backspace' && text === '') setWithin(undefined)
    if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Enter') return
    handle.current?.press(key)
    if (key !== 'Enter' || !isOpen || isMobile) return
    // the box would close over a city whose districts have just been opened
    event.preventDefault()
    event.stopPropagation()
  }
  return { isOpen, text, within, handle, setOpen, setText, openAt, close, press }
}

/** The panel on a phone, which has no room for the box and the list at once. */
function PhonePanel({
  isOpen,
  text,
  onText,
  onClose,
  children,
}: {
  isOpen: boolean
  text: string
  onText: (text: string) => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer open={isOpen} placement="bottom" size="75%" title="选择地区" onClose={onClose} destroyOnHidden>
      <input
        className="ys-region-search"
        type="search"
        aria-label="搜索地区"
        placeholder="名称、拼音或首字母"
        value={text}
        onChange={event => onText(event.target.value)}
      />
      {children}
    </Drawer>
  )
}
