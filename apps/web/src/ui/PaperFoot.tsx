// The foot of every paper: the house, the moment it was printed, and the number of the print.
import { product } from '@yunshu/domain/account/account'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { printText } from '@yunshu/domain/print'
import { createContext, use, type ReactNode } from 'react'
import { serverNow } from '../lib/clock.ts'
import './paperFoot.css'

const PrintNumber = createContext<number | undefined>(undefined)

/** A paper whose foot says that it is the print of this number. */
export const NumberedPaper = ({ n, children }: { n: number | undefined; children: ReactNode }) => (
  <PrintNumber value={n}>{children}</PrintNumber>
)

/** Stands at the end of a paper; `note` after it. */
export function PaperFoot({ note }: { note?: string }) {
  const n = use(PrintNumber)
  const said = [
    product.name,
    `打印时间 ${formatDateTime(serverNow())}`,
    ...(n === undefined ? [] : [printText(n)]),
    ...(note === undefined ? [] : [note]),
  ]
  return <p className="ys-paper-foot">{said.join('　')}</p>
}
