// Asks for goods as a stranger: once per page that is opened, because each answer of a link is a view of it.
import type { PublicGoods } from '@yunshu/contract/share'
import { wireProblems } from '@yunshu/domain/problems/wire'
import { useCallback, useEffect, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'

export type OpenAnswer =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'goods'; readonly goods: PublicGoods }
  /** The link or the goods are over, or never were. */
  | { readonly kind: 'gone' }
  /** Asked too often from here; again after so many seconds. */
  | { readonly kind: 'often'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly text: string }

/** The time to wait when the server names none, seconds. */
const usualWaitS = 60

/** Answers by address: a page drawn twice asks once. */
const asked = new Map<string, Promise<OpenAnswer>>()

const answerOf = (ask: () => Promise<PublicGoods>): Promise<OpenAnswer> =>
  ask().then(
    (goods): OpenAnswer => ({ kind: 'goods', goods }),
    (error: unknown): OpenAnswer => {
      if (error instanceof Refusal && error.http === 404) return { kind: 'gone' }
      if (error instanceof Refusal && error.code === wireProblems['rate.limited'].code)
        return {
          kind: 'often',
          seconds: error.retryAfterMs === undefined ? usualWaitS : Math.ceil(error.retryAfterMs / 1000),
        }
      return { kind: 'failed', text: error instanceof Error ? error.message : '' }
    },
  )

/** The last part of the address, as it was before it was encoded; empty when it cannot be read. */
export function codeOfAddress(): string {
  const last = location.pathname.split('/').findLast(part => part !== '') ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return ''
  }
}

/** The server's answer about the goods at this address, and a way to ask again. `ask` must stay the same function. */
export function useOpenGoods(ask: () => Promise<PublicGoods>): { answer: OpenAnswer; again: () => void } {
  const [answer, setAnswer] = useState<OpenAnswer>({ kind: 'waiting' })
  const look = useCallback(() => {
    const { pathname } = location
    const one = asked.get(pathname) ?? answerOf(ask)
    asked.set(pathname, one)
    void one.then(setAnswer)
  }, [ask])
  useEffect(look, [look])
  const again = useCallback(() => {
    asked.delete(location.pathname)
    setAnswer({ kind: 'waiting' })
    look()
  }, [look])
  return { answer, again }
}
