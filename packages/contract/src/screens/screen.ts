// The form of a screen: address, title, who may open it, whether its tab is kept, and its menu group.
import type { Permit } from '@yunshu/domain/permits/permits'

/** Sides of the market a screen is offered to; absent means everybody who has the permit. */
type Side = 'platform' | 'shipper' | 'carrier'

export interface Screen {
  /** Address without the leading slash, with `:name` parts; query fields are the page's own business. */
  readonly path: string
  readonly title: string
  /** Function permit, or `session` for pages every signed-in person has. */
  readonly permit: Permit | 'session'
  /** With `permit`, one of these is needed too. */
  readonly anyOf?: readonly Permit[]
  /** False: the page is not kept alive when its tab is left. */
  readonly cache: boolean
  /** Menu group; absent means the page is reached from other pages only. */
  readonly group?: MenuGroup
  /** The heading it stands under where its group has many pages. */
  readonly part?: MenuPart
  /** It is opened every day: where its group has many pages it stands before the headings. */
  readonly isDaily?: true
  /** Group that is marked while a page without a menu entry is in front. */
  readonly within?: MenuGroup
  /** The screen of the list its records stand in: its entry is marked while a record that came from no list is in front. */
  readonly list?: string
  /** Lists of the records its query tells apart: by a field as it stands there. */
  readonly listBy?: Readonly<Record<string, string>>
  readonly sides?: readonly Side[]
}

export const menuGroups = {
  home: '首页',
  goods: '货源',
  task: '任务',
  waybill: '运单',
  settle: '结算',
  books: '账务',
  invoice: '发票',
  fleet: '运力',
  track: '在途监控',
  company: '企业',
} as const
export type MenuGroup = keyof typeof menuGroups

/** Headings within a group; the pages of one stand together in the table of screens. */
export const menuParts = {
  ledger: '凭证账簿',
  money: '资金',
  owed: '往来',
  fuel: '油品与通行费',
  report: '报表',
} as const
export type MenuPart = keyof typeof menuParts

/** Keeps the literal types of a part of the table. */
export const screensOf = <const T extends Record<string, Screen>>(t: T): { readonly [K in keyof T]: Screen } => t
