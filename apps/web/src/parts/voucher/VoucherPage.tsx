// The page every voucher has, whatever its kind: head, lines on paper, what is its kind's own, papers, documents, history.
import type { UseQueryResult } from '@tanstack/react-query'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { uploadVoucherFile } from '@yunshu/contract/voucher/voucherPages'
import { periodText, voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { voucherSources } from '@yunshu/domain/voucher/voucherPages'
import type { ReactNode } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import { Hero } from '../../ui/record/Hero.tsx'
import { History } from '../../ui/record/History.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { BoundCard } from './BoundCard.tsx'
import { NumberedWaybill } from './NumberedWaybill.tsx'
import { voucherPapers, VoucherSheet, type VoucherPaper } from './VoucherSheet.tsx'

interface VoucherPageProps<V extends VoucherDetail> {
  answer: Pick<UseQueryResult<V>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The words of its kind in the head, after the kind and the summary. */
  line?: (voucher: V) => string
  /** Its next step, and what else can be done, beside printing. */
  primary?: (voucher: V) => RowAction | undefined
  acts?: (voucher: V) => readonly RowAction[]
  /** Above the cards. */
  notice?: (voucher: V) => ReactNode
  /** The cards of its kind, between its lines and its papers. */
  children?: (voucher: V) => ReactNode
}

/** Draws a voucher; `children` are the cards its kind has of its own. */
export function VoucherPage<V extends VoucherDetail>({
  answer,
  line,
  primary,
  acts,
  notice,
  children,
}: VoucherPageProps<V>) {
  const { print, sheet } = usePrint()
  const papers = (voucher: V): RowAction[] =>
    (Object.keys(voucherPapers) as VoucherPaper[]).map(paper => ({
      label: voucherPapers[paper],
      onClick: () => print(<VoucherSheet voucher={voucher} paper={paper} />),
    }))
  return (
    <>
      <DetailPage
        answer={answer}
        title={voucher => `凭证 ${voucher.voucherNo}`}
        hero={voucher => (
          <Hero
            word="凭证"
            name={voucher.voucherNo}
            tag={<StatusTag machine={voucherStates} state={voucher.state} />}
            line={[voucherKinds[voucher.kind], voucher.summary, voucher.counterparty, line?.(voucher)]
              .filter(Boolean)
              .join(' · ')}
            figure={{ value: <Money value={voucher.amount} />, label: '金额（元）', note: periodText(voucher.period) }}
            acts={
              <PageActions primary={primary?.(voucher)} actions={[...(acts?.(voucher) ?? []), ...papers(voucher)]} />
            }
          />
        )}
        {...(notice ? { notice } : {})}
        rail={voucher => <History log={voucher.log} />}
      >
        {voucher => (
          <>
            <Section title="分录">
              <VoucherSheet voucher={voucher} waybill={waybillNo => <NumberedWaybill waybillNo={waybillNo} />} />
            </Section>
            {children?.(voucher)}
            {(voucher.bound.length > 0 || voucher.mayBind) && <BoundCard voucher={voucher} />}
            <Papers voucher={voucher} />
            <Documents voucher={voucher} />
          </>
        )}
      </DetailPage>
      {sheet}
    </>
  )
}

const changed = staleAfter('voucher')

/** Its papers, and where more are kept. Nothing where a reader has none and may keep none. */
function Papers({ voucher }: { voucher: VoucherDetail }) {
  const upload = useSend(uploadVoucherFile, { quiet: true, invalidates: changed })
  if (voucher.files.length === 0 && !voucher.takesFiles) return null
  return (
    <Section title={`附件（${voucher.files.length}）`}>
      <FilePhotos files={voucher.files} />
      {voucher.takesFiles && (
        <FileDrop
          what="凭证附件"
          isBusy={upload.isBusy}
          onSend={options => upload.submit({ id: voucher.id }, options)}
          done={count => toast.success(`已上传 ${count} 个文件`)}
          onReload={() => void refreshStale(changed)}
        />
      )}
    </Section>
  )
}

/** Numbers of vouchers in one line; the server names the first ones only. */
const numbersText = (numbers: readonly string[] | undefined): string | undefined => numbers?.join('、')

function Documents({ voucher }: { voucher: VoucherDetail }) {
  const { settlementNum, waybillNo, origin } = voucher
  return (
    <Section title="关联单据">
      <Facts
        items={[
          ['类型', voucherKinds[voucher.kind]],
          ['会计期间', periodText(voucher.period)],
          ['分录号', voucher.entryNo],
          ['对方', voucher.counterparty],
          ['金额(元)', <Money key="amount" value={voucher.amount} />],
          ['来源', origin && `${voucherSources[origin.source]} ${origin.number ?? ''}`],
          [
            '结算单',
            settlementNum && (
              <a key="sheet" className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
                {settlementNum}
              </a>
            ),
          ],
          ['运单', waybillNo && <NumberedWaybill key="waybill" waybillNo={waybillNo} />],
          ['冲销凭证', numbersText(voucher.reversalOf)],
          [voucher.state === 'partly' ? '部分冲销于' : '已被冲销', numbersText(voucher.reversedBy)],
        ]}
      />
    </Section>
  )
}
