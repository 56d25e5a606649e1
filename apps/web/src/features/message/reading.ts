// The open message and those read on this page; kept outside the page, which may be mounted anew.
import type { MessageRow } from '@yunshu/contract/message/message'
import { create } from 'zustand'
import { readMessage } from '../../lib/unread.ts'

interface Reading {
  readonly openId: string | undefined
  /** Lines read here, as they were: they stay on the page of unread ones until it is left. */
  readonly read: ReadonlyMap<string, MessageRow>
}

export const useReading = create<Reading>(() => ({ openId: undefined, read: new Map() }))

/** Opens a message, or closes the open one; an unread one becomes read and the unread count goes down (GD-05). */
export function openMessage(row: MessageRow): void {
  const { openId } = useReading.getState()
  useReading.setState({ openId: row.id === openId ? undefined : row.id })
  markOpened(row)
}

/** Marks a message read that was looked at. */
export function markOpened(row: MessageRow): void {
  const { read } = useReading.getState()
  if (row.read || read.has(row.id)) return
  useReading.setState({ read: new Map([...read, [row.id, row]]) })
  void readMessage(row.id).then(isTaken => {
    if (!isTaken) useReading.setState(({ read: now }) => ({ read: new Map([...now].filter(([id]) => id !== row.id)) }))
  })
}

/** Forgets what was read here: another filter shows what the server knows. */
export const forgetRead = (): void => useReading.setState({ openId: undefined, read: new Map() })

/** The lines of a list of unread ones together with those read on the page, newest first. */
export function withRead(rows: readonly MessageRow[], read: ReadonlyMap<string, MessageRow>): readonly MessageRow[] {
  const missing = [...read.values()].filter(({ id }) => !rows.some(row => row.id === id))
  // ids are in the order of time
  return missing.length === 0 ? rows : [...rows, ...missing].sort((a, b) => (a.id < b.id ? 1 : -1))
}
