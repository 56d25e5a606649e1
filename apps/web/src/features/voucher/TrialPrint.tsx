// The trial balance of a month on paper (A4): each account with its six amounts, and what is carried from page to page.
import type { TrialRow } from '@yunshu/contract/voucher/voucher'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { PaperFoot } from '../../ui/PaperFoot.tsx'
import { trialPagesOf, trialSumKeys, trialSumsOf, type TrialSums } from './trialPages.ts'

export interface TrialPaper {
  readonly period: string
  /** The branch whose books it is of, or all of them. */
  readonly whose: string
  readonly rows: readonly TrialRow[]
}

const heads = ['科目编号', '科目名称', '期初借方', '期初贷方', '本期借方', '本期贷方', '期末借方', '期末贷方'] as const

/** The first of them head words, the others amounts. */
const texts = heads.length - trialSumKeys.length

/** An account without an amount on a side has an empty place there; sums are written out. */
const figure = (value: Fen, isSum: boolean): string => (value === 0 && !isSum ? '' : printMoney(value))

function Figures({ sums, isSum = false }: { sums: TrialSums; isSum?: boolean }) {
  return trialSumKeys.map(key => (
    <td key={key} className="vc-print-figure">
      {figure(sums[key], isSum)}
    </td>
  ))
}

function Carried({ word, sums }: { word: string; sums: TrialSums }) {
  return (
    <tr>
      <td colSpan={2}>{word}</td>
      <Figures sums={sums} isSum />
    </tr>
  )
}

export function TrialPrint({ paper: { period, whose, rows } }: { paper: TrialPaper }) {
  const pages = trialPagesOf(rows)
  return (
    <div className="vc-print">
      {pages.map((page, at) => {
        const isLast = at + 1 === pages.length
        return (
          <section key={page.rows[0]?.account ?? at} className="vc-print-page">
            <h1>科目余额表</h1>
            <p className="vc-print-head">
              <span>单位：{whose}</span>
              <span>期间：{periodText(period)}</span>
              <span>金额单位：元</span>
              <span>
                第 {at + 1} 页，共 {pages.length} 页
              </span>
            </p>
            <table className="ys-table">
              <thead>
                <tr>
                  {heads.map((head, column) => (
                    <th key={head} className={column < texts ? undefined : 'vc-print-figure'}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {at > 0 && <Carried word="承前页" sums={page.brought} />}
                {page.rows.map(row => (
                  <tr key={row.account}>
                    <td className="vc-print-short">{row.account}</td>
                    <td>{row.name}</td>
                    <Figures sums={trialSumsOf(row)} />
                  </tr>
                ))}
                <Carried word={isLast ? '合计' : '过次页'} sums={page.carried} />
              </tbody>
            </table>
            {isLast && (
              <p className="vc-print-signs">
                <span>复核：</span>
                <span>制表：</span>
              </p>
            )}
          </section>
        )
      })}
      <PaperFoot />
    </div>
  )
}
