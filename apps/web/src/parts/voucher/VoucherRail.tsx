// The rail of a voucher: who made, checked and posted it, the document it comes of, its papers, waybills and history.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import type { VoucherDetail } from '@yunshu/contract/voucher/voucher'
import { voucherUrl } from '@yunshu/contract/voucher/voucherAddress'
import { uploadVoucherFile } from '@yunshu/contract/voucher/voucherPages'
import { voucherStates, type VoucherState } from '@yunshu/domain/voucher/voucher'
import { Fragment, type ReactNode } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { FilePhotos } from '../../ui/FilePhotos.tsx'
import { History } from '../../ui/record/History.tsx'
import { Steps } from '../../ui/record/Steps.tsx'
import { BoundCard } from './BoundCard.tsx'
import { NumberedWaybill } from './NumberedWaybill.tsx'
import { OriginLink } from './OriginLink.tsx'
import { voucherTrail } from './voucherTrail.ts'

/** The steps by what is done in them: the states say what came of it. */
const steps = { draft: '制单', audited: '审核', posted: '记账' } as const
/** The next hand of a voucher that is not in the books yet. */
export const voucherWaits: Readonly<Partial<Record<VoucherState, string>>> = {
  draft: '等待他人审核',
  audited: '等待记账',
}

export function VoucherRail({ voucher }: { voucher: VoucherDetail }) {
  const { way, reached } = voucherTrail(voucher)
  return (
    <>
      <Section title="制单到记账">
        <Steps
          machine={voucherStates}
          labels={steps}
          way={way}
          state={voucher.state}
          reached={reached}
          now={voucherWaits[voucher.state]}
        />
      </Section>
      <Documents voucher={voucher} />
      {(voucher.bound.length > 0 || voucher.mayBind) && <BoundCard voucher={voucher} />}
      <Papers voucher={voucher} />
      <History log={voucher.log} />
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
      {voucher.files.length > 0 && <FilePhotos files={voucher.files} />}
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

/** Vouchers in one line, each with its page; the server names the first ones only. */
const named = (vouchers: VoucherDetail['reversalOf']): ReactNode =>
  vouchers?.map((each, n) => (
    <Fragment key={each.id}>
      {n > 0 && '、'}
      <a className="ys-link" href={voucherUrl(each)}>
        {each.voucherNo}
      </a>
    </Fragment>
  ))

/** The documents behind it; each stands once. */
function Documents({ voucher }: { voucher: VoucherDetail }) {
  const { settlementNum, waybillNo, origin } = voucher
  const other = origin?.number === undefined || ![settlementNum, waybillNo].includes(origin.number) ? origin : undefined
  return (
    <Section title="来源单据">
      <Facts
        items={[
          ['来源', other && <OriginLink key="origin" voucher={voucher} />],
          [
            '结算单',
            settlementNum && (
              <a key="sheet" className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
                {settlementNum}
              </a>
            ),
          ],
          ['运单', waybillNo && <NumberedWaybill key="waybill" waybillNo={waybillNo} />],
          ['分录号', voucher.entryNo === '' ? undefined : voucher.entryNo],
          ['冲销凭证', named(voucher.reversalOf)],
          [voucher.state === 'partly' ? '部分冲销于' : '已被冲销', named(voucher.reversedBy)],
        ]}
      />
    </Section>
  )
}
