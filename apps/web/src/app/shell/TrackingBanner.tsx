// A line across the pages of tracking where the system runs without it.
import type { AccessMenu } from '@yunshu/contract/session/session'
import { loadedConfig } from '../../lib/config.ts'
import { groupOf } from './menu.ts'

/** Says that nothing new comes on pages of 在途监控; nothing where terminals are listened to, and on other pages. */
export function TrackingBanner({ menus, pathname }: { menus: readonly AccessMenu[]; pathname: string }) {
  if (loadedConfig().tracking || menus[groupOf(menus, pathname)]?.icon !== 'track') return null
  return (
    <output className="ys-untracked">本系统没有启用车辆跟踪：不接收终端消息，位置和异常不再更新，指令到不了终端</output>
  )
}
