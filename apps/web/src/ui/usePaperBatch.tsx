// Papers of many records in one print: read page by page with progress, counted together, each on a sheet of its own.
import { papersMost, printMost, type PrintedEntity } from '@yunshu/domain/print'
import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react'
import { isCalledOff, SessionOver, showError } from '../lib/errors.ts'
import { toast } from '../lib/toast.ts'
import { usePaper } from './usePaper.tsx'

const PaperProgress = lazy(async () => ({ default: (await import('./PaperProgress.tsx')).PaperProgress }))

/** Reads the papers of some records, in their order; one that takes long is told of. */
export type PaperLoader<P> = (ids: string[], signal: AbortSignal, tell: (note: string) => void) => Promise<readonly P[]>

interface Progress {
  readonly read: number
  readonly of: number
  readonly note?: string
}

/** `take` prints the papers of chosen rows; draw `view` in the page. `load` keeps its identity. */
export function usePaperBatch<P extends { readonly id: string }>(entity: PrintedEntity, load: PaperLoader<P>) {
  const { printAll, sheet } = usePaper(entity)
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController | undefined>(undefined)
  const take = useCallback(
    async (rows: readonly { readonly id: string }[], draw: (paper: P) => ReactNode): Promise<void> => {
      if (rows.length > printMost)
        return toast.warning(`一次最多打印 ${printMost} 份，已选 ${rows.length} 份，请分批打印`)
      const stop = new AbortController()
      running.current = stop
      try {
        const papers: P[] = []
        for (let at = 0; at < rows.length; at += papersMost) {
          const here = { read: at, of: rows.length }
          setProgress(here)
          const ids = rows.slice(at, at + papersMost).map(({ id }) => id)
          papers.push(...(await load(ids, stop.signal, note => setProgress({ ...here, note }))))
        }
        setProgress({ read: rows.length, of: rows.length })
        await printAll(papers.map(paper => ({ of: [paper.id], paper: draw(paper) })))
      } catch (error) {
        if (!isCalledOff(error) && !(error instanceof SessionOver)) showError(error)
      } finally {
        setProgress(undefined)
      }
    },
    [load, printAll],
  )
  const view = (
    <>
      {progress && (
        <Suspense fallback={null}>
          <PaperProgress {...progress} onStop={() => running.current?.abort()} />
        </Suspense>
      )}
      {sheet}
    </>
  )
  return { take, view }
}
