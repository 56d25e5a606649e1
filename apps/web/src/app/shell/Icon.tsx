// The shell's own line icons: small, one weight, no icon library.
import { menuGroups, type MenuGroup } from '@yunshu/contract/screens'

/** Strokes on a 24 px grid. */
const strokes = {
  home: 'M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  goods: 'M4 8.2 12 4l8 4.2v7.6L12 20l-8-4.2zM4 8.2l8 4.3 8-4.3M12 12.5V20',
  task: 'M8 5H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-2M9 3.5h6v3H9zM8.5 13l2.5 2.5 4.5-5',
  waybill:
    'M3 6.5h11v10H3zM14 10h4l3 3v3.5h-7zM7 19.2a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8M17 19.2a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8',
  settle: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 7.5l3.5 4.5 3.5-4.5M12 12v5M9 12h6M9 14.7h6',
  books: 'M5 4.5h11.5a2 2 0 0 1 2 2V20H7a2 2 0 0 1-2-2zM5 17.5a2 2 0 0 1 2-2h11.5M9 8.5h6',
  fleet: 'M5 17V9.5L7 5h10l2 4.5V17M4 17h16M6.5 17v2M17.5 17v2M5 10.5h14M8 14h.01M16 14h.01',
  company: 'M4 20V6l8-2.5V20M12 9l8 2v9M2.5 20h19M7 8.5h2M7 12h2M7 15.5h2M15 14h2M15 17h2',
  other: 'M5 5h5.5v5.5H5zM13.5 5H19v5.5h-5.5zM5 13.5h5.5V19H5zM13.5 13.5H19V19h-5.5z',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.5 15.5 20 20',
  fold: 'M4 6h16M11 12h9M4 18h16M7.5 9.5 5 12l2.5 2.5',
  unfold: 'M4 6h16M11 12h9M4 18h16M5 9.5 7.5 12 5 14.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'm6 9.5 6 5.5 6-5.5',
  close: 'm7 7 10 10M17 7 7 17',
  pin: 'M9 4h6l-.8 6 3.3 3.5h-11L9.8 10zM12 13.5V20',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20c.8-3.8 3.8-5.5 7.5-5.5s6.7 1.7 7.5 5.5',
  tabs: 'M4 8.5h16V19H4zM4 8.5V5.5h6l1.5 3',
  coupon: 'M4 7h16v3.2a2 2 0 0 0 0 3.6V17H4v-3.2a2 2 0 0 0 0-3.6zM14 7.5v1.5M14 11.3v1.5M14 15v1.5',
} as const
export type IconName = keyof typeof strokes

/** Decoration beside a text or inside a named button. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={strokes[name]} />
    </svg>
  )
}

const isIcon = (name: string): name is IconName => Object.hasOwn(strokes, name)
const groupKeys = Object.keys(menuGroups) as MenuGroup[]

/** Icon of a menu: the one the server names, or the one of its group. */
export function menuIcon(title: string, icon: string | undefined): IconName {
  if (icon !== undefined && isIcon(icon)) return icon
  return groupKeys.find(key => menuGroups[key] === title) ?? 'other'
}
