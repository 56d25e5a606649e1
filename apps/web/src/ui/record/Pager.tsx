// The way to the record before and after this one, in the order of the list it was opened from.
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isDirty } from '../../lib/dirty.ts'
import { keyOf } from '../../lib/keys.ts'
import { keepOrder, placeOf } from '../../lib/neighbours.ts'
import { useTab } from '../../lib/tab.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import { useRecordPlace } from './recordPlace.ts'

/** The words that count records: orders, sheets of paper, papers of several sheets, what is no paper. */
export type RecordUnit = '单' | '张' | '份' | '个'

/** The order a walk goes by, whatever became of the list meanwhile. */
const walk = 'walk'

/**
 * Nothing where the record came from no list. The next record takes the place of this one's tab, so that walking
 * through a list leaves one tab.
 */
export function Pager({ unit }: { unit: RecordUnit }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { key, close } = useTab()
  // the order stands as it was when the record was opened, though its list changes meanwhile
  const [place] = useState(() => placeOf(pathname))
  const previous = place?.order[place.index - 1]
  const next = place?.order[place.index + 1]
  const go = (to: string | undefined): void => {
    if (place === undefined || to === undefined) return
    keepOrder(walk, place.order, place.page)
    void navigate(to)
    if (!isDirty([key])) close()
  }
  if (place === undefined) return null
  return (
    <PagerButtons
      unit={unit}
      onPrevious={previous === undefined ? undefined : () => go(previous)}
      onNext={next === undefined ? undefined : () => go(next)}
    />
  )
}

interface PagerButtonsProps {
  unit: RecordUnit
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The two buttons of a walk, which `[` and `]` press. */
export function PagerButtons({ unit, onPrevious, onNext }: PagerButtonsProps) {
  // a panel beside a list is walked by the list's own keys
  const isPage = useRecordPlace() !== 'peek'
  useDocumentKeys(event => {
    const key = keyOf(event, 'record')
    if (key === undefined) return
    event.preventDefault()
    if (key === 'previous') onPrevious?.()
    else onNext?.()
  }, isPage)
  return (
    <span className="ys-hero-pager">
      <Button disabled={onPrevious === undefined} aria-label={`上一${unit}`} aria-keyshortcuts="[" onClick={onPrevious}>
        <LeftOutlined aria-hidden="true" />
        <span>
          上一{unit} <kbd>[</kbd>
        </span>
      </Button>
      <Button disabled={onNext === undefined} aria-label={`下一${unit}`} aria-keyshortcuts="]" onClick={onNext}>
        <span>
          下一{unit} <kbd>]</kbd>
        </span>
        <RightOutlined aria-hidden="true" />
      </Button>
    </span>
  )
}
