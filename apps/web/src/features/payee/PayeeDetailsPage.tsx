// One payee: the account, its documents, how it stands, and the authorisations of drivers.
import {
  blacklistPayee,
  getPayee,
  removePayee,
  submitPayee,
  updatePayee,
  uploadPayeeFiles,
  verifyPayee,
  type PayeeDetails,
} from '@yunshu/contract/fleet/payee'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { payeeCertificates } from '@yunshu/domain/fleet/certificates'
import { payeeDocuments, payeeKinds, payeeParts, type PayeeDocument } from '@yunshu/domain/fleet/payee'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DetailPage } from '../../ui/DetailPage.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { FleetActs, type Rejection } from '../../parts/fleet/FleetActs.tsx'
import { FleetCertificates } from '../../parts/fleet/FleetCertificates.tsx'
import { FleetDocuments } from '../../parts/fleet/FleetDocuments.tsx'
import { FleetHero } from '../../parts/fleet/FleetHero.tsx'
import { FleetNotes } from '../../parts/fleet/FleetNotes.tsx'
import { History } from '../../ui/record/History.tsx'
import { People } from '../../ui/record/People.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { AuthSection, type Asked } from './AuthSection.tsx'
import { failedAuths, turnOf, waitText } from './openAuths.ts'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

const PayeeDrawer = lazy(async () => ({ default: (await import('./PayeeDrawer.tsx')).PayeeDrawer }))
const WriteDialog = lazy(async () => ({ default: (await import('../../ui/WriteDialog.tsx')).WriteDialog }))
const invalidates = staleAfter('payee')
const pageOf = (id: string): string => screenUrl('PayeeDetails', { id })
const kindsOf = (it: PayeeDetails): readonly PayeeDocument[] =>
  it.kind === 'COMPANY'
    ? ['licence', 'card', 'other']
    : it.driverId === undefined
      ? ['card', 'idFront', 'idBack', 'other']
      : ['card', 'other']

/** Authorisations that wait for somebody stand before the account. */
const isWaiting = (it: PayeeDetails): boolean => turnOf(it) !== undefined || waitText(it) !== undefined

/** Comparisons for the verifier, by certificate. */
const checksOf = (it: PayeeDetails): Readonly<Record<string, string>> => ({
  account:
    it.kind === 'PERSON'
      ? '四要素核验：姓名、身份证号、银行卡号、预留手机号须与银行登记一致'
      : '核对户名、银行账号与开户证明一致',
})

/** Screen PayeeDetails. */
export default function PayeeDetailsPage() {
  const { id = '' } = useParams()
  const answer = useCall(getPayee, { id })
  const [shown, setShown] = useState<'edit' | 'remove'>()
  const [asked, setAsked] = useState<Asked>()
  useReopening(...(answer.data ? [[() => setShown('edit'), updatePayee, { id }] as const] : []))
  const reload = (): void => {
    void answer.refetch()
  }
  const writes = usePayeeWrites(id)
  const { hand, approve, sendBack, ban, upload } = writes
  return (
    <DetailPage
      answer={answer}
      title={it => `收款人 ${it.name}`}
      hero={it => (
        <FleetHero
          record={it}
          word="收款人"
          name={it.name}
          line={[payeeKinds[it.kind], it.bank, it.carrierName].filter(Boolean).join(' · ')}
          waiting={waitText(it)}
          open={turnOf(it)}
        >
          <FleetActs
            record={it}
            name={it.name}
            word="收款人"
            parts={payeeParts}
            catalogue={payeeCertificates}
            isBusy={hand.isBusy || approve.isBusy}
            pageOf={pageOf}
            onEdit={() => setShown('edit')}
            onReload={reload}
            sends={{
              submit: () => {
                void hand.run({ id, version: it.version })
              },
              approve: () => {
                void approve.run({ id, version: it.version, verdict: 'approve' })
              },
              reject: verdict => sendBack(it.version, verdict),
              blacklist: (isBlacklisted, reason) => ban.submit({ id, version: it.version, isBlacklisted, reason }),
            }}
            next={againOf(it, setAsked)}
            more={it.acts.includes('edit') ? [{ label: '删除', danger: true, onClick: () => setShown('remove') }] : []}
          />
        </FleetHero>
      )}
      notice={it => <Standing it={it} />}
      rail={it => <Rail it={it} />}
    >
      {it => (
        <>
          <Account payee={it} writes={writes} asked={asked} onAsk={setAsked} onReload={reload} />
          <FleetDocuments
            record={it}
            kinds={payeeDocuments}
            only={kindsOf(it)}
            isBusy={upload.isBusy}
            onReload={reload}
            onSend={(category, options) => upload.submit({ id, category }, options)}
          />
          {it.driverId === undefined && !isWaiting(it) && (
            <AuthSection payee={it} asked={asked} onAsk={setAsked} onReload={reload} />
          )}
          <Reopens by={() => setShown('edit')}>
            <PayeeDialogs shown={shown} payee={it} onClose={() => setShown(undefined)} onReload={reload} />
          </Reopens>
        </>
      )}
    </DetailPage>
  )
}

