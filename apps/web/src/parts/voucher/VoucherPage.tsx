// The page every voucher has, whatever its kind: head, lines on paper, what is its kind's own, and the rail.
import type { UseQueryResult } from '@tanstack/react-query'
import type { VoucherDetail, VoucherPaper } from '@yunshu/contract/voucher/voucher'
import { periodText, voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import type { ReactNode } from 'react'
import { Asked, AskedMoney } from '../explain/AskedMoney.tsx'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Section } from '../../ui/Facts.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import type { LinePart } from '../../ui/record/heroLine.ts'
import { stateSince } from '../../ui/record/reachedBy.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { SheetNo } from './columns.tsx'
import { NumberedWaybill } from './NumberedWaybill.tsx'
import { useVoucherZip } from './useVoucherZip.ts'
import { VoucherRail, voucherWaits } from './VoucherRail.tsx'
import { paperFormats, paperNames, VoucherSheet } from './VoucherSheet.tsx'

interface VoucherPageProps<V extends VoucherDetail> {
  answer: Pick<UseQueryResult<V>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The words of its kind in the head, after the kind and the summary. */
  line?: (voucher: V) => string
  /** Its next step, and what else can be done, beside printing. */
  primary?: (voucher: V) => RowAction | undefined
  acts?: (voucher: V) => readonly RowAction[]
  /** Above the cards. */
  notice?: (voucher: V) => ReactNode
  /** The cards of its kind, below its lines. */
  children?: (voucher: V) => ReactNode
}

/** The other party, unless the summary names it already. */
const otherOf = ({ summary, counterparty }: VoucherDetail): string | undefined =>
  counterparty !== undefined && summary.includes(counterparty) ? undefined : counterparty

/** The matter it books and the other side; the kind and the document stand on the paper below too. */
function lineOf(voucher: VoucherDetail, own: string | undefined): readonly LinePart[] {
  const [, words = voucher.summary, number = ''] = /^(.+?)( [A-Z]{2}\d{8,})$/.exec(voucher.summary) ?? []
  const rest = [otherOf(voucher), own].filter(Boolean)
  return [{ wide: `${voucherKinds[voucher.kind]} · ` }, words, { wide: number }, ...rest.map(part => ` · ${part}`)]
}

/** A step that brings a voucher on: of the others none is anybody's turn. */
const leadsOn = (move: VoucherDetail['moves'][number]): boolean => move === 'audit' || move === 'post'

/** A voucher as it is drawn on paper. */
const paperOf = (voucher: VoucherDetail): VoucherPaper => ({ ...voucher, papers: voucher.files.length })

/** The number of a document as a link, where the voucher says what it is. */
const numberLink = ({ lines, settlementNum, waybillNo }: VoucherDetail, number: string): ReactNode =>
  number === settlementNum ? (
    <SheetNo settlementNum={number} />
  ) : number === waybillNo || lines.some(line => line.waybillNo === number) ? (
    <NumberedWaybill waybillNo={number} />
  ) : (
    number
  )

/** Draws a voucher; `children` are the cards its kind has of its own. */
export function VoucherPage<V extends VoucherDetail>({
  answer,
  line,
  primary,
  acts,
  notice,
  children,
}: VoucherPageProps<V>) {
  const { print, sheet } = usePaper('voucher')
  const { take, isBusy } = useVoucherZip()
  const papers = (voucher: V): RowAction[] => [
    ...paperFormats.map(paper => ({
      label: `打印 ${paperNames[paper]}`,
      isAside: true,
      onClick: () => print(voucher.id, <VoucherSheet voucher={paperOf(voucher)} paper={paper} />),
    })),
    { label: '下载', isAside: true, disabled: isBusy, onClick: () => void take({ ids: [voucher.id] }) },
  ]
  return (
    <>
      <DetailPage
        answer={answer}
        title={voucher => `凭证 ${voucher.voucherNo}`}
        hero={voucher => (
          <Hero
            word="凭证"
            unit="张"
            name={voucher.voucherNo}
            tag={<StatusTag machine={voucherStates} state={voucher.state} />}
            isTurn={voucher.moves.some(leadsOn)}
            waits={voucherWaits[voucher.state]}
            since={stateSince(voucherStates, voucher)}
            line={lineOf(voucher, line?.(voucher))}
            figure={{
              value: <AskedMoney asked={{ amountOf: 'voucher', id: voucher.id }} value={voucher.amount} />,
              label: '金额(元)',
              note: periodText(voucher.period),
            }}
            acts={
              <PageActions primary={primary?.(voucher)} actions={[...(acts?.(voucher) ?? []), ...papers(voucher)]} />
            }
          />
        )}
        {...(notice ? { notice } : {})}
        rail={voucher => <VoucherRail voucher={voucher} />}
      >
        {voucher => (
          <>
            <Section title="分录">
              <VoucherSheet
                voucher={paperOf(voucher)}
                number={number => numberLink(voucher, number)}
                amount={(n, shown) => <Asked asked={{ amountOf: 'voucherLine', id: voucher.id, n }}>{shown}</Asked>}
              />
            </Section>
            {children?.(voucher)}
          </>
        )}
      </DetailPage>
      {sheet}
    </>
  )
}
