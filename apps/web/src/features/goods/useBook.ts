// The address book of the company goods are published for, and how its entries are kept.
import { getBook, removeBookEntry, saveBookEntry, type BookEntry } from '@yunshu/contract/goods/book'
import { useMemo } from 'react'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'

export interface Book {
  readonly lanes: readonly BookEntry[]
  readonly places: readonly BookEntry[]
  readonly all: readonly BookEntry[]
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** `isFor`: false while the platform has not chosen the shipper yet. */
export function useBook(shipperId: string | undefined, isFor: boolean): Book {
  const { data, isFetching, error, refetch } = useCall(getBook, shipperId === undefined ? {} : { shipperId }, {
    quiet: true,
    enabled: isFor,
  })
  return useMemo(() => {
    const all = data?.entries ?? []
    const shown = all.filter(({ isHidden }) => !isHidden)
    return {
      all,
      lanes: shown.filter(({ kind }) => kind === 'lane'),
      places: shown.filter(({ kind }) => kind === 'place'),
      isLoading: isFetching && data === undefined,
      error,
      retry: () => void refetch(),
    }
  }, [data, isFetching, error, refetch])
}

type Change = Partial<Pick<BookEntry, 'name' | 'isPinned' | 'isHidden'>>

/** Writes to the book; a removed entry can be put back. */
export function useBookKeeping(shipperId: string | undefined) {
  const forWhom = shipperId === undefined ? {} : { shipperId }
  const save = useSend(saveBookEntry, { invalidates: [getBook] })
  const remove = useSend(removeBookEntry, { invalidates: [getBook] })
  const keep = ({ kind, key, version, points, name, isPinned, isHidden }: BookEntry, change: Change) =>
    save.run({
      ...forWhom,
      kind,
      key,
      points,
      isPinned,
      isHidden,
      ...(name === '' ? {} : { name }),
      ...(version === undefined ? {} : { version }),
      ...change,
    })
  const add = (kind: BookEntry['kind'], points: BookEntry['points'], name?: string) =>
    save.run({
      ...forWhom,
      kind,
      points,
      isPinned: false,
      isHidden: false,
      ...(name === undefined || name === '' ? {} : { name }),
    })
  const forget = async (entry: BookEntry): Promise<void> => {
    const { kind, key, version } = entry
    if (version === undefined) return
    if ((await remove.run({ ...forWhom, kind, key, version })) === undefined) return
    const { version: _gone, ...back } = entry
    toast.offer('已删除', { label: '撤销', run: () => void keep(back, {}) })
  }
  return { keep, add, forget, isBusy: save.isBusy || remove.isBusy }
}
