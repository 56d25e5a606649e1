// The strip at the head of a vehicle, driver or payee: how it stands, what it is in one line, and what can be done.
import type { FleetRecord } from '@yunshu/contract/fleet/fleet'
import { paperStates } from '@yunshu/domain/fleet/paper'
import type { ReactNode } from 'react'
import { Hero } from '../../ui/record/Hero.tsx'
import { Tag, TurnTag } from '../../ui/StatusTag.tsx'
import { FleetTags } from './FleetTags.tsx'

interface FleetHeroProps {
  record: FleetRecord
  word: string
  name: string
  line: string
  /** A short tag for a part of it that waits for somebody beside its papers. */
  waiting?: string | undefined
  /** The same of a part that waits for the reader. */
  open?: { readonly text: string; readonly isBad: boolean } | undefined
  /** Its acts. */
  children: ReactNode
}

/** The moment its papers were handed in, where they wait. */
const handedIn = ({ paper, log }: FleetRecord): number | undefined =>
  paper === 'pending'
    ? log
        .filter(({ action }) => action === paperStates.moves.submit.label)
        .reduce<number | undefined>((last, { at }) => Math.max(last ?? at, at), undefined)
    : undefined

/** Records that wait for a verdict are walked by their own queue, not by the list. */
export function FleetHero({ record, word, name, line, waiting, open, children }: FleetHeroProps) {
  const { acts, paper, queue } = record
  return (
    <Hero
      word={word}
      name={name}
      tag={
        <>
          <FleetTags record={record} />
          {open && <TurnTag isBad={open.isBad}>{open.text}</TurnTag>}
          {waiting !== undefined && <Tag tone="idle">{waiting}</Tag>}
        </>
      }
      isTurn={open !== undefined || acts.includes('verify') || (acts.includes('submit') && !record.isRetired)}
      waits={paper === 'pending' ? '等待平台审核' : undefined}
      since={handedIn(record)}
      line={line}
      unit="个"
      hasPager={queue === undefined || queue.waiting === 0}
      acts={children}
    />
  )
}
