// The first day of a person: a card over the work of today that leads through the portal once, and can be put away.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { useSetting, useSettingsLoaded } from '../../lib/settings.ts'

const FirstDayTour = lazy(async () => ({ default: (await import('./FirstDayTour.tsx')).FirstDayTour }))
const Seen = z.boolean()

/** Shown until the person puts it away; `?tour=1` in the address begins the tour again. */
export function FirstDay() {
  const [isSeen, setSeen] = useSetting('firstDay', Seen, false)
  const isLoaded = useSettingsLoaded()
  const [params, setParams] = useSearchParams()
  const isAsked = params.get('tour') === '1'
  const [isOn, setOn] = useState(false)
  const end = (): void => {
    setOn(false)
    setSeen(() => true)
    if (isAsked) setParams(without => (without.delete('tour'), without), { replace: true })
  }
  return (
    <>
      {isLoaded && !isSeen && (
        <aside className="first-day" aria-label="新手导览">
          <p>
            第一次用运枢？先看一分钟导览，或者翻<Link to={screenUrl('Help')}>使用手册</Link>。
          </p>
          <Button onClick={() => setOn(true)}>开始导览</Button>
          <Button type="text" onClick={end}>
            不再显示
          </Button>
        </aside>
      )}
      {(isOn || isAsked) && (
        <Suspense>
          <FirstDayTour onEnd={end} />
        </Suspense>
      )}
    </>
  )
}
