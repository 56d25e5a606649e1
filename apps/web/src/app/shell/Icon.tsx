// The shell's own line icons: small, one weight, no icon library.
import { menuGroups, type MenuGroup } from '@yunshu/contract/screens/screen'

/** Strokes on a 24 px grid. */
const strokes = {
  home: 'M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  goods: 'M4 8.2 12 4l8 4.2v7.6L12 20l-8-4.2zM4 8.2l8 4.3 8-4.3M12 12.5V20',
  task: 'M8 5H6a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-2M9 3.5h6v3H9zM8.5 13l2.5 2.5 4.5-5',
  waybill:
    'M3 6.5h11v10H3zM14 10h4l3 3v3.5h-7zM7 19.2a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8M17 19.2a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8',
  track:
    'M12 20.5c3.3-4 5-6.6 5-9a5 5 0 1 0-10 0c0 2.4 1.7 5 5 9M12 13a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M4 20.5h4M16 20.5h4',
  settle: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M8.5 7.5l3.5 4.5 3.5-4.5M12 12v5M9 12h6M9 14.7h6',
  books: 'M5 4.5h11.5a2 2 0 0 1 2 2V20H7a2 2 0 0 1-2-2zM5 17.5a2 2 0 0 1 2-2h11.5M9 8.5h6',
  fleet: 'M5 17V9.5L7 5h10l2 4.5V17M4 17h16M6.5 17v2M17.5 17v2M5 10.5h14M8 14h.01M16 14h.01',
  company: 'M4 20V6l8-2.5V20M12 9l8 2v9M2.5 20h19M7 8.5h2M7 12h2M7 15.5h2M15 14h2M15 17h2',
  invoice: 'M6 3.5h12v17l-3-1.8-3 1.8-3-1.8-3 1.8zM9 8h6M9 11.5h6M9 15h3',
  other: 'M5 5h5.5v5.5H5zM13.5 5H19v5.5h-5.5zM5 13.5h5.5V19H5zM13.5 13.5H19V19h-5.5z',
  add: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 8v8M8 12h8',
  change: 'M4 8h13l-3-3M20 16H7l3 3',
  pay: 'M3.5 7h17v11h-17zM3.5 11h17M7 14.7h3',
  ledger: 'M5 4h14v16H5zM9.5 4v16M13 9h3M13 13h3',
  receive: 'M12 4v10.5M8 10.5l4 4 4-4M5 15v4.5h14V15',
  fund: 'M4 20h16M5 10h14L12 4.5zM7.5 10v7M12 10v7M16.5 10v7',
  card: 'M3.5 6h17v12h-17zM7 10h4M7 14h6M16.5 14h1',
  antenna:
    'M12 12v8M8.5 20h7M12 12a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2M8 14.5a5.6 5.6 0 0 1 0-8M16 14.5a5.6 5.6 0 0 0 0-8',
  place: 'M12 20.5c4-4.7 6-7.8 6-10.6a6 6 0 1 0-12 0c0 2.8 2 5.9 6 10.6M12 12a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4',
  relation:
    'M8 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M16.5 19a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M10.5 10.6l3.4 3',
  staff:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3 19.5c.6-3.4 3-5 6-5s5.4 1.6 6 5M15.5 4.5a3.3 3.3 0 0 1 0 6.2M17.5 15c1.9.7 3 2.2 3.5 4.5',
  badge: 'M6 4h12v16.5H6zM12 12a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4M8.8 17c.5-1.7 1.7-2.5 3.2-2.5s2.7.8 3.2 2.5',
  branch:
    'M6.5 4.5v10M6.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17.5 9.5c0 4.5-6 3.5-9.3 6',
  rules:
    'M4 7h8M18 7h2M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4M4 16.5h2M12 16.5h8M9 18.7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5.2l3.5 2',
  plug: 'M9 3.5V8M15 3.5V8M6 8h12v3a6 6 0 0 1-12 0zM12 17v3.5',
  horn: 'M4 10v4h3.5l7.5 4V6l-7.5 4zM18.5 9a4.5 4.5 0 0 1 0 6',
  star: 'm12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z',
  camera: 'M4 8h3.2L9 5.5h6L16.8 8H20v11H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6',
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
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  chain: 'm9.5 14.5 5-5M8 11l-2 2a3.5 3.5 0 0 0 5 5l2-2M16 13l2-2a3.5 3.5 0 0 0-5-5l-2 2',
  minus: 'M5 4h14v16H5zM9 12h6',
  drop: 'M12 4c3.5 4.2 5 6.8 5 9.3a5 5 0 0 1-10 0C7 10.8 8.5 8.2 12 4zM9.8 13.5l1.7 1.7 2.8-3.2',
  pen: 'm4 20 1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  sheet: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 15.5h6',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.5L20.5 7',
  chart: 'M4 20h16M7 20v-6M12 20V6M17 20v-9',
  pump: 'M5 20V5h9v15M4 20h11M7.5 8.5h4V12h-4zM14 10h3v6.5a1.5 1.5 0 0 0 3 0V9l-2.5-2.5',
  hourglass: 'M7 4h10M7 20h10M8.5 4c0 6 7 10 7 16M15.5 4c0 6-7 10-7 16',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7',
  wave: 'M4 9c2.7-3 5.3-3 8 0s5.3 3 8 0M4 15c2.7-3 5.3-3 8 0s5.3 3 8 0',
  undo: 'm8 6-4 4 4 4M4 10h10a5 5 0 0 1 0 10h-3',
  scales: 'M12 4v16M8 20h8M5 8h14M5 8l-2.5 6h5zM19 8l-2.5 6h5z',
  gauge: 'M4 17a8 8 0 1 1 16 0M12 17l4-5',
  road: 'M8 4 5 20M16 4l3 16M12 5v2.5M12 11v2.5M12 17v2.5',
  area: 'M5 8V5h3M16 5h3v3M19 16v3h-3M8 19H5v-3M12 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  alert: 'M12 4 3 19.5h18zM12 10v4.5M12 17v.1',
  shield: 'M12 3.5 19 6v5.5c0 4.2-2.8 7.2-7 9-4.2-1.8-7-4.8-7-9V6zM9 12l2.2 2.2 4-4.2',
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
