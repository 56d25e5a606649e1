// Urging (催办) as an act of a record: once a day, told with whom and when where somebody did it before; and whom it
// waits for, in words.
import type { Awaited, Urged, UrgedBefore } from '@yunshu/contract/urged'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { toast } from '../../lib/toast.ts'
import type { RowAction } from '../../ui/list/column.tsx'
import { partyParts, type LinePart } from '../../ui/record/heroLine.ts'
import { shortBranch, shortCompany } from '../../ui/shortCompany.ts'

/** 10:05. */
const hourOfDay = (at: number): string => formatDateTime(at).slice(11, 16)
const doneText = (by: string, at: number): string => `今天 ${hourOfDay(at)} 已由 ${by} 催办，明天可以再催`

/** Says what became of it; `done` of its sending. */
export function toldUrge({ isNew, by, at, company, act }: Urged): void {
  if (isNew) toast.success(`已催办${company}${act}`)
  else toast.info(doneText(by, at))
}

interface Urging {
  readonly urged?: UrgedBefore | undefined
  readonly isBusy: boolean
  readonly onUrge: () => void
}

/** The act, off for the rest of a day on which it was done. */
export function urgeAct({ urged, isBusy, onUrge }: Urging): RowAction {
  const label = urged === undefined ? '催办' : `催办（已催 ${urged.count} 次）`
  return urged?.isToday ? { label, why: doneText(urged.by, urged.at) } : { label, disabled: isBusy, onClick: onUrge }
}

/** The act where it waits for another side; none where it waits for the reader's own, or for nobody. */
export const urgeActs = ({ awaits, ...urging }: Urging & { readonly awaits?: Awaited | undefined }): RowAction[] =>
  awaits === undefined || awaits.isOwn ? [] : [urgeAct(urging)]

/** 等昆明滇鲜农产品确认; nothing while it waits for the reader's own side, or nobody. */
export const awaitedText = (awaits: Awaited | undefined): string | undefined =>
  awaits === undefined || awaits.isOwn ? undefined : `等${shortCompany(awaits.name)}${awaits.act}`

/** The subject of a paper that is sent and answered: with whom, of which month, of which branch. */
export const paperLine = (party: string, paper: Paper): readonly LinePart[] => [
  ...partyParts(shortCompany(party), paper.awaits?.isOwn === false),
  `${periodText(paper.period)} · ${shortBranch(paper.branchName)}`,
]

interface Paper {
  readonly period: string
  readonly branchName: string
  readonly awaits?: Awaited | undefined
}
