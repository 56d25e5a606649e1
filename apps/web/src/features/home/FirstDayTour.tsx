// The tour of the first day: places of the portal one after another, in the words of the person's position.
import { Tour, type TourProps } from 'antd'
import { can } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { workOf } from './workOf.ts'

/** A place that is not there leaves the step in the middle of the page. */
const at =
  (name: string): (() => HTMLElement) =>
  () =>
    document.querySelector<HTMLElement>(`[data-tour="${name}"]`) ?? document.body

/** Calls `onEnd` when it is finished or closed. */
export function FirstDayTour({ onEnd }: { onEnd: () => void }) {
  const info = useSession(session => session.info)
  const isMobile = useMobile()
  const work = workOf(sidesOf(info), can)
  const menu = isMobile
    ? { title: '菜单', description: `${work}都在这里面。`, target: at('drawer') }
    : { title: '菜单', description: `${work}都在这里：上面选一类，左边是这一类的页面。`, target: at('menu') }
  const steps: NonNullable<TourProps['steps']> = [
    {
      title: '今日',
      description: '等您办的事按急缓排在这里，右边的按钮直接去办；现在办不了的按“稍后”。',
      target: at('today'),
    },
    menu,
    { title: '搜索', description: '单号、车牌、司机、页面都能搜，页面可以打拼音。', target: at('search') },
    ...(isMobile
      ? []
      : [
          {
            title: '您的菜单',
            description: '账号安全、外观、快捷键、使用手册和这个导览都在这里。',
            target: at('person'),
          },
        ]),
  ]
  return <Tour open steps={steps} onClose={onEnd} onFinish={onEnd} />
}
