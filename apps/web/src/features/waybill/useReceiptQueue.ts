// The queue of receipts to judge, the record of it in view, and the one after it; the record stands in the address.
import { getWaybill } from '@yunshu/contract/waybill/details'
import { countWaybills, listWaybills } from '@yunshu/contract/waybill/waybill'
import { wireProblems } from '@yunshu/domain/problems/wire'
import { isOff, type WaybillState } from '@yunshu/domain/waybill/waybill'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Refusal } from '../../lib/errors.ts'
import { useUrlFilter } from '../../lib/urlState.ts'
import { useCall, usePages, type Filter } from '../../lib/useCall.ts'
import { leftBeside, neighbourInQueue, nextInQueue, type DeskQueue } from './deskOrder.ts'
import { papersOf } from './WaybillPhotos.tsx'

/** The next record is asked for, and the list goes on, this many rows before its end. */
const nearEnd = 5

/** Waybills that ended without their haul have no receipt to judge. */
const countOf = (states: Readonly<Record<string, number>>): number =>
  Object.entries(states).reduce((sum, [state, count]) => (isOff(state as WaybillState) ? sum : sum + count), 0)

/** Records that were judged here, with the version the verdict made: they stand in the list until it is asked anew. */
type Judged = ReadonlyMap<string, number>

function useRows(filter: Filter<typeof listWaybills>) {
  // the oldest first; a queue too long to be sorted comes newest first
  const [isSorted, setSorted] = useState(true)
  const pages = usePages(listWaybills, isSorted ? { ...filter, sort: 'stateSince' } : filter, { keepPrevious: true })
  const isRefused = pages.error instanceof Refusal && pages.error.code === wireProblems['list.unsorted'].code
  if (isSorted && isRefused) setSorted(false)
  const [judged, setJudged] = useState<Judged>(new Map())
  const rows = useMemo(
    () => pages.rows.filter(({ id, state, version }) => !isOff(state) && version > (judged.get(id) ?? -1)),
    [pages.rows, judged],
  )
  const markJudged = useCallback((id: string, version: number) => setJudged(old => new Map(old).set(id, version)), [])
  return { pages, rows, markJudged }
}

/** The queue under the filter of the address; `show` puts another record in view. */
export function useReceiptQueue() {
  const { filter } = useUrlFilter(listWaybills)
  const [params, setParams] = useSearchParams()
  const queue: DeskQueue = filter.receiptState === 'posted' ? 'posted' : 'uploaded'
  const whole = useMemo(() => {
    const { sort: _, ...rest } = filter
    return { ...rest, receiptState: queue }
  }, [filter, queue])
  const { pages, rows, markJudged } = useRows(whole)
  const counts = useCall(countWaybills, { ...whole, part: 'counts' }, { quiet: true, keepPrevious: true })
  const said = params.get('id') ?? ''
  const order = useMemo(() => rows.map(({ id }) => id), [rows])
  const [first = ''] = order
  const id = said === '' ? first : said
  const show = useCallback(
    (next: string | undefined) => {
      setParams(
        old => {
          const changed = new URLSearchParams(old)
          if (next === undefined) changed.delete('id')
          else changed.set('id', next)
          return changed
        },
        { replace: true },
      )
    },
    [setParams],
  )
  // the address says the record in view also when nobody has chosen it
  useEffect(() => {
    if (said === '' && first !== '' && !pages.isOutdated) show(first)
  }, [said, first, show, pages.isOutdated])
  const { more } = pages
  const at = order.indexOf(id)
  useEffect(() => {
    if (at >= 0 && at >= order.length - nearEnd) more()
  }, [at, order.length, more])
  const count = counts.data && countOf(counts.data.state)
  return {
    queue,
    rows,
    pages,
    count,
    left: leftBeside(order, id, {
      isWhole: pages.first !== undefined && !pages.isOutdated && !pages.hasMore,
      counted: count,
    }),
    id,
    show,
    markJudged,
    next: nextInQueue(order, id),
    neighbour: (step: 1 | -1) => neighbourInQueue(order, id, step),
    place: at < 0 ? undefined : at + 1,
  }
}

/** The record in view; once it is there, the next one and its first photo are fetched. */
export function useRecordInView(id: string, next: string | undefined) {
  const answer = useCall(getWaybill, { id }, { quiet: true, enabled: id !== '' })
  const isThere = answer.data !== undefined
  const { data: after } = useCall(
    getWaybill,
    { id: next ?? '' },
    { quiet: true, enabled: isThere && next !== undefined },
  )
  const photo = after && papersOf(after).find(({ file }) => file.mime.startsWith('image/'))?.file.url
  useEffect(() => {
    if (photo !== undefined) new Image().src = photo
  }, [photo])
  return answer
}