const Standing = ({ it }: { it: PayeeDetails }) =>
  it.isRetired ? (
    <output className="ys-fleet-note">收款人已删除，仅供查看以前的运单。</output>
  ) : (
    <FleetNotes record={it} word="收款人" parts={payeeParts} />
  )

const Rail = ({ it }: { it: PayeeDetails }) => (
  <>
    {it.mobile !== undefined && <People people={[{ role: '收款人', name: it.name, mobile: it.mobile }]} />}
    <History log={it.log} />
  </>
)

/** The next step where an authorisation did not pass: asking again, for the first of them. */
function againOf(it: PayeeDetails, onAsk: (asked: Asked) => void): RowAction | undefined {
  const [first] = it.acts.includes('edit') ? failedAuths(it.auths) : []
  return first && { label: '重新提交', onClick: () => onAsk({ again: first }) }
}

interface AccountProps extends PayeeCertificatesProps {
  asked: Asked | undefined
  onAsk: (asked: Asked | undefined) => void
}

interface PayeeCertificatesProps {
  payee: PayeeDetails
  writes: ReturnType<typeof usePayeeWrites>
  onReload: () => void
}

/** The account; authorisations that wait to be judged stand before it. */
function Account({ asked, onAsk, ...props }: AccountProps) {
  const { payee, onReload } = props
  return (
    <>
      {isWaiting(payee) && <AuthSection {...{ payee, asked, onAsk, onReload }} />}
      <AccountFacts payee={payee} />
      <PayeeCertificates {...props} />
    </>
  )
}

function PayeeCertificates({ payee, writes, onReload }: PayeeCertificatesProps) {
  const { approve, pass, sendBack } = writes
  return (
    <FleetCertificates
      record={payee}
      catalogue={payeeCertificates}
      parts={payeeParts}
      checks={checksOf(payee)}
      isBusy={approve.isBusy}
      onReload={onReload}
      onReject={verdict => sendBack(payee.version, verdict)}
      onApprove={({ certificate, reason }) =>
        pass.submit({
          id: payee.id,
          version: payee.version,
          verdict: 'approve',
          ...(isCertificate(certificate) ? { certificate } : {}),
          ...(reason === undefined ? {} : { reason }),
        })
      }
    />
  )
}

interface PayeeDialogsProps {
  shown: 'edit' | 'remove' | undefined
  payee: PayeeDetails
  onClose: () => void
  onReload: () => void
}

function PayeeDialogs({ shown, payee, onClose, onReload }: PayeeDialogsProps) {
  const remove = useSend(removePayee, { quiet: true, invalidates, done: () => toast.success('已删除') })
  return (
    <Suspense fallback={null}>
      {shown === 'edit' && <PayeeDrawer payee={payee} onClose={onClose} />}
      {shown === 'remove' && (
        <WriteDialog
          title={`删除收款人 ${payee.name}`}
          okText="删除"
          danger
          isOffered={payee.acts.includes('edit')}
          onSend={() => remove.submit({ id: payee.id, version: payee.version })}
          onClose={onClose}
          onReload={onReload}
        >
          <p>删除后不能再选为收款人，司机对其的收款授权一并撤销。</p>
        </WriteDialog>
      )}
    </Suspense>
  )
}

/** The writes of the page; those a dialog sends are quiet: the dialog shows refusals itself. */
function usePayeeWrites(id: string) {
  const said = (text: string) => ({ invalidates, done: () => toast.success(text) })
  const hand = useSend(submitPayee, said('已提交，等待平台审核'))
  const approve = useSend(verifyPayee, said('已通过，已通知承运商'))
  const pass = useSend(verifyPayee, { ...said('已通过'), quiet: true })
  const reject = useSend(verifyPayee, { ...said('已驳回，已通知承运商'), quiet: true })
  const sendBack = (version: number, { certificate, reason, fields }: Rejection) =>
    reject.submit({
      id,
      version,
      verdict: 'reject',
      reason,
      fields: fields.filter(isPart),
      ...(isCertificate(certificate) ? { certificate } : {}),
    })
  const ban = useSend(blacklistPayee, { ...said('黑名单已更新'), quiet: true })
  const upload = useSend(uploadPayeeFiles, { quiet: true, invalidates })
  return { hand, approve, pass, sendBack, ban, upload }
}

const isCertificate = (key: string | undefined): key is keyof typeof payeeCertificates =>
  key !== undefined && Object.hasOwn(payeeCertificates, key)
const isPart = (text: string): text is keyof typeof payeeParts => Object.hasOwn(payeeParts, text)
